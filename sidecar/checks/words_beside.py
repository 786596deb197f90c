"""Words beside a value that state what its figures lack: a sign ("a loss of 412"), or that it is a percentage."""

from __future__ import annotations

import re
from functools import cache

from sidecar import lang, tables
from sidecar.columns import Columns
from sidecar.tables import Quantity, QuantityMatch

MOST_NOTE_CHARACTERS = 16
"""How far from a value a note such as "pct" may stand."""


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
    """Whether words beside a value, of the claim or of the evidence, state the sign or the unit that it lacks."""
    if match.relation == tables.OTHER_SIGN:
        return _sign_in_words(columns, quantity) or _falls(columns, match)
    return quantity.unit == "%" and not columns.index.quantity(match.evidence).unit and noted_percent(columns, match)


def _falls(columns: Columns, match: QuantityMatch) -> bool:
    """ "Fell by 9 %" in the evidence is what the answer writes as -9 %."""
    unit = columns.index.unit(match.unit)
    before = tables.fold(columns.index.text(match.source, unit.start, match.start))
    return any(
        phrase in before if not phrase.isascii() else f" {phrase} " in f" {before} "
        for phrase in lang.all_phrases("loss")
    )
