"""polarity: the answer denies what the evidence says, says what it denies, or the contrary (permitted, prohibited)."""

from __future__ import annotations

from sidecar import contrasts, lang
from sidecar.columns import Columns, Conflict

CHECK_ID = "polarity"
REASON_IDS = ("polarity-conflict",)
_ADDED = "the answer denies with “{answer}” what the evidence says: “{source}”"
_DROPPED = "the answer says “{answer}” where the evidence denies it with “{source}”"


def conflicts(columns: Columns) -> list[Conflict]:
    """Negations that stand on one side alone, then opposites."""
    out: list[Conflict] = []
    for row in contrasts.rows(columns, CHECK_ID):
        if row.group != lang.NEGATION:
            continue
        if contrasts.added_negation(row):
            out.append(contrasts.conflict(columns, row, CHECK_ID, REASON_IDS[0], _ADDED))
        elif contrasts.dropped_negation(row):
            out.append(contrasts.conflict(columns, row, CHECK_ID, REASON_IDS[0], _DROPPED))
    return out + contrasts.opposed(columns, CHECK_ID, REASON_IDS[0])
