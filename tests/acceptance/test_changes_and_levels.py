"""By how much a value changed is not what it changed to."""

from __future__ import annotations

import pytest
from asking import ask, statuses

ROSE_TO = "The toll rose to 12 percent of the fare."
FELL = "Vacancy fell from 7 % to 5 % last spring."
GREW = "The crew grew by about 30 sailors."
HAN = "产量由2万吨增加到6万吨，为原来的3倍。"


@pytest.mark.parametrize(
    ("evidence", "claim", "status"),
    [
        (ROSE_TO, "The toll rose by 12 percent.", "WRONG_CONTEXT"),
        (ROSE_TO, "The toll rose to 12 percent.", "SUPPORTED"),
        (ROSE_TO, "The toll, which was raised, is 12 percent of the fare.", "SUPPORTED"),
        (FELL, "Vacancy fell by 5 %.", "WRONG_CONTEXT"),
        (FELL, "Vacancy fell to 5 %.", "SUPPORTED"),
        (FELL + " Rents fell by 5 %.", "Rents fell by 5 %.", "SUPPORTED"),
        (GREW, "The crew grew to 30 sailors.", "WRONG_CONTEXT"),
        (GREW, "The crew grew by 30 sailors.", "SUPPORTED"),
        ("Sales of 30 boats grew the crew.", "Sales grew to 30 boats.", "SUPPORTED"),
        (HAN, "产量增加了3倍。", "WRONG_CONTEXT"),
        (HAN, "产量增加到3倍。", "SUPPORTED"),
        ("失业率由7%下降到5%。", "失业率下降了5%。", "WRONG_CONTEXT"),
        ("失业率由7%下降到5%。", "失业率降至约5%。", "SUPPORTED"),
        ("失业率下降了5%。", "失业率下降了约5%。", "SUPPORTED"),
    ],
)
def test_change_or_level(evidence: str, claim: str, status: str) -> None:
    assert statuses(ask(claim, evidence))[-1][1] == status
