"""not-found: whether the answer answers, by votes of several tests (CONTRACT §5, Not found)."""

from __future__ import annotations

from functools import cache

from sidecar import lang, tables
from sidecar.columns import JUDGED_KINDS, Columns, Note
from sidecar.model import AnswerKind, Classification, LikelyCause, NotFoundTest, Ref, Severity, Vote

CHECK_ID = "not-found"
REASON_IDS = ("false-abstention", "not-found-undetermined", "answer-empty")

# The evidence answers the question where one passage holds nearly all the question's words, enough of them, and
# (where the question asks for one) a quantity. Anything less is left to a reader.
ANSWERED_SHARE = 0.8
ANSWERED_WORDS = 3


def classify(columns: Columns, question: str, *, insufficient_flag: bool | None) -> Classification:
    """The kind of the whole answer with every test's vote.

    `insufficient_flag`: what a structured answer says of itself, None for prose.
    """
    comparison = columns.comparison
    claims = not JUDGED_KINDS.isdisjoint(columns.kinds)
    abstentions = columns.kinds.count("abstention")
    tests = _tests(
        abstains=abstentions > 0, claims=claims, insufficient_flag=insufficient_flag, ratio=_ratio_vote(columns)
    )
    if not comparison.segments or not any(segment.token_count for segment in comparison.segments):
        kind = AnswerKind.NOT_FOUND if insufficient_flag else AnswerKind.EMPTY
    elif insufficient_flag and claims:
        kind = AnswerKind.UNDETERMINED
    elif insufficient_flag is False and abstentions and not claims:
        kind = AnswerKind.UNDETERMINED
    elif abstentions and claims:
        kind = AnswerKind.PARTIAL
    elif abstentions:
        kind = AnswerKind.NOT_FOUND
    elif claims:
        kind = AnswerKind.ANSWERED
    else:
        kind = AnswerKind.UNDETERMINED
    refs = _answers_question(columns, question) if abstentions else ()
    return Classification(kind, tests, refs)


@cache
def _tests(*, abstains: bool, claims: bool, insufficient_flag: bool | None, ratio: Vote) -> tuple[NotFoundTest, ...]:
    phrase = Vote.NOT_FOUND if abstains else (Vote.FOUND if claims else Vote.NO_OPINION)
    if claims:
        structure = Vote.FOUND
    else:
        structure = Vote.NOT_FOUND if abstains else Vote.NO_OPINION
    tests = [NotFoundTest("phrase", phrase), NotFoundTest("structure", structure)]
    if insufficient_flag is not None:
        tests.append(NotFoundTest("structured-flag", Vote.NOT_FOUND if insufficient_flag else Vote.FOUND))
    tests.append(NotFoundTest("match-ratio", ratio))
    return tuple(tests)


def _ratio_vote(columns: Columns) -> Vote:
    comparison = columns.comparison
    if not comparison.word_count or not columns.index.readable:
        return Vote.NO_OPINION
    ratio = comparison.found_count / comparison.word_count
    return Vote.NOT_FOUND if ratio < columns.config.not_found_policy.min_match_ratio else Vote.FOUND


def _asks_quantity(question: str) -> bool:
    folded = f" {tables.fold(question)} "
    return any(
        phrase in folded
        for code in lang.language_codes()
        for phrase in lang.phrases(code).get("quantity_questions", ())
    )


def _answers_question(columns: Columns, question: str) -> tuple[Ref, ...]:
    """Passages that plainly answer the question that the answer says nothing answers."""
    claim = columns.comparison.question
    if claim is None or claim.word_count < ANSWERED_WORDS or not _asks_quantity(question):
        return ()
    out: list[Ref] = []
    for passage in columns.comparison.passages_of(claim):
        if passage.matched < ANSWERED_SHARE * claim.word_count:
            continue
        units = range(passage.first_unit, passage.last_unit + 1)
        if any(columns.index.unit(row).quantity_count for row in units):
            out.append(columns.passage_ref(passage))
    return tuple(out)


def notes(columns: Columns, classification: Classification) -> list[Note]:
    """Findings about the kind of the answer."""
    out: list[Note] = []
    if classification.false_abstention_refs:
        number = columns.kinds.index("abstention")
        segment = columns.comparison.segments[number]
        note = Note(CHECK_ID, "false-abstention", Severity.ERROR, segment.text_start, segment.text_end, number)
        note.cause = LikelyCause.GENERATION
        note.refs = classification.false_abstention_refs
        note.message = "the answer says that nothing was found, and the evidence speaks of what was asked"
        out.append(note)
    if classification.kind == AnswerKind.UNDETERMINED:
        note = Note(CHECK_ID, "not-found-undetermined", Severity.WARNING)
        note.message = "the tests of “not found” disagree, or there is nothing that could be judged"
        out.append(note)
    if classification.kind == AnswerKind.EMPTY:
        note = Note(CHECK_ID, "answer-empty", Severity.WARNING)
        note.message = "the answer says nothing"
        out.append(note)
    return out


def abstains(columns: Columns, number: int) -> bool:
    """An abstention keeps its kind only where nothing of fact remains.

    A sentence whose own words stand together in the evidence is a claim about it ("the key was not found in the
    drawer"), and so is one with a quantity that the evidence holds.
    """
    segment, claim = columns.comparison.segments[number], columns.comparison.claims[number]
    if not segment.whole_phrases and claim.word_count > ANSWERED_WORDS:
        if claim.best_matched >= columns.config.claim_policy.supported_ratio * claim.word_count:
            return False
    for place, quantity in enumerate(columns.comparison.quantities):
        if quantity.segment != number:
            continue
        matches = columns.comparison.matches_of[place]
        if any(match.source < 0 for match in matches):
            continue
        if any(match.relation <= tables.ROUNDED and match.context > 0 for match in matches):
            return False
    return True
