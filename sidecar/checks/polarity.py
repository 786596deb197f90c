"""polarity: the answer denies what the evidence says, says what it denies, or the contrary (permitted, prohibited)."""

from __future__ import annotations

from sidecar import contrasts, lang, tables
from sidecar.columns import Columns, Conflict
from sidecar.model import Severity
from sidecar.tables import Contrast

CHECK_ID = "polarity"
REASON_IDS = ("polarity-conflict",)
_ADDED = "the answer denies with “{answer}” what the evidence says: “{source}”"
_UNBORNE = "the answer denies with “{answer}”, and nothing in the evidence beside it does: “{source}”"
_DROPPED = "the answer says “{answer}” where the evidence denies it with “{source}”"


def conflicts(columns: Columns) -> list[Conflict]:
    """Negations that stand on one side alone, then opposites; else a denial that nothing bears out."""
    out: list[Conflict] = []
    unborne: dict[int, Conflict] = {}
    excepted = {row.segment for row in contrasts.rows(columns, "conditions") if _left_out(row)}
    for row in contrasts.rows(columns, CHECK_ID):
        if row.group != lang.NEGATION:
            continue
        if contrasts.added_negation(row):
            # "Gift cards are not refunded" may be what "all but gift cards are refunded" says.
            severity = Severity.WARNING if row.segment in excepted else Severity.ERROR
            out.append(contrasts.conflict(columns, row, CHECK_ID, REASON_IDS[0], _ADDED, severity))
        elif contrasts.dropped_negation(row):
            out.append(contrasts.conflict(columns, row, CHECK_ID, REASON_IDS[0], _DROPPED))
        elif contrasts.unborne_negation(row) and row.segment not in unborne:
            one = contrasts.conflict(columns, row, CHECK_ID, REASON_IDS[0], _UNBORNE, Severity.WARNING)
            unborne[row.segment] = one
    out += contrasts.opposed(columns, CHECK_ID, REASON_IDS[0])
    for one in out:
        unborne.pop(one.segment, None)
    return [*out, *unborne.values()]


def _left_out(row: Contrast) -> bool:
    """Whether only the passage makes an exception."""
    return row.flags & (tables.CONTRAST_DROPPED | tables.CONTRAST_COUNTERPART) == tables.CONTRAST_DROPPED
