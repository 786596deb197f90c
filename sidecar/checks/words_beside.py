"""Words beside a value that state what its figures lack: a sign ("a loss of 412"), or that it is a percentage."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from itertools import pairwise

from sidecar import lang, tables
from sidecar.columns import Columns
from sidecar.tables import Quantity, QuantityMatch

MOST_NOTE_CHARACTERS = 16
"""How far from a value a note such as "pct" may stand."""
LABEL_CHARACTERS, MOST_LABEL_CHARACTERS = 4, 24
"""Han characters that a name must have to be one, and how many before a value are looked at."""


_BETWEEN_LISTED = re.compile(r"[\s,;/&，、]*")


def shares_scale(columns: Columns, quantity: Quantity, match: QuantityMatch) -> bool:
    """ "$54.1, $4.8 million" has one scale for all values of the list: what the evidence calls 54.1 million."""
    if match.relation != tables.OTHER_UNIT or quantity.flags & tables.QUANTITY_SCALED:
        return False
    segment = columns.comparison.segments[quantity.segment]
    rows = columns.comparison.quantities[segment.first_quantity : segment.first_quantity + segment.quantity_count]
    listed = [row for row in rows if row.start >= quantity.start]
    last = listed[-1]
    if last.unit != quantity.unit or not last.flags & tables.QUANTITY_SCALED:
        return False
    if not all(_BETWEEN_LISTED.fullmatch(columns.text(a.end, b.start)) for a, b in pairwise(listed)):
        return False
    digits = columns.text(last.number_start, last.number_end).replace(",", "")
    stands = columns.index.quantity(match.evidence).value
    try:
        return Fraction(stands) == Fraction(quantity.value) * Fraction(last.value) / Fraction(digits)
    except (ValueError, ZeroDivisionError):  # a range, a numeral in words
        return False


def _sign_in_words(columns: Columns, quantity: Quantity) -> bool:
    """ "A loss of 412" states the sign of (412) in words."""
    return bool(columns.comparison.segments[quantity.segment].phrases & tables.LOSS_PHRASE)


@cache
def _percent_notes() -> re.Pattern[str]:
    notes = [tables.fold(note) for note in lang.all_phrases("percent_notes")]
    return re.compile("|".join(rf"(?<![a-z]){re.escape(n)}(?![a-z])" if n.isalpha() else re.escape(n) for n in notes))


def noted_percent(columns: Columns, match: QuantityMatch) -> bool:
    """ "chg_pct = 0.86" is 0.86 %, and no 86 %."""
    unit = columns.index.unit(match.unit)
    before = columns.index.text(match.source, unit.start, match.start)[-MOST_NOTE_CHARACTERS:]
    behind = columns.index.text(match.source, match.end, max(unit.end, match.end))[:MOST_NOTE_CHARACTERS]
    return _percent_notes().search(tables.fold(before + " " + behind)) is not None


def say_the_same(columns: Columns, quantity: Quantity, match: QuantityMatch) -> bool:
    """Whether words beside a value, of the claim or the evidence, state the sign, unit or scale that it lacks."""
    if shares_scale(columns, quantity, match):
        return True
    if match.relation == tables.OTHER_SIGN:
        return _sign_in_words(columns, quantity) or _falls(columns, match)
    return quantity.unit == "%" and not columns.index.quantity(match.evidence).unit and noted_percent(columns, match)


def labelled_as(columns: Columns, quantity: Quantity, other: QuantityMatch, held: QuantityMatch) -> bool:
    """Whether the name right before a value stands right before another value, and not before the equal one.

    主营收入为 names what the value is of. Told by Han characters alone; a name of change (同比增长率) is everything's.
    """
    segment = columns.comparison.segments[quantity.segment]
    said = _label(columns.comparison.answer.text(segment.text_start, quantity.start))
    if said.isascii() or said.endswith(lang.all_phrases("label_changes")):
        return False
    return _shared(columns, said, other) >= LABEL_CHARACTERS and _shared(columns, said, held) <= 1


def _shared(columns: Columns, said: str, match: QuantityMatch) -> int:
    """How many Han characters at the end of a name are those before a value of the evidence too."""
    there = _label(columns.index.text(match.source, columns.index.unit(match.unit).start, match.start))
    shared = 0
    while shared < min(len(said), len(there)) and said[-shared - 1] == there[-shared - 1] > "\u2e80":
        shared += 1
    return shared


def _label(before: str) -> str:
    """What stands before a value, without the words and signs that lead to it: 产品久期 of 产品久期≤."""
    text = tables.fold(before[-MOST_LABEL_CHARACTERS:]).rstrip(' :：≤≥<>=“”"')
    for word in lang.all_phrases("label_links"):
        if text.endswith(word):
            return text[: -len(word)].rstrip()
    return text


def _falls(columns: Columns, match: QuantityMatch) -> bool:
    """ "Fell by 9 %" in the evidence is what the answer writes as -9 %."""
    unit = columns.index.unit(match.unit)
    before = tables.fold(columns.index.text(match.source, unit.start, match.start))
    return any(
        phrase in before if not phrase.isascii() else f" {phrase} " in f" {before} "
        for phrase in lang.all_phrases("loss")
    )
