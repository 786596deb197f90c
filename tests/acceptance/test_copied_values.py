"""A claim that copies a passage, but for a value: what the passage has there is what the evidence says."""

from __future__ import annotations

import pytest
from asking import ask, statuses

from sidecar import Outcome

LOCK = (
    "The lock at Ardwick was rebuilt with 14 gates and 3 pumps, and barges wait for 25 minutes. "
    "The quay at Selby has 9 cranes and takes barges of up to 60 tons. Ferries wait for 40 minutes at Selby."
)
RATES = (
    "The five-year growth rates for rope, tar and nails were 4.4 %, 4.0 % and 4.9 %, respectively. "
    "The ten-year growth rates for rope, tar and nails were 3.1 %, 2.0 % and 2.2 %, respectively. "
    "Orders from abroad fell by 11.0 %."
)
YIELD = "The yard would pay early as the bond touched 0.505 %, breaching the cap of 0.5 % for a second day."
GRANT = "They take a certain sum from your card to open an account (it's $90 for the Rower Pass, $35 for the Tar Pass)."
EARNINGS = (
    "Net income was 9 million euros and earnings per share were 0.52 euros. We expect sales of 80 million euros. "
    "Adjusted earnings per share grew 2 % to 1.63 euros."
)
HARBOR = "老码头的吊装费由每吨120元提高到每吨180元，货主需提前两天预约；新码头的仓储费为每天75元。"
DEGREES = "The highest mean temperature at the pier in July is 31 degrees. The lowest is 4 degrees. Oil has 60 degrees."


@pytest.mark.parametrize(
    ("evidence", "claim", "wrong"),
    [
        # A value of another sentence.
        (LOCK, "The lock at Ardwick was rebuilt with 9 gates and 3 pumps, and barges wait for 25 minutes.", ["9"]),
        (
            RATES,
            "The five-year growth rates for rope, tar and nails were 4.4 %, 4.0 % and 11.0 %, respectively.",
            ["11.0 %"],
        ),
        (DEGREES, "The highest mean temperature in July is 60 degrees.", ["60 degrees"]),
        # Two values of one sentence, also where one rounds to the other.
        (
            YIELD,
            "The yard would pay early as the bond touched 0.5 %, breaching the cap of 0.505 % for a second day.",
            ["0.5 %", "0.505 %"],
        ),
        # Only the clause is a copy.
        (
            GRANT,
            "They take a certain sum to open an account (namely, $35 for the Rower Pass and $90 for the Tar Pass).",
            ["$35", "$90"],
        ),
        (HARBOR, "老码头的吊装费由每吨180元提高到每吨120元，货主需提前两天预约。", ["每吨180元", "每吨120元"]),
    ],
)
def test_a_value_in_anothers_place(evidence: str, claim: str, wrong: list[str]) -> None:
    report = ask(claim, evidence)
    assert [text for text, status in statuses(report) if status == "WRONG_CONTEXT"] == wrong
    assert report.outcome == Outcome.FAIL


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (LOCK, "The lock at Ardwick was rebuilt with 14 gates and 3 pumps, and barges wait for 25 minutes."),
        # Another order, and another sentence of the same shape.
        (LOCK, "With 3 pumps and 14 gates the lock at Ardwick was rebuilt, and barges wait for 25 minutes."),
        (RATES, "The ten-year growth rates for rope, tar and nails were 3.1 %, 2.0 % and 2.2 %, respectively."),
        (RATES, "Growth rates were 4.0 % for tar, 4.9 % for nails and 4.4 % for rope over five years."),
        # A rounded value, and a range that holds the other one.
        (YIELD, "The yard would pay early as the bond touched 0.51 %, breaching the cap of 0.5 % for a second day."),
        (
            "Cover the pot with a lid and cook the tar for six minutes. Cook it for 4-6 minutes.",
            "Cover the pot with a lid and cook the tar for 4-6 minutes.",
        ),
        # In Chinese a clause leaves out what it is about.
        ("2024年，老码头收费净额为55.54亿元；2025年，这个数字为9.53亿元。", "2025年，老码头收费净额为9.53亿元。"),
        # The clause of the value says more than the passage.
        (
            EARNINGS,
            "Adjusted earnings per share grew by 2 % to 1.63 euros, and they expect sales of 80 million euros.",
        ),
    ],
)
def test_in_its_own_place(evidence: str, claim: str) -> None:
    report = ask(claim, evidence)
    assert "WRONG_CONTEXT" not in {status for _, status in statuses(report)}
    assert report.outcome != Outcome.FAIL


PRINTED = "Published 15 May 2025. On 15 May the ferry carried 640 people."


@pytest.mark.parametrize(
    ("evidence", "claim", "held"),
    [
        (PRINTED, "On 15 May 2026 it carried 640 people.", False),
        (PRINTED, "On 15 May 2025 it carried 640 people.", True),
        ("发布时间：2025年5月15日。5月15日，渡轮票价为12元。", "2023年5月15日，渡轮票价为12元。", False),
        ("港口2025年第一季度吊装量为30吨，一季度收入为8万元。", "2026年第一季度，港口收入为8万元。", False),
        # The year stands there, if nowhere beside the day; or no year does.
        (
            "In 2026, printed 15 May 2025. On 15 May it carried 640 people.",
            "On 15 May 2026 it carried 640.",
            True,
        ),
        ("On 15 May the ferry carried 640 people.", "On 15 May 2026 the ferry carried 640 people.", True),
    ],
)
def test_a_date_of_a_year_that_stands_nowhere(evidence: str, claim: str, *, held: bool) -> None:
    found = statuses(ask(claim, evidence))[0][1]
    assert found == ("SUPPORTED" if held else "WRONG_CONTEXT")
