"""By how much a value changed is not what it changed to: "rose by 12 %" beside "rose to 12 %"."""

from __future__ import annotations

from functools import cache

from sidecar import lang, tables
from sidecar.columns import Columns
from sidecar.tables import Quantity, QuantityMatch

BY, TO = 1, 2
# A verb may stand before the quantity in front: "fell from 7 % to 5 %".
QUANTITIES_BEFORE = 2


def spoken_of(columns: Columns) -> bool:
    """Whether the answer speaks of some value's change: most do not, and need no closer look."""
    segments = columns.comparison.segments
    for segment in segments:
        if segment.phrases & tables.CHANGE_VERB_PHRASE:
            return True
    text = columns.comparison.answer.text(segments[0].start, segments[-1].end) if segments else ""
    return not text.isascii() and any(map(tables.fold(text).__contains__, _unparted_verbs()))


def other(columns: Columns, quantity: Quantity, held: list[QuantityMatch]) -> list[QuantityMatch]:
    """The places that call a value a level where the answer calls it a change, or a change where that says a level.

    A source that writes the same digits more than once may mean another place: it says nothing against the answer.
    """
    segment = columns.comparison.segments[quantity.segment]
    rows = columns.comparison.quantities[segment.first_quantity : segment.first_quantity + segment.quantity_count]
    ends = [segment.text_start, *(row.end for row in rows if row.start < quantity.start)][-QUANTITIES_BEFORE - 1 :]
    said = _way(columns.comparison.answer.text(min(ends[0], quantity.start), quantity.start))
    return [match for match in held if said and _differs(columns, said, match)]


def _differs(columns: Columns, said: int, match: QuantityMatch) -> bool:
    if match.source < 0 or match.flags & tables.MATCH_IN_TABLE:
        return False
    unit = columns.index.unit(match.unit)
    first = max(unit.first_quantity, match.evidence - QUANTITIES_BEFORE)
    start = columns.index.quantity(first - 1).end if first > unit.first_quantity else unit.text_start
    way = _way(columns.index.text(match.source, min(start, match.start), match.start))
    if not way or way == said:
        return False
    row = columns.index.quantity(match.evidence)
    digits = columns.index.text(match.source, row.number_start, row.number_end)
    return columns.index.sources[match.source].text.count(digits) == 1


def _way(before: str) -> int:
    """BY, TO or 0 for what stands right before a value."""
    text = tables.fold(before).rstrip()
    for hedge in _list("change_hedges"):
        if text.endswith(hedge):
            text = text[: -len(hedge)].rstrip()
            break
    way = BY if text.endswith(_list("change_by")) else TO if text.endswith(_list("change_to")) else 0
    if not way:
        return 0
    words = f" {text} "
    return way if any((f" {verb} " if verb.isascii() else verb) in words for verb in _list("change_verbs")) else 0


@cache
def _unparted_verbs() -> tuple[str, ...]:
    """Verbs that are written without blanks around them, of which one stands in every text that has any."""
    verbs = [verb for verb in _list("change_verbs") if not verb.isascii()]
    return tuple(verb for verb in verbs if not any(other != verb and other in verb for other in verbs))


@cache
def _list(name: str) -> tuple[str, ...]:
    """Hedges and cues of all languages; English ones only behind a blank."""
    phrases = [phrase for code in lang.language_codes() for phrase in lang.phrases(code).get(name, ())]
    if name == "change_verbs":
        return tuple(phrases)
    return tuple(f" {phrase}" if phrase.isascii() else phrase for phrase in phrases)
