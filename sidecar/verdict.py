"""From what the checks found to the verdict of each claim (list B1) and the outcome of the answer (table B2)."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar import tables
from sidecar.columns import JUDGED_KINDS, ClaimJudgement, Columns, Note, QuantityJudgement, QuoteJudgement
from sidecar.model import (
    AnswerKind,
    Classification,
    Coverage,
    CoverageState,
    Finding,
    LikelyCause,
    Outcome,
    QuantityStatus,
    QuoteStatus,
    Ref,
    Severity,
    Verdict,
)
from sidecar.remembered import by_identity
from sidecar.tables import ClaimMatch, Passage

# An enum's members are looked up slowly on Python 3.11: once here, not once a claim.
SUPPORTED, UNSUPPORTED, CONTRADICTED = Verdict.SUPPORTED, Verdict.UNSUPPORTED, Verdict.CONTRADICTED
NOT_A_CLAIM, ABSTENTION, CLAIM_UNVERIFIABLE = Verdict.NOT_A_CLAIM, Verdict.ABSTENTION, Verdict.UNVERIFIABLE
UNSCORED = frozenset({CONTRADICTED, NOT_A_CLAIM, ABSTENTION})
UNSEEN = frozenset({"no-sources", "unreadable-sources", "work-bound"})
QUANTITY_IGNORED, QUANTITY_UNVERIFIABLE = QuantityStatus.IGNORED, QuantityStatus.UNVERIFIABLE
INFO, WARNING, RETRIEVAL = Severity.INFO, Severity.WARNING, LikelyCause.RETRIEVAL
UNSURE_KINDS = frozenset({AnswerKind.EMPTY, AnswerKind.UNDETERMINED})

HELD = frozenset({QuantityStatus.SUPPORTED, QuantityStatus.ROUNDED, QuantityStatus.CONVERTED, QuantityStatus.DERIVED})
WRONG = frozenset({QuantityStatus.WRONG_UNIT, QuantityStatus.WRONG_SIGN, QuantityStatus.WRONG_CONTEXT})
QUANTITY_REASONS = {status: "quantity-" + status.name.lower().replace("_", "-") for status in QuantityStatus}
ABSENT = frozenset({QuantityStatus.NOT_IN_EVIDENCE, QuantityStatus.FROM_QUESTION})

QUOTE_HELD = frozenset({QuoteStatus.VERBATIM, QuoteStatus.TYPOGRAPHIC, QuoteStatus.ELIDED})
QUOTE_WRONG = frozenset({QuoteStatus.ALTERED, QuoteStatus.STITCHED, QuoteStatus.NOT_FOUND})

# A source that is not cited takes a claim from the cited ones by words alone only where it holds many of them, and
# clearly more than these do.
CLEAR_RATIO = 0.4
OTHER_SOURCE_MARGIN = 0.2
# A source that is not cited is plainly the one meant where it holds so many more of the claim's words, and so much more
# of them, than the cited ones together; a value in a cited source says little where the source shares no more words.
MEANT_LEAST_WORDS = 3
MEANT_LEAST_MARGIN = 0.25
VALUE_LEAST_RATIO = 0.2
# "One end", "the first slide", 一个: so written they stand everywhere, and tell of no source.
SMALL_VALUES = frozenset({"1", "2", "3", "1..2", "2..3", "1..3"})
MEANT_RATIO = 0.6
WHOLE_RATIO = 0.9
MOST_BARE_WORDS = 3  # 不可以: of more words no answer is bare
MOST_IDS_SHOWN = 10

# The score: words that every claim is taken to have found (few words say little), the weight of its quantities, and
# what is left where a value or a name stands nowhere.
ASSUMED_WORDS = 2
QUANTITY_WEIGHT = 0.2
UNSUPPORTED_SHARE = 0.25

REASON_IDS = ("low-support", "weak-support", "no-sources", "unreadable-sources", "false-abstention")


def judge_claims(columns: Columns, classification: Classification) -> list[ClaimJudgement]:
    """The verdict of every segment, in order."""
    by_segment: list[list[QuantityJudgement]] = [[] for _ in columns.kinds]
    for quantity, judgement in zip(columns.comparison.quantities, columns.quantities, strict=True):
        if judgement.status is not QUANTITY_IGNORED:
            by_segment[quantity.segment].append(judgement)
    quotes: dict[int, list[QuoteJudgement]] = {}
    for quote in columns.quotes:
        if not quote.noted:
            quotes.setdefault(quote.segment, []).append(quote)
    out = []
    for claim in columns.comparison.claims:
        result = _judge(columns, claim, by_segment[claim.segment], quotes.get(claim.segment, ()), classification)
        result.score = support_score(result, claim.word_count, claim.found)
        out.append(result)
    return out


def _judge(
    columns: Columns,
    claim: ClaimMatch,
    quantities: list[QuantityJudgement],
    quotes: Sequence[QuoteJudgement],
    classification: Classification,
) -> ClaimJudgement:
    kind = columns.kinds[claim.segment]
    if kind == "abstention":
        if classification.false_abstention_refs:
            return ClaimJudgement(
                CONTRADICTED, "false-abstention", refs=classification.false_abstention_refs, missing=True
            )
        return ClaimJudgement(ABSTENTION)
    if kind not in JUDGED_KINDS:
        return ClaimJudgement(NOT_A_CLAIM)
    cited = columns.cited[claim.segment]
    if not columns.index.readable or (cited and all(columns.index.flags[source] for source in cited)):
        reason = "unreadable-sources" if columns.index.sources else "no-sources"
        return ClaimJudgement(CLAIM_UNVERIFIABLE, reason)

    if columns.comparison.truncated and claim.word_count and not claim.passage_count:
        return ClaimJudgement(CLAIM_UNVERIFIABLE, "work-bound")  # its passages were not looked for

    out = ClaimJudgement(CLAIM_UNVERIFIABLE, quantity_count=len(quantities))
    out.ratio = columns.scope_ratio(claim)
    out.refs = _refs(columns, claim)
    statuses = [judgement.status for judgement in quantities] if quantities else []
    for status in statuses:
        if status in HELD:
            out.held_count += 1
    in_scope = out.held_count == len(quantities)
    conflict = _contradiction(columns, claim.segment) if columns.conflicts else ""
    absent = columns.absent_names.get(claim.segment)
    invented = absent is not None and not absent.doubtful
    wrong_quotes = [quote for quote in quotes if quote.status in QUOTE_WRONG] if quotes else []
    if in_scope and not conflict and not invented and not wrong_quotes:
        _judge_support(columns, claim, quantities, quotes, in_scope, out)
        return out
    wrong = not WRONG.isdisjoint(statuses)
    if wrong or conflict:
        out.missing = True
        if not wrong:
            out.reason_id = conflict
        else:
            out.reason_id = _first_reason(statuses, WRONG)
        out.verdict = CONTRADICTED
        return out
    if not ABSENT.isdisjoint(statuses):
        out.missing = True
        out.reason_id = _first_reason(statuses, ABSENT)
        out.verdict = UNSUPPORTED
        for judgement in quantities:
            if judgement.near_subject and judgement.status in ABSENT:
                out.verdict = CONTRADICTED
        return out
    if invented:
        out.missing = True
        out.verdict, out.reason_id = UNSUPPORTED, "entity-not-in-evidence"
        return out
    if wrong_quotes:
        out.verdict = UNSUPPORTED
        out.reason_id = "quote-" + wrong_quotes[0].status.name.lower().replace("_", "-")
        out.missing = any(quote.contradicts for quote in wrong_quotes)
        out.cited_support = not out.missing and out.ratio >= columns.config.claim_policy.supported_ratio
        return out
    if QUANTITY_UNVERIFIABLE in statuses:
        out.reason_id = "quantity-unverifiable"
        return out
    _judge_support(columns, claim, quantities, quotes, in_scope, out)
    return out


def _contradiction(columns: Columns, segment: int) -> str:
    """The reason of the first conflict that contradicts the claim; empty where there is none."""
    found = columns.conflicts.get(segment)
    return found[0].reason_id if found and found[0].severity == Severity.ERROR else ""


def _first_reason(statuses: list[QuantityStatus], wanted: frozenset[QuantityStatus]) -> str:
    for status in statuses:
        if status in wanted:
            return QUANTITY_REASONS[status]
    raise ValueError("none of the statuses is wanted")


def _judge_support(
    columns: Columns,
    claim: ClaimMatch,
    quantities: list[QuantityJudgement],
    quotes: Sequence[QuoteJudgement],
    in_scope: bool,
    out: ClaimJudgement,
) -> None:
    """Steps 6 to 9 of B1, first in the scope, then (for a citing claim) in the other sources."""
    policy = columns.config.claim_policy
    cited = columns.cited[claim.segment]
    meant = _meant_source(columns, claim, len(quantities)) if cited else None
    if cited and quantities and _small(columns, claim):
        other = _other_source(columns, claim, [], out.ratio)
        if other >= 0:
            out.verdict, out.source = SUPPORTED, other
            return
    if quantities and in_scope and _about(columns, claim, quantities):
        if meant is None or out.ratio >= VALUE_LEAST_RATIO or meant.matched < MEANT_RATIO * claim.word_count:
            out.verdict, out.cited_support = SUPPORTED, True
        else:
            out.verdict, out.source = SUPPORTED, meant.source
        return
    if quotes and in_scope and _quoted_in_scope(columns, claim, quantities, quotes):
        out.verdict, out.cited_support = SUPPORTED, True
        return
    if claim.word_count <= MOST_BARE_WORDS and _bare(columns, claim):
        # "No." stands in many a sentence, and none of them tells that it is the answer.
        out.ratio, out.refs, out.reason_id = 0.0, (), "weak-support"
        return
    other = -1
    if cited:
        other = _other_source(columns, claim, quantities, out.ratio)
    if in_scope and out.ratio >= policy.supported_ratio and other < 0:
        out.verdict, out.cited_support = SUPPORTED, True
        return
    if cited:
        out.missing = not in_scope
        if other >= 0:
            out.verdict, out.source = SUPPORTED, other
            return
        out.source = meant.source if meant is not None else -1
    if out.ratio < policy.unsupported_ratio:
        out.verdict, out.reason_id = UNSUPPORTED, "low-support"
    else:
        out.verdict, out.reason_id = CLAIM_UNVERIFIABLE, "weak-support"


def _small(columns: Columns, claim: ClaimMatch) -> bool:
    """Whether all quantities of a claim are small numbers in words."""
    segment = columns.comparison.segments[claim.segment]
    rows = columns.comparison.quantities[segment.first_quantity : segment.first_quantity + segment.quantity_count]
    return all(row.flags & tables.QUANTITY_SPELLED and row.value in SMALL_VALUES for row in rows)


def _bare(columns: Columns, claim: ClaimMatch) -> bool:
    return bool(columns.comparison.segments[claim.segment].whole_phrases & tables.BARE_ANSWER_PHRASE)


def _about(columns: Columns, claim: ClaimMatch, quantities: list[QuantityJudgement]) -> bool:
    """All quantities hold in one source that is about the claim: a cited one, or one that shares its words."""
    if columns.cited[claim.segment] or not claim.word_count:
        return True
    if len(quantities) == 1:
        return bool(quantities[0].holders)
    holders = set(quantities[0].holders)
    for judgement in quantities[1:]:
        holders.intersection_update(judgement.holders)
    return bool(holders)


def _quoted_in_scope(
    columns: Columns, claim: ClaimMatch, quantities: list[QuantityJudgement], quotes: Sequence[QuoteJudgement]
) -> bool:
    """All quotations of the claim stand in its scope: in cited sources, or in one source with all its quantities."""
    if not all(quote.status in QUOTE_HELD and quote.long_enough for quote in quotes):
        return False
    cited = columns.cited[claim.segment]
    if cited:
        return all(place.source in cited for quote in quotes for place in quote.row.places[:1])
    holders = {place.source for quote in quotes for place in quote.row.places[:1]}
    return len(holders) == 1 and all(holders <= set(judgement.holders) for judgement in quantities)


def _other_source(columns: Columns, claim: ClaimMatch, quantities: list[QuantityJudgement], cited_ratio: float) -> int:
    """The ordinal of a source, not cited, that supports the claim by itself; -1 where there is none."""
    cited = columns.cited[claim.segment]
    clear = max(CLEAR_RATIO, columns.config.claim_policy.supported_ratio)
    for passage in columns.comparison.passages_of(claim):
        if passage.source in cited or columns.index.flags[passage.source]:
            continue
        ratio = passage.matched / claim.word_count if claim.word_count else 0.0
        if quantities:
            sources = [judgement.match.source for judgement in quantities if judgement.match is not None]
            if len(sources) == len(quantities) and all(source == passage.source for source in sources):
                return passage.source
        if ratio >= clear and ratio >= cited_ratio + OTHER_SOURCE_MARGIN and not quantities:
            return passage.source
    return -1


def _meant_source(columns: Columns, claim: ClaimMatch, quantity_count: int) -> Passage | None:
    """The passage of the source, not cited, that speaks of the claim as the cited ones do not; None for none."""
    least = claim.cited_matched + max(MEANT_LEAST_WORDS, MEANT_LEAST_MARGIN * claim.word_count)
    for passage in columns.comparison.passages_of(claim):
        if passage.cited or passage.matched < least:
            continue
        # A date may stand at the head of the document, far from what is said of it.
        if passage.held >= quantity_count or passage.matched >= WHOLE_RATIO * claim.word_count:
            return passage
    return None


def _refs(columns: Columns, claim: ClaimMatch) -> tuple[Ref, ...]:
    """The supporting passages: of each cited source that has one, else of the best source."""
    if claim.best_cited >= 0:
        cited = [passage for passage in columns.comparison.passages_of(claim) if passage.cited]
        return tuple([columns.passage_ref(passage) for passage in cited])
    if claim.best_passage < 0:
        return ()
    return (columns.passage_ref(columns.comparison.passages[claim.best_passage]),)


def support_score(judgement: ClaimJudgement, word_count: int, found_count: int) -> float:
    """A number in [0, 1] for ranking and thresholds; docs/checks.md gives the formula.

    `word_count`: distinct content words of the claim, `found_count`: those of them that stand anywhere in the evidence.
    """
    if judgement.verdict in UNSCORED or judgement.reason_id in UNSEEN:
        return 0.0
    found = found_count / word_count if word_count else 0.0
    words = (0.5 * (judgement.ratio + found) * word_count + ASSUMED_WORDS) / (word_count + ASSUMED_WORDS)
    if judgement.quantity_count:
        words = QUANTITY_WEIGHT * judgement.held_count / judgement.quantity_count + (1 - QUANTITY_WEIGHT) * words
    invented = judgement.verdict is UNSUPPORTED and judgement.reason_id != "low-support"
    return words * UNSUPPORTED_SHARE if invented else words


def _unreadable(columns: Columns) -> list[Note]:
    """One INFO about sources without text beside readable ones: what they say was not looked at."""
    if not any(columns.index.flags):
        return []
    soup = tables.SOURCE_UNREADABLE  # an empty source is legal, and says so by itself
    ids = [columns.index.ids[place] for place, flags in enumerate(columns.index.flags) if flags & soup]
    if not ids or not columns.index.readable:
        return []
    note = Note("evidence", "unreadable-sources", Severity.INFO)
    shown = ", ".join(ids[:MOST_IDS_SHOWN]) + (", ..." if len(ids) > MOST_IDS_SHOWN else "")
    note.message = f"{len(ids)} of {len(columns.index.ids)} sources have no text that can be read: {shown}"
    return [note]


def notes(columns: Columns) -> list[Note]:
    """Findings about claims as a whole: too little support, nothing to check against."""
    out = _unreadable(columns)
    for number, judgement in enumerate(columns.claims):
        if judgement.reason_id not in REASON_IDS:
            continue
        segment = columns.comparison.segments[number]
        note = Note("words", judgement.reason_id, INFO, segment.start, segment.end, number)
        note.refs = judgement.refs
        if judgement.reason_id == "low-support":
            note.severity, note.cause = WARNING, RETRIEVAL
            note.message = f"{judgement.ratio:.0%} of the words of this claim stand together in the evidence in scope"
        elif judgement.reason_id == "weak-support":
            note.message = f"nothing speaks against this claim, but only {judgement.ratio:.0%} of its words for it"
        elif judgement.reason_id == "unreadable-sources":
            note.check_id, note.severity = "evidence", Severity.WARNING
            note.message = "no source in scope of this claim can be read as text"
        elif judgement.reason_id == "no-sources":
            note.check_id, note.severity = "evidence", Severity.WARNING
            note.message = "there is no source to check this claim against"
        else:
            continue
        out.append(note)
    return out


def outcome(
    columns: Columns, classification: Classification, coverage: tuple[Coverage, ...], findings: tuple[Finding, ...]
) -> Outcome:
    """Table B2 over the findings, which carry their severities after overrides; waived ones do not count."""
    if findings:
        severities = {finding.severity for finding in findings if not finding.waived}
        if Severity.ERROR in severities:
            return Outcome.FAIL
        if Severity.WARNING in severities:
            return Outcome.REVIEW
    if classification.kind in UNSURE_KINDS:
        return Outcome.REVIEW
    # What is not there counts only where it was asked for by name: then the rest is not requested.
    if _ended_early(coverage) or (columns.config.check_ids and _lacking(coverage)):
        return Outcome.REVIEW
    if classification.kind == AnswerKind.NOT_FOUND:
        return Outcome.ABSTAIN
    verdicts = {judgement.verdict for judgement in columns.claims}
    if SUPPORTED not in verdicts and ABSTENTION not in verdicts:
        return Outcome.REVIEW
    return Outcome.PASS


@by_identity
def _ended_early(coverage: tuple[Coverage, ...]) -> bool:
    return any(row.state not in (CoverageState.RAN, CoverageState.SKIPPED) for row in coverage)


@by_identity
def _lacking(coverage: tuple[Coverage, ...]) -> bool:
    return any(row.reason == "not-implemented" for row in coverage)
