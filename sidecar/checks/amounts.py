"""quantities, within the answer: an amount said twice and differently, and parts that do not make their sum.

Only what the answer itself states is held against it: figures in brackets behind the same amount in words, and a total
that follows its parts ("…, for a total of", 合计) or an equals sign. Exact values; rounded parts may differ by half a
unit of their last digit each.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

from sidecar import lang, tables
from sidecar.columns import Columns, Note
from sidecar.decimals import decimal_text
from sidecar.model import LikelyCause, QuantityStatus, Severity
from sidecar.tables import Quantity, Segment

CHECK_ID = "quantities"
REASON_IDS = ("amount-forms-differ", "sum-differs")

# What may stand between an amount in words and in figures, in bytes: an opening bracket and a word such as 小写.
MOST_GAP_BYTES = 32
# A total is compared with so many parts right before it.
MOST_PARTS = 32

_HELD = frozenset({QuantityStatus.SUPPORTED, QuantityStatus.ROUNDED, QuantityStatus.CONVERTED, QuantityStatus.DERIVED})
_VAGUE = tables.QUANTITY_HEDGED | tables.QUANTITY_BOUNDS | tables.QUANTITY_TOLERANCE | tables.QUANTITY_OPEN_RANGE
_COUNTED = frozenset({"number", "percent", "money", "measure", "count", "duration"})


@cache
def _words(name: str) -> str:
    words = set(lang.all_phrases(name))
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


@cache
def _restating_gap() -> re.Pattern[str]:
    # "ten (12", 壹佰万元整（小写：¥1,200,000
    marks = r"[\s,，:：、]*"
    return re.compile(rf"{marks}(?:[(（]{marks}(?:{_words('amount_forms')})?|(?:{_words('amount_forms')})){marks}")


@cache
def _cue_before() -> re.Pattern[str]:
    return re.compile(rf"(?:{_words('sum_cues')})[\s:：为达]*$", re.IGNORECASE)


def notes(columns: Columns) -> list[Note]:
    """The findings, in order."""
    quantities = columns.comparison.quantities
    out: list[Note] = []
    for place in range(1, len(quantities)):
        if (quantities[place].flags ^ quantities[place - 1].flags) & tables.QUANTITY_SPELLED:
            note = _forms(columns, place)
            if note is not None:
                out.append(note)
    for segment in columns.comparison.segments:
        if segment.quantity_count > 2 and (segment.phrases & tables.SUM_CUE_PHRASE or _has_equation(columns, segment)):
            out += _sums(columns, segment)
    return out


def _value(quantity: Quantity) -> Fraction | None:
    """The exact value of a plain amount, None for ranges, dates, labels and what has no room."""
    if tables.QUANTITY_KINDS[quantity.kind] not in _COUNTED or not quantity.value:
        return None
    return Fraction(quantity.value)


def _severity(columns: Columns, places: list[int]) -> Severity:
    # What stands in the evidence in the same way is the evidence's fault: to be looked at, not to be failed.
    held = all(columns.quantities[place].status in _HELD for place in places)
    return Severity.WARNING if held else Severity.ERROR


def _forms(columns: Columns, place: int) -> Note | None:
    """Judges "ten (12) days", 壹佰万元整（¥1,200,000）: the two quantities at `place` - 1 and `place`."""
    first, second = columns.comparison.quantities[place - 1], columns.comparison.quantities[place]
    if first.segment != second.segment or not 0 < second.start - first.end <= MOST_GAP_BYTES:
        return None
    one, other = _value(first), _value(second)
    if one is None or other is None or one == other or first.per_unit_row >= 0 or second.per_unit_row >= 0:
        return None
    if first.unit != second.unit and not (first.unit_row < 0 and tables.QUANTITY_KINDS[second.kind] == "duration"):
        return None
    gap = columns.text(first.end, second.start)
    if not _restating_gap().fullmatch(gap):
        return None
    segment_end = columns.comparison.segments[second.segment].text_end
    behind = columns.comparison.answer.text_up_to(second.end, segment_end, 4).lstrip()[:1]
    if ("(" in gap or "（" in gap) and behind not in (")", "）"):
        return None
    return Note(
        CHECK_ID,
        "amount-forms-differ",
        _severity(columns, [place - 1, place]),
        first.start,
        second.end,
        first.segment,
        LikelyCause.GENERATION,
        message=f"“{columns.text(first.start, first.end)}” is {first.value}, and "
        f"“{columns.text(second.start, second.end)}” beside it is {second.value}",
    )


def _has_equation(columns: Columns, segment: Segment) -> bool:
    return "=" in columns.text(segment.text_start, segment.text_end)


def _sums(columns: Columns, segment: Segment) -> list[Note]:
    """Each total of a segment that its parts, which stand before it, do not make."""
    first = segment.first_quantity
    places = range(first, first + segment.quantity_count)
    out: list[Note] = []
    for total in places[2:]:
        parts = _parts(columns, first, total)
        note = _differs(columns, parts, total) if len(parts) > 1 else None
        if note is not None:
            out.append(note)
    return out


def _parts(columns: Columns, first: int, total: int) -> list[int]:
    """The places of the quantities that the text adds up to `total`, the nearest first; none where it does not."""
    quantities = columns.comparison.quantities
    gap = columns.comparison.answer.text_up_to(quantities[total - 1].end, quantities[total].start, 2 * MOST_GAP_BYTES)
    equation = gap.strip() == "="
    if not equation and not _cue_before().search(gap):
        return []
    unit, per_unit = quantities[total].unit_row, quantities[total].per_unit_row
    out: list[int] = []
    for place in range(total - 1, max(first, total - 2 * MOST_PARTS) - 1, -1):
        part = quantities[place]
        if equation and out and columns.text(part.end, quantities[place + 1].start).strip() not in ("+", "＋"):
            break
        if (part.unit_row, part.per_unit_row) != (unit, per_unit) or _value(part) is None:
            if equation:
                return []
            continue  # years and shares between the parts
        if part.flags & _VAGUE:
            return []
        out.append(place)
    return out


def _differs(columns: Columns, parts: list[int], total: int) -> Note | None:
    quantities = columns.comparison.quantities
    stated = quantities[total]
    value = _value(stated)
    if value is None or stated.flags & _VAGUE:
        return None
    slack, added = _slack(stated), Fraction(0)
    for count, place in enumerate(parts, start=1):
        added += Fraction(quantities[place].value)
        slack += _slack(quantities[place])
        if count > 1 and abs(added - value) <= slack:
            return None  # these parts make it; what stands before them is something else
    return Note(
        CHECK_ID,
        "sum-differs",
        _severity(columns, [*parts, total]),
        stated.start,
        stated.end,
        stated.segment,
        LikelyCause.GENERATION,
        message=f"the {len(parts)} parts before “{columns.text(stated.start, stated.end)}” make {_written(added)}",
    )


def _slack(quantity: Quantity) -> Fraction:
    """Half a unit of the last written digit where the number is rounded or may be: a whole count is exact."""
    if quantity.quantum == 0 and tables.QUANTITY_KINDS[quantity.kind] != "percent":
        return Fraction(0)
    return Fraction(10) ** quantity.quantum / 2


def _written(value: Fraction) -> str:
    finite = not (10**18 * value.numerator) % value.denominator
    return decimal_text(value) if finite else f"{value.numerator}/{value.denominator}"
