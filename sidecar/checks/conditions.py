"""conditions: an exception that the evidence makes and the answer leaves out, or the other way round.

A WARNING: a short answer may well leave an exception out that does not concern it.
"""

from __future__ import annotations

from sidecar import contrasts, tables
from sidecar.columns import Columns, Conflict
from sidecar.model import Severity
from sidecar.tables import Contrast

CHECK_ID = "conditions"
REASON_IDS = ("condition-dropped", "condition-added")
LEAST_NEAR_SHARE, LEAST_CLAIM_SHARE, LEAST_NEAR_COUNT = 0.6, 0.5, 3
_DROPPED = "the evidence makes an exception, “{source}”, that the answer leaves out"
_ADDED = "the answer makes an exception, “{answer}”, that the evidence does not make"


def conflicts(columns: Columns) -> list[Conflict]:
    """Exceptions that stand on one side alone, where all around them is the same."""
    out: list[Conflict] = []
    for row in contrasts.rows(columns, CHECK_ID):
        if row.flags & tables.CONTRAST_COUNTERPART or not _close(row):
            continue
        dropped = bool(row.flags & tables.CONTRAST_DROPPED)
        reason, message = (REASON_IDS[0], _DROPPED) if dropped else (REASON_IDS[1], _ADDED)
        out.append(contrasts.conflict(columns, row, CHECK_ID, reason, message, Severity.WARNING))
    return out


def _close(row: Contrast) -> bool:
    return (
        row.left_run + row.right_run > 0
        and row.near >= LEAST_NEAR_COUNT
        and row.near >= LEAST_NEAR_SHARE * row.near_count
        and row.claim_matched >= LEAST_CLAIM_SHARE * row.claim_count
    )
