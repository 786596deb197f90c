"""Whose a value is by the dates beside it: "In 2023: 54. In 2024: 61" is 61 for a claim about 2024."""

from __future__ import annotations

from sidecar import tables
from sidecar.columns import Columns
from sidecar.tables import Quantity, QuantityMatch

MOST_TURNS = 16  # quantities of one sentence that are looked through
DATE_REACH = 120  # bytes behind a date that it may tell the day of


def by_year(columns: Columns, quantity: Quantity, best: QuantityMatch, nearest: QuantityMatch) -> bool | None:
    """Whether the claim's only year is that of `nearest` and not of `best` (True), or the other way round (False).

    None where years do not tell: "In 2023: 54. In 2024: 61" does for a claim about 2024.
    """
    segment = columns.comparison.segments[quantity.segment]
    if (best.flags | nearest.flags) & tables.MATCH_IN_TABLE or not 1 < segment.quantity_count <= MOST_TURNS:
        return None
    beside = columns.comparison.quantities[segment.first_quantity : segment.first_quantity + segment.quantity_count]
    years = {_year(other) for other in beside} - {""}
    if len(years) != 1 or tables.QUANTITY_KINDS[quantity.kind] == "date":
        return None
    of_best, of_nearest = _year_of(columns, best), _year_of(columns, nearest)
    if not of_best or not of_nearest or of_best == of_nearest:
        return None
    if of_best in years:
        return False
    return True if of_nearest in years and nearest.near >= best.near and nearest.own > 0 else None


def month_stands(columns: Columns, quantity: Quantity) -> bool:
    """Whether a month without year and day stands as a word in the evidence, where nothing marks it as a date.

    "The July high is 69": a month is read as a date behind "in" and its kin alone, as May and March are words too.
    """
    word = _month_word(columns, quantity)
    return bool(word) and columns.index.word_begins(word, whole=True)


def bare_at_own_month(columns: Columns, quantity: Quantity, matches: list[QuantityMatch]) -> list[QuantityMatch]:
    """Equal numbers without a unit in a sentence that names the claim's month: "the January low is 43" for 43 °F."""
    segment = columns.comparison.segments[quantity.segment]
    if segment.quantity_count > MOST_TURNS or quantity.unit in ("", "%"):
        return []
    beside = columns.comparison.quantities[segment.first_quantity : segment.first_quantity + segment.quantity_count]
    months = {_month_word(columns, other) for other in beside} - {""}
    if not months:
        return []
    return [
        match
        for match in matches
        if match.relation <= tables.ROUNDED
        and match.source >= 0
        and match.context > 0
        and match.flags & tables.MATCH_UNIT_MISSING
        and not columns.index.quantity(match.evidence).unit
        and not months.isdisjoint(_sentence(columns, match).split())
    ]


def _sentence(columns: Columns, match: QuantityMatch) -> str:
    unit = columns.index.unit(match.unit)
    return tables.fold(columns.index.text(match.source, unit.start, unit.end))


def _month_word(columns: Columns, quantity: Quantity) -> str:
    """The month of a date without year and day, as a word; empty for other quantities."""
    if tables.QUANTITY_KINDS[quantity.kind] != "date" or len(quantity.value) != len("--07"):
        return ""
    word = columns.text(quantity.start, quantity.end).lower() if quantity.value.startswith("--") else ""
    return word if word.isalpha() else ""


def behind_own_date(columns: Columns, quantity: Quantity, best: QuantityMatch, nearest: QuantityMatch) -> bool:
    """Whether the claim's date stands last before its value, behind the other value, and not before that one too.

    "On May 14 it was 107, on May 13 105": 105 is of the 13th, though more words stand beside 107.
    """
    segment = columns.comparison.segments[quantity.segment]
    if segment.quantity_count > MOST_TURNS or best.source != nearest.source or best.start < nearest.start:
        return False
    between = False
    for place in range(segment.first_quantity, segment.first_quantity + segment.quantity_count):
        if tables.QUANTITY_KINDS[columns.comparison.quantities[place].kind] != "date":
            continue
        for match in columns.comparison.matches_of[place]:
            if match.relation != tables.EQUAL or match.source != best.source:
                continue
            if nearest.start - DATE_REACH < match.start < nearest.start:
                return False
            behind = max(nearest.start, best.start - DATE_REACH) < match.start < best.start
            between = between or (behind and not _has_date(columns, match.evidence + 1, best.evidence))
    return between


def _has_date(columns: Columns, first: int, end: int) -> bool:
    """Whether one of the evidence's quantities `first` to `end` (open) is a date."""
    return any(tables.QUANTITY_KINDS[columns.index.quantity(place).kind] == "date" for place in range(first, end))


def _year(quantity: Quantity) -> str:
    """The year of a single date, empty for anything else."""
    if tables.QUANTITY_KINDS[quantity.kind] != "date":
        return ""
    year = quantity.value.removeprefix("FY")[:4]
    return year if year.isdecimal() and len(year) == 4 else ""


def _year_of(columns: Columns, match: QuantityMatch) -> str:
    """The year that its sentence gives to a value, empty where that is not plain: years and values must take turns."""
    unit = columns.index.unit(match.unit)
    if unit.quantity_count > MOST_TURNS:
        return ""
    rows = [columns.index.quantity(unit.first_quantity + place) for place in range(unit.quantity_count)]
    kind = next((row.kind for row in rows if row.start == match.start), -1)
    turns = [(_year(row), row.start) for row in rows if row.kind == kind or _year(row)]
    if len(turns) % 2:
        return ""
    pairs = list(zip(turns[::2], turns[1::2], strict=True))
    if any(bool(left[0]) == bool(right[0]) or bool(left[0]) != bool(turns[0][0]) for left, right in pairs):
        return ""
    return next((left[0] or right[0] for left, right in pairs if match.start in (left[1], right[1])), "")
