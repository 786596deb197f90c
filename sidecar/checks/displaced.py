"""Values in another's place: a value that stands in the evidence, but as that of something else (WRONG_CONTEXT)."""

from __future__ import annotations

import re

from sidecar import dating, tables
from sidecar.checks import words_beside
from sidecar.columns import Columns
from sidecar.model import Ref
from sidecar.tables import ClaimMatch, Quantity, QuantityMatch

# It takes the value's place (WRONG_CONTEXT) where the words next to the claim's value stand next to it, and not next
# to the equal one: at least this share of them, or so much more than beside the equal one.
DISPLACED_SHARE = 0.5
DISPLACED_WORDS = 2
DISPLACED_CLEAR_SHARE = 0.6
DISPLACED_MARGIN = 0.4
DISPLACED_END_MARGIN = 0.3
DISPLACED_OWN_MARGIN = 0.3
SHORT_CLAIM = 4
# ... and it must have more of the claim around it, unless nearly all of these words stand next to it and none there.
DISPLACED_FULL_SHARE = 0.75
# A claim is a copy of its passage from this share of its words on, where it has so many of them.
COPY_SHARE, COPY_WORDS = 0.8, 4
# What stands between two values and tells what the second one is: at least so many characters, at most so many bytes.
LEAST_BETWEEN, MOST_BETWEEN = 2, 120
# As much of the claim as a passage must hold to be the claim's own.
OWN_PASSAGE_SHARE = 0.5
# Digits that two numbers do not share by chance.
PRECISE_DIGITS = 3
_TOLD = frozenset({"money", "percent", "measure", "count", "number", "ratio", "fraction"})


def clearly(
    columns: Columns,
    quantity: Quantity,
    best: QuantityMatch,
    nearest: QuantityMatch,
    claim: ClaimMatch,
    *,
    alone: bool = True,
) -> bool:
    """Another value of the kind stands next to the claim's words for this value, and the equal one clearly does not.

    Dates are left out, and bare numbers unless all the words agree: a page has many of them, of everything. `alone`: no
    other place in scope holds the claim's value; where some do, a single word in their sentences tells nothing.
    """
    words = nearest.near_count
    if not words or nearest.near < best.near:
        return False
    everything = nearest.near == words and words - best.near >= DISPLACED_WORDS
    beside = abs(nearest.unit - best.unit) <= 1 and tables.QUANTITY_KINDS[quantity.kind] != "date"
    if everything and beside and nearest.context >= best.context:
        return True
    if not quantity.unit:
        return False
    # A sentence that has every word of the claim beside another value, where the equal one's lacks some of them.
    whole = nearest.own == claim.word_count > max(best.own, 1) and nearest.near == words > best.near
    if whole and tables.QUANTITY_KINDS[quantity.kind] != "date":
        return True
    short = claim.word_count <= SHORT_CLAIM
    if nearest.near == best.near:  # told apart by their sentences alone
        least = DISPLACED_OWN_MARGIN * claim.word_count
        clear = short and nearest.own - best.own >= (least if alone else max(least, DISPLACED_WORDS))
        return best.near > 0 and clear and nearest.own >= DISPLACED_CLEAR_SHARE * claim.word_count
    if not best.near and not best.own and nearest.own and short:
        return True
    share = nearest.near / words
    # The values of one sentence are parted by the words next to each, few as they are.
    if short and best.near == 0 and nearest.near and nearest.unit == best.unit:
        return True
    if best.near == 0 and share >= DISPLACED_FULL_SHARE:
        return True
    # The rows of one table are parted by their labels alone.
    if best.near == 0 and nearest.flags & best.flags & tables.MATCH_IN_TABLE and nearest.source == best.source:
        return share >= DISPLACED_SHARE
    around = nearest.context >= best.context and share >= DISPLACED_SHARE
    if around and words_beside.labelled_as(columns, quantity, nearest, best):
        return True
    more_around = nearest.context > best.context or (nearest.own > best.own and nearest.context >= best.context)
    if not more_around:
        return False
    if best.near == 0:
        return share >= DISPLACED_SHARE and nearest.near >= min(DISPLACED_WORDS, words)
    # One end of a range is less than the value itself.
    margin = DISPLACED_END_MARGIN if best.relation == tables.RANGE_END else DISPLACED_MARGIN
    return share >= DISPLACED_CLEAR_SHARE and (nearest.near - best.near) / words >= margin


def _has_values_beside(columns: Columns, quantity: Quantity) -> bool:
    """Whether the claim holds another value that a time may name: the return over three months, the rent of a year."""
    segment = columns.comparison.segments[quantity.segment]
    others = columns.comparison.quantities[segment.first_quantity : segment.first_quantity + segment.quantity_count]
    return any(tables.QUANTITY_KINDS[other.kind] in ("percent", "money", "ratio", "range") for other in others)


def _in_place_of(
    columns: Columns,
    quantity: Quantity,
    best: QuantityMatch,
    nearest: QuantityMatch,
    claim: ClaimMatch,
    *,
    alone: bool = True,
) -> bool:
    """Another value stands where the claim's belongs: by the words next to both, and by the passage that it copies.

    A value of the claim's own passage is not displaced by one from elsewhere, but for one end of a range in a passage
    that holds less than half of the claim.
    """
    if tables.QUANTITY_KINDS[quantity.kind] == "duration" and _has_values_beside(columns, quantity):
        return False  # "the return over three months was 5 %": the time names the value
    row = claim.best_cited if claim.best_cited >= 0 else claim.best_passage
    if row < 0 or claim.word_count < COPY_WORDS:
        return clearly(columns, quantity, best, nearest, claim, alone=alone)
    passage = columns.comparison.passages[row]
    inside = range(passage.first_unit, passage.last_unit + 1)
    weak = best.relation == tables.RANGE_END and passage.matched < OWN_PASSAGE_SHARE * claim.word_count
    if best.unit in inside and nearest.unit not in inside and not weak:
        return False
    if clearly(columns, quantity, best, nearest, claim, alone=alone):
        return True
    if tables.QUANTITY_KINDS[quantity.kind] == "date" or nearest.near <= best.near:
        return False
    copied = passage.matched >= COPY_SHARE * claim.word_count
    return copied and nearest.unit in inside and best.unit not in inside


def by_another(
    columns: Columns,
    quantity: Quantity,
    best: QuantityMatch,
    nearest: QuantityMatch,
    claim: ClaimMatch,
    *,
    alone: bool = True,
) -> bool:
    """The value is another year's, or another's by the words and dates next to both."""
    other_year = dating.by_year(columns, quantity, best, nearest)
    if other_year is not None:
        return other_year
    return _in_place_of(columns, quantity, best, nearest, claim, alone=alone) and not dating.behind_own_date(
        columns, quantity, best, nearest
    )


def behind_same_value(columns: Columns, place: int, held: QuantityMatch) -> Ref | None:
    """The other value that stands behind the value before this one, and the same words, in the evidence.

    "5325.61 km, up 25.5 %" where the evidence has "5325.61 km, up 1.7 %", and 25.5 % elsewhere. The value before must
    be a precise one; times name values and are none that this tells.
    """
    quantity, before = columns.comparison.quantities[place], columns.comparison.quantities[place - 1]
    kinds = tables.QUANTITY_KINDS[quantity.kind], tables.QUANTITY_KINDS[before.kind]
    digits = len(before.value.replace(".", "").strip("-0"))
    if before.segment != quantity.segment or digits < PRECISE_DIGITS or not set(kinds) <= _TOLD:
        return None
    between = _words(columns.comparison.answer.text(before.end, quantity.start))
    if len(between) < LEAST_BETWEEN:
        return None
    found: Ref | None = None
    for match in columns.comparison.matches_of[place - 1]:
        if match.relation != tables.EQUAL or match.source < 0 or match.flags & tables.MATCH_IN_TABLE:
            continue
        other = columns.index.quantity_behind(match.evidence)
        if other is None or not match.end <= other.start <= match.end + MOST_BETWEEN:
            continue
        if other.value == quantity.value or (match.source == held.source and abs(match.unit - held.unit) <= 1):
            return None
        same_kind = other.kind == quantity.kind and other.unit == quantity.unit
        if same_kind and _words(columns.index.text(match.source, match.end, other.start)) == between:
            found = found or columns.index.ref(match.source, other.start, other.end)
    return found


def _words(text: str) -> str:
    return re.sub(r"\W+", " ", tables.fold(text)).strip()
