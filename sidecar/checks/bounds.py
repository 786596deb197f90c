"""bounds: at least for at most, before for after, all for some. Pairs: `[contrasts]` of a language."""

from __future__ import annotations

from sidecar import contrasts
from sidecar.columns import Columns, Conflict

CHECK_ID = "bounds"
REASON_IDS = ("bound-conflict",)


def conflicts(columns: Columns) -> list[Conflict]:
    """Each word of a claim in whose place its passage has an opposite."""
    return contrasts.opposed(columns, CHECK_ID, REASON_IDS[0])
