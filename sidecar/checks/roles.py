"""roles: one party named in the place of the other: lessor for lessee, 甲方 for 乙方."""

from __future__ import annotations

from sidecar import contrasts
from sidecar.columns import Columns, Conflict

CHECK_ID = "roles"
REASON_IDS = ("role-conflict",)


def conflicts(columns: Columns) -> list[Conflict]:
    """Each word of a claim in whose place its passage has an opposite."""
    return contrasts.opposed(columns, CHECK_ID, REASON_IDS[0])
