"""Values that stand in the evidence as those of something else: told by the words next to them."""

from __future__ import annotations

import pytest
from asking import ask, statuses

FREIGHT = (
    "1至4月，内河船舶完成货运量4718.36万吨，同比增长2.4%。港口吞吐量1650.2万吨，同比增长3.1%。"
    "一季度，远洋班轮开行612列，同比增长17.5%。"
)
FIRM = "青川电机2025年一季报显示，公司主营收入3.47亿元，净利润2160万元。过去10日内青川电机的主力资金总流入为41.08亿元。"
RETURNS = (
    "截止9月1日金立方单位净值为0.7912元、近一周涨跌幅为2.97%、今年以来涨跌幅(最新的今年以来涨跌幅是多少)为-6.19%。"
)
ROAST = (
    "Heat the oven to 220 C. Allow the loaves to rest for about 25 minutes. This lets the crumb set. "
    "Clean the tray. Turn the tin about every 4 minutes."
)
BEANS = (
    "Simmer on low for 6 - 8 hours or until soft. You may add salt. Stir the pot. "
    "You can boil them for 3 hours on high if you are pressed."
)


@pytest.mark.parametrize(
    ("evidence", "claim", "wrong"),
    [
        # Behind the same precise value and the same words stands another value.
        (FREIGHT, "1至4月，内河船舶货运量完成4718.36万吨，同比增长17.5%。", ["17.5%"]),
        (FREIGHT, "1至4月，内河船舶货运量完成4718.36万吨，同比增长2.4%。", []),
        # The name right before the value is that of another one.
        (FIRM, "2025年第一季度，青川电机的主营收入为41.08亿元。", ["41.08亿元"]),
        (FIRM, "2025年第一季度，青川电机的主营收入为3.47亿元。", []),
        # A name of change is everything's.
        (FREIGHT, "远洋班轮开行612列，同比增长17.5%。", []),
        # What stands behind 、 is of the next value, also where a bracket parts that from its name.
        (RETURNS, "金立方今年以来涨跌幅为-6.19%。", []),
        # A time may be the value itself, where the claim has none that the time could name.
        (ROAST, "Allow the loaves to rest in the oven for approximately 4 minutes at 220 C.", ["4 minutes"]),
        (ROAST, "Allow the loaves to rest in the oven for approximately 25 minutes at 220 C.", []),
        # One end of a range is less than the value itself.
        (BEANS, "If you are in a hurry, you can boil them for 8 hours on high heat.", ["8 hours"]),
        (BEANS, "If you are in a hurry, you can boil them for 3 hours on high heat.", []),
    ],
)
def test_a_value_of_something_else(evidence: str, claim: str, wrong: list[str]) -> None:
    assert [text for text, status in statuses(ask(claim, evidence)) if status == "WRONG_CONTEXT"] == wrong


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("$54.1, $4.8 million", ["SUPPORTED", "SUPPORTED"]),
        ("$54.1 thousand, $4.8 million", ["WRONG_UNIT", "SUPPORTED"]),
    ],
)
def test_one_scale_for_a_list_of_bare_values(answer: str, expected: list[str]) -> None:
    evidence = "Fees from lessons rose by $54.1 million. Fees from repairs rose by $4.8 million."
    report = ask(answer, evidence, question="By how much did fees from lessons and from repairs rise?")
    assert [status for _, status in statuses(report)] == expected
