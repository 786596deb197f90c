"""entities: who does what to whom, the other way round than in the evidence (A acquired B, B acquired A).

Names that stand nowhere in the evidence are `names`, under the same check id.
"""

from __future__ import annotations

from sidecar import contrasts
from sidecar.columns import Columns, Conflict

CHECK_ID = "entities"
REASON_IDS = ("entity-conflict",)


def conflicts(columns: Columns) -> list[Conflict]:
    """Each relation whose two sides are exchanged, or which is said the other way round in the same order."""
    return contrasts.opposed(columns, CHECK_ID, REASON_IDS[0])
