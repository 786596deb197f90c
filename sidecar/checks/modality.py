"""modality: what is a duty in the evidence and a choice in the answer, or the other way round."""

from __future__ import annotations

from sidecar import contrasts
from sidecar.columns import Columns, Conflict

CHECK_ID = "modality"
REASON_IDS = ("modality-conflict",)


def conflicts(columns: Columns) -> list[Conflict]:
    """Each word of a claim in whose place its passage has an opposite."""
    return contrasts.opposed(columns, CHECK_ID, REASON_IDS[0])
