"""quantities: every number, date and unit of the answer is looked up in the evidence (CONTRACT §5, Quantities)."""

from __future__ import annotations

from fractions import Fraction

from sidecar import dating, lang, tables
from sidecar.checks import changes, denominators, displaced, words_beside
from sidecar.checks.own_words import OwnWords
from sidecar.columns import Columns, Note, QuantityJudgement
from sidecar.model import LikelyCause, QuantityPolicy, QuantityStatus, Severity
from sidecar.tables import ClaimMatch, Quantity, QuantityMatch

CHECK_ID = "quantities"

# A conflicting value counts as "of the same subject" where at least this share of the claim's words stands with it.
NEAR_SHARE = 0.5
# Words such as "first" and "one" order and point as often as they count: below this they are held against nobody.
LEAST_SPELLED_ORDINAL = 4
# Digits that two numbers do not share by chance.
PRECISE_DIGITS = 3
MOST_SPELLED_COUNT = 12
MOST_NOUN_BYTES, MOST_COUNT_DIGITS = 64, 2

_STATUS_OF_RELATION = {
    tables.EQUAL: QuantityStatus.SUPPORTED,
    tables.CONVERTED: QuantityStatus.CONVERTED,
    tables.RANGE_END: QuantityStatus.SUPPORTED,
    tables.ROUNDED: QuantityStatus.ROUNDED,
    tables.OTHER_VALUE: QuantityStatus.ROUNDED,  # held by a tolerance alone
    tables.OTHER_SIGN: QuantityStatus.WRONG_SIGN,
    tables.OTHER_UNIT: QuantityStatus.WRONG_UNIT,
}
_REASONS = {
    QuantityStatus.NOT_IN_EVIDENCE: "quantity-not-in-evidence",
    QuantityStatus.WRONG_UNIT: "quantity-wrong-unit",
    QuantityStatus.WRONG_SIGN: "quantity-wrong-sign",
    QuantityStatus.WRONG_CONTEXT: "quantity-wrong-context",
    QuantityStatus.WRONG_SOURCE: "quantity-wrong-source",
    QuantityStatus.FROM_QUESTION: "quantity-from-question",
    QuantityStatus.UNVERIFIABLE: "quantity-unverifiable",
}
_NEGATIVE = frozenset(_REASONS)
_ABSENT = frozenset({QuantityStatus.NOT_IN_EVIDENCE, QuantityStatus.FROM_QUESTION, QuantityStatus.UNVERIFIABLE})
# Kinds whose value is one number.
_MEASURED = frozenset({"number", "percent", "money", "measure", "count", "duration", "fraction", "ratio"})
_HELD = frozenset({QuantityStatus.SUPPORTED, QuantityStatus.ROUNDED, QuantityStatus.CONVERTED})
# A member of an enum is looked up slowly on Python 3.11: these, once.
IGNORED, UNVERIFIABLE = QuantityStatus.IGNORED, QuantityStatus.UNVERIFIABLE
ERROR, RETRIEVAL, GENERATION = Severity.ERROR, LikelyCause.RETRIEVAL, LikelyCause.GENERATION
NOT_IN_EVIDENCE, FROM_QUESTION = QuantityStatus.NOT_IN_EVIDENCE, QuantityStatus.FROM_QUESTION
WRONG_CONTEXT, WRONG_SOURCE, WRONG_SIGN = (
    QuantityStatus.WRONG_CONTEXT,
    QuantityStatus.WRONG_SOURCE,
    QuantityStatus.WRONG_SIGN,
)
# ... and so are names of another module in a loop over matches.
CONVERTED, ROUNDED, OTHER_VALUE = tables.CONVERTED, tables.ROUNDED, tables.OTHER_VALUE
MATCH_MISPLACED, MATCH_WEAK, MATCH_UNIT_MISSING = tables.MATCH_MISPLACED, tables.MATCH_WEAK, tables.MATCH_UNIT_MISSING
REASON_IDS = (*_REASONS.values(), "range-end")


def judge(columns: Columns) -> list[QuantityJudgement]:
    """The status of every quantity of the answer, in order."""
    comparison = columns.comparison
    out: list[QuantityJudgement] = []
    changing = bool(comparison.quantities) and changes.spoken_of(columns)
    own: OwnWords | None = None  # read where something stands nowhere
    for place, (quantity, matches) in enumerate(zip(comparison.quantities, comparison.matches_of, strict=True)):
        claim = comparison.claims[quantity.segment]
        judgement = _judge_one(columns, quantity, matches, claim, changing=changing)
        held = judgement.match if place > 0 and judgement.status is QuantityStatus.SUPPORTED else None
        given = displaced.behind_same_value(columns, place, held) if held is not None else None
        if given is not None:
            judgement = QuantityJudgement(WRONG_CONTEXT, held, given=given)
        if comparison.truncated and judgement.status in _NEGATIVE:
            judgement = QuantityJudgement(QuantityStatus.UNVERIFIABLE)  # a place that was not looked at may hold it
        elif judgement.status in _ABSENT:
            own = own or OwnWords(columns)
            if own.spoken(quantity) or dating.month_stands(columns, quantity):
                judgement = QuantityJudgement(IGNORED)
        out.append(judgement)
    if own is not None:
        own.settle_lead_ins(out)
    return out


def _held(
    columns: Columns, close: list[QuantityMatch], quantity: Quantity, policy: QuantityPolicy
) -> list[QuantityMatch]:
    """The matches in sources that bear the value out."""
    out: list[QuantityMatch] = []
    for match in close:
        relation, flags = match.relation, match.flags
        if relation > ROUNDED or match.source < 0:
            continue
        if flags & MATCH_UNIT_MISSING and match.near_count and not match.near and _lacks_unit(columns, quantity, match):
            continue  # "five people" bear out no "5 days", "12 % fewer" no "under 12"
        if relation == ROUNDED and not policy.allow_rounding:
            continue
        if not policy.allow_conversion and (relation == CONVERTED or flags & tables.MATCH_CONVERTED):
            continue
        out.append(match)
    return out


def _lacks_unit(columns: Columns, quantity: Quantity, match: QuantityMatch) -> bool:
    """Few digits are shared by chance: they say nothing where only one side has a unit, or only that is a percent."""
    if _significant_digits(quantity.value) >= PRECISE_DIGITS:
        return False
    return bool(quantity.unit) or tables.QUANTITY_KINDS[columns.index.quantity(match.evidence).kind] == "percent"


def _slipped(
    quantity: Quantity, close: list[QuantityMatch], claim: ClaimMatch, cited: tuple[int, ...]
) -> list[QuantityMatch]:
    """Matches with another sign or unit among some words of the claim, or half of them where few digits agree."""
    precise = _significant_digits(quantity.value) >= PRECISE_DIGITS
    return [
        match
        for match in close
        if match.relation > ROUNDED
        and match.source >= 0
        and (not cited or match.source in cited)
        and not match.flags & tables.MATCH_SCALE_UNSTATED
        and match.context >= max(1, 0 if precise else NEAR_SHARE * claim.word_count)
    ]


def _tolerated(columns: Columns, quantity: Quantity, match: QuantityMatch, tolerance: str) -> bool:
    """The closest value of a source, of the same unit, is no further away than a share of itself."""
    if match.relation != tables.OTHER_VALUE or match.source < 0:
        return False
    other = columns.index.quantity(match.evidence)
    if other.unit != quantity.unit or other.kind != quantity.kind:
        return False
    stands = Fraction(other.value)
    return abs(Fraction(quantity.value) - stands) <= Fraction(tolerance) * abs(stands)


def _significant_digits(value: str) -> int:
    """How many digits say something: 0.50 has one, 59.70 has three."""
    return len(value.replace(".", "").strip("-0"))


def _judge_one(
    columns: Columns, quantity: Quantity, matches: list[QuantityMatch], claim: ClaimMatch, *, changing: bool
) -> QuantityJudgement:
    kind = tables.QUANTITY_KINDS[quantity.kind]
    if kind in ("label", "identifier") or _counts_sources(columns, quantity):
        return QuantityJudgement(IGNORED)
    if not columns.index.readable:
        # A figure that stands in glyph soup stands there; that another one does not, says nothing.
        legible = next((match for match in matches if match.source >= 0 and match.relation == tables.EQUAL), None)
        status = QuantityStatus.SUPPORTED if legible is not None else UNVERIFIABLE
        return QuantityJudgement(status, legible)
    cited = columns.cited[quantity.segment]
    policy = columns.config.quantity_policy
    # Loops, not comprehensions: each of these would cost a call, and most lists stay empty.
    close: list[QuantityMatch] = []
    others: list[QuantityMatch] = []
    for match in matches:
        (others if match.relation == OTHER_VALUE else close).append(match)
    held = (
        (_held(columns, close, quantity, policy) or dating.bare_at_own_month(columns, quantity, close)) if close else []
    )
    if not held and policy.relative_tolerance != "0" and kind in _MEASURED:
        held = [match for match in matches if _tolerated(columns, quantity, match, policy.relative_tolerance)]
    judged = columns.judged(quantity.segment)
    unlike = denominators.other(columns, quantity, held) if held and quantity.unit and judged else []
    if unlike:
        held = [match for match in held if match not in unlike]
        if not held:
            return _per_another(unlike, cited)
    otherwise = changes.other(columns, quantity, held) if changing and held and judged and kind in _MEASURED else []
    if otherwise:
        held = [match for match in held if match not in otherwise]
        if not held:
            return QuantityJudgement(WRONG_CONTEXT, max(otherwise, key=_weight))
    in_scope = [match for match in held if match.source in cited] if cited and held else held
    if not judged:
        return _judge_aside(columns.kinds[quantity.segment], held, matches)

    nearest = _nearest(others, cited) if others else None
    near = nearest is not None and claim.word_count > 0 and nearest.context >= NEAR_SHARE * claim.word_count
    if in_scope:
        best = in_scope[0] if len(in_scope) == 1 else max(in_scope, key=_weight)
        if best.relation == tables.CONVERTED and quantity.unit == "%" and words_beside.noted_percent(columns, best):
            return QuantityJudgement(QuantityStatus.WRONG_UNIT, best, best, True)
        for match in matches:
            if match.flags & MATCH_MISPLACED:
                return QuantityJudgement(WRONG_CONTEXT, best, match, True)
        if (
            nearest is not None
            and claim.word_count
            and displaced.by_another(columns, quantity, best, nearest, claim, alone=len(in_scope) == 1)
        ):
            return QuantityJudgement(WRONG_CONTEXT, best, nearest, near)
        holders = tuple(
            [match.source for match in in_scope if match.context > 0 or match.near > 0 or not claim.word_count]
        )
        if all(match.flags & MATCH_WEAK for match in in_scope):
            return QuantityJudgement(QuantityStatus.UNVERIFIABLE, best)
        return QuantityJudgement(_STATUS_OF_RELATION[best.relation], best, holders=holders)
    if close and nearest is not None and nearest.near > 0:
        # It stands there without its unit, among other words, while another value stands among these.
        for match in close:
            if match.relation <= ROUNDED and match.source >= 0 and (not cited or match.source in cited):
                return QuantityJudgement(WRONG_CONTEXT, match, nearest, near)
    if cited and all(columns.index.flags[source] for source in cited):
        return QuantityJudgement(UNVERIFIABLE)
    elsewhere: list[QuantityMatch] = []
    for match in held:
        if _about(match, claim) and (
            nearest is None or not displaced.clearly(columns, quantity, match, nearest, claim)
        ):
            elsewhere.append(match)
    if elsewhere:
        return QuantityJudgement(WRONG_SOURCE, max(elsewhere, key=lambda match: match.context), nearest, near)
    wrong: list[QuantityMatch] = []
    for match in close:
        read_otherwise = match.relation > ROUNDED and match.source >= 0 and (not cited or match.source in cited)
        if read_otherwise and _about(match, claim):
            wrong.append(match)
    if wrong:
        return _read_otherwise(columns, quantity, max(wrong, key=_context), claim)
    for match in close:
        if match.source < 0 and match.relation <= ROUNDED:
            return QuantityJudgement(FROM_QUESTION, None, nearest, near)
    slipped = _slipped(quantity, close, claim, cited) if close else []
    if slipped:
        return _read_otherwise(columns, quantity, max(slipped, key=_context), claim)
    if not near and _counts_things(quantity, kind):
        return QuantityJudgement(UNVERIFIABLE)
    if _only_points(quantity, kind):
        return QuantityJudgement(QuantityStatus.IGNORED)
    return QuantityJudgement(NOT_IN_EVIDENCE, None, nearest, near)


def _counts_sources(columns: Columns, quantity: Quantity) -> bool:
    """ "The three documents": the answer speaks of its own evidence."""
    if len(quantity.value) > MOST_COUNT_DIGITS or not quantity.value.isdecimal():
        return False
    nouns = (
        lang.all_phrases("source_nouns")
        if quantity.value == str(len(columns.index.sources))
        else lang.all_phrases("own_source_nouns")
    )
    segment = columns.comparison.segments[quantity.segment]
    end = max(quantity.number_end, segment.text_end)
    behind = columns.comparison.answer.text_up_to(quantity.number_end, end, MOST_NOUN_BYTES)
    return tables.fold(behind).lstrip().startswith(nouns)


def _per_another(unlike: list[QuantityMatch], cited: tuple[int, ...]) -> QuantityJudgement:
    best = max(unlike, key=lambda match: (match.source in cited, *_weight(match)))
    return QuantityJudgement(QuantityStatus.WRONG_UNIT, best, best, True)


def _context(match: QuantityMatch) -> tuple[int, int]:
    return match.context, -match.relation


def _read_otherwise(columns: Columns, quantity: Quantity, best: QuantityMatch, claim: ClaimMatch) -> QuantityJudgement:
    """The digits stand there with another unit or sign, which words may bear out or a table leave open."""
    if words_beside.say_the_same(columns, quantity, best):
        return QuantityJudgement(QuantityStatus.SUPPORTED, best, holders=(best.source,))
    if best.relation == tables.OTHER_SIGN and best.flags & tables.MATCH_IN_TABLE and not claim.word_count:
        # Brackets in a table mean "less" as often as a loss; a bare value does not say which it means.
        return QuantityJudgement(UNVERIFIABLE, best)
    if best.flags & tables.MATCH_SCALE_UNSTATED:
        return QuantityJudgement(UNVERIFIABLE, best)
    return QuantityJudgement(_STATUS_OF_RELATION[best.relation], best, best, True)


def _looked_up(columns: Columns, quantity: Quantity) -> bool:
    """All of the evidence was read, and a source in scope can be."""
    cited = columns.cited[quantity.segment]
    legible = not cited or not all(columns.index.flags[source] for source in cited)
    return legible and columns.index.readable and not columns.comparison.truncated


def _only_points(quantity: Quantity, kind: str) -> bool:
    """ "First, ..." and "one way": a small ordinal, or "one" without a unit, written as a word."""
    if not quantity.flags & tables.QUANTITY_SPELLED or quantity.unit or not quantity.value.isdecimal():
        return False
    value = int(quantity.value)
    return value == 1 or (kind == "ordinal" and value < LEAST_SPELLED_ORDINAL)


def _weight(match: QuantityMatch) -> tuple[int, int, int]:
    return match.near, match.context, -match.relation


def _counts_things(quantity: Quantity, kind: str) -> bool:
    """ "Four products", "twice as much": small numbers in words often count or compare what the evidence lists."""
    if not quantity.flags & tables.QUANTITY_SPELLED or not quantity.value.isdecimal():
        return False
    if kind == "ratio":
        return True
    return kind == "number" and 1 < int(quantity.value) <= MOST_SPELLED_COUNT


def _judge_aside(segment_kind: str, held: list[QuantityMatch], matches: list[QuantityMatch]) -> QuantityJudgement:
    """A quantity of a heading, a greeting, a question or an abstention: shown, never held against the answer."""
    if held:
        best = max(held, key=lambda match: (match.context, -match.relation))
        return QuantityJudgement(_STATUS_OF_RELATION[best.relation], best)
    if segment_kind == "abstention" and any(match.source < 0 for match in matches):
        return QuantityJudgement(FROM_QUESTION)
    return QuantityJudgement(QuantityStatus.IGNORED)


def _about(match: QuantityMatch, claim: ClaimMatch) -> bool:
    """The value stands with words of the claim: with two of them, or with all where it has fewer."""
    return max(match.context, match.near) >= min(2, claim.word_count)


def _nearest(others: list[QuantityMatch], cited: tuple[int, ...]) -> QuantityMatch:
    """Of other values of the kind, at least one, that with most of the claim's words; cited ones first."""
    if cited:
        others = [match for match in others if match.source in cited] or others
    return others[0] if len(others) == 1 else max(others, key=lambda match: (match.near, match.context))


def turn(columns: Columns) -> None:
    """A value of which the claim says the contrary ("fell 35 %" for "rose 35 %") belongs to the other direction."""
    for segment, conflicts in columns.conflicts.items():
        row = columns.comparison.segments[segment]
        places = range(row.first_quantity, row.first_quantity + row.quantity_count)
        for conflict in conflicts:
            if conflict.check_id != "direction" or not conflict.of_value:
                continue
            held = [place for place in places if columns.quantities[place].status in _HELD]
            behind = [place for place in held if columns.comparison.quantities[place].start >= conflict.end]
            for place in behind[:1] or held[-1:]:
                columns.quantities[place] = QuantityJudgement(WRONG_CONTEXT, columns.quantities[place].match)


def notes(columns: Columns) -> list[Note]:
    """One finding for each quantity that does not hold, and INFO for one end of a range."""
    out: list[Note] = []
    comparison = columns.comparison
    for quantity, judgement in zip(comparison.quantities, columns.quantities, strict=True):
        reason = _REASONS.get(judgement.status)
        if reason is None:
            if judgement.match is not None and judgement.match.relation == tables.RANGE_END:
                written = columns.text(quantity.start, quantity.end)
                note = Note(CHECK_ID, "range-end", Severity.INFO, quantity.start, quantity.end, quantity.segment)
                note.refs = (columns.match_ref(judgement.match),)
                note.message = f"“{written}” is one end of “{note.refs[0].text}”"
                out.append(note)
            continue
        if not columns.judged(quantity.segment) or judgement.derivation is not None:
            continue
        out.append(_note(columns, quantity, judgement, reason, columns.text(quantity.start, quantity.end)))
    return out


def _note(columns: Columns, quantity: Quantity, judgement: QuantityJudgement, reason: str, written: str) -> Note:
    severity = Severity.WARNING if judgement.status is UNVERIFIABLE else ERROR
    note = Note(CHECK_ID, reason, severity, quantity.start, quantity.end, quantity.segment)
    shown = judgement.match or (judgement.nearest if judgement.near_subject else None)
    if judgement.given is not None:
        note.refs = (judgement.given, *([columns.match_ref(judgement.match)] if judgement.match else []))
    elif judgement.status is WRONG_CONTEXT:
        note.refs = tuple(
            columns.match_ref(match) for match in (judgement.nearest, judgement.match) if match is not None
        )
    elif shown is not None:
        note.refs = (columns.match_ref(shown),)
    place = f"“{note.refs[0].text}”" if note.refs else ""
    note.cause = GENERATION if note.refs else RETRIEVAL
    if judgement.status is NOT_IN_EVIDENCE:
        note.message = f"“{written}” does not occur in the evidence in scope" + (
            f"; the closest is {place}" if place else ""
        )
    elif judgement.status is FROM_QUESTION:
        note.message = f"“{written}” stands in the question alone, which is no evidence"
    elif judgement.status is WRONG_SOURCE:
        note.cause = LikelyCause.CITATION
        note.message = f"“{written}” stands in source {note.refs[0].source_id}, which is not cited"
    elif judgement.status is WRONG_CONTEXT and judgement.nearest is None and judgement.given is None:
        note.message = f"of “{written}” the evidence says the contrary"
    elif judgement.status is WRONG_CONTEXT:
        note.message = f"“{written}” belongs to something else; of this the evidence says {place}"
    elif judgement.status is UNVERIFIABLE and judgement.match is not None:
        note.message = f"“{written}” has the digits of {place}; whether it means that cannot be told from the table"
    elif judgement.status is UNVERIFIABLE and _looked_up(columns, quantity):
        note.message = f"“{written}” is not written in the evidence, which may list what it counts"
    elif judgement.status is UNVERIFIABLE:
        note.message = f"“{written}” cannot be looked up: no readable source is in scope, or the search was cut short"
    elif judgement.match is not None and judgement.match.relation <= ROUNDED:
        note.message = f"“{written}” and {place} are each per something else"
    elif judgement.status is WRONG_SIGN:
        note.message = f"“{written}” has the other sign than {place}"
    else:
        note.message = f"“{written}” has the digits of {place} with another unit, currency or scale"
    return note
