"""What the figures of a table count in: said in its header, caption or source, or nowhere (docs/quantities.md, §8)."""

from __future__ import annotations

import pytest
from asking import ask, statuses

from sidecar import Outcome

PLAIN = "Item | 2021 | 2022\nTimber sold | 412 | 455\nBoats repaired | 38 | 41"
NOTED = "(in thousands of euros) | 2021 | 2022\nTimber sold | 412 | 455\nBoats repaired | 38 | 41"
COLUMN = " | Quay A | Quay B\n | £m | £000\nDredging | 3.2 | 640\nLighting | 0.4 | 75"
SHARES = "(In millions, except per share data) |  | \n | 2021 | 2022\nTurnover | 88 | 93\nDividend per share | 2 | 3"
WAN = "项目（万元） | 2021年 | 2022年\n木材销售 | 412 | 455"


@pytest.mark.parametrize(
    ("answer", "evidence", "status"),
    [
        ("Timber sold in 2021: 412 thousand euros", (NOTED,), "SUPPORTED"),
        ("Timber sold in 2021: 412", (NOTED,), "SUPPORTED"),
        ("Timber sold in 2021: 412,000 euros", (NOTED,), "SUPPORTED"),
        ("Timber sold in 2021: 0.41 million euros", (NOTED,), "ROUNDED"),
        ("Timber sold in 2021: 412 million euros", (NOTED,), "WRONG_UNIT"),
        ("Dredging of quay A: £3.2 million", (COLUMN,), "SUPPORTED"),
        ("Dredging of quay B: £640 thousand", (COLUMN,), "SUPPORTED"),
        ("Dredging of quay B: £640 million", (COLUMN,), "WRONG_UNIT"),
        ("Turnover in 2021: 88 million", (SHARES,), "SUPPORTED"),
        ("Dividend per share in 2022: 3 million", (SHARES,), "UNVERIFIABLE"),
        ("Timber sold in 2021: 412 thousand", (PLAIN,), "UNVERIFIABLE"),
        ("Timber sold in 2021: 412 thousand", ("Sales by kind (in thousands):\n\n" + PLAIN,), "SUPPORTED"),
        ("Timber sold in 2021: 412 million", ("Sales by kind (in thousands):\n\n" + PLAIN,), "WRONG_UNIT"),
        ("Timber sold in 2021: 412 thousand", (PLAIN, "All amounts are given in thousands."), "SUPPORTED"),
        ("Timber sold in 2021: 412 million", (PLAIN, "All amounts are given in thousands."), "UNVERIFIABLE"),
        ("Timber sold in 2021: 412 thousand", (PLAIN, "Thousands of visitors came."), "UNVERIFIABLE"),
        ("2021年木材销售412万元。", (WAN,), "SUPPORTED"),
        ("2021年木材销售412亿元。", (WAN,), "WRONG_UNIT"),
        ("2021年木材销售0.04亿元。", (WAN,), "ROUNDED"),
        ("2021年木材销售412万元。", ("单位：人民币万元\n\n" + WAN.replace("（万元）", ""),), "SUPPORTED"),
        ("2021年木材销售412亿元。", ("单位：人民币万元\n\n" + WAN.replace("（万元）", ""),), "WRONG_UNIT"),
        ("2021年木材销售412万元。", (WAN.replace("（万元）", ""),), "UNVERIFIABLE"),
    ],
)
def test_scale_of_a_cell(answer: str, evidence: tuple[str, ...], status: str) -> None:
    assert statuses(ask(answer, *evidence))[-1][1] == status


def test_unstated_scale_goes_to_review() -> None:
    report = ask("Timber sold in 2021: 412 thousand", PLAIN)
    assert report.outcome == Outcome.REVIEW
    (finding,) = [row for row in report.findings if row.reason_id == "quantity-unverifiable"]
    assert [ref.text for ref in finding.refs] == ["412"]


@pytest.mark.parametrize("ruled", [False, True])
def test_markdown_tables_are_read_the_same(ruled: bool) -> None:
    rule = "|---|---|---|\n" if ruled else ""
    table = f"| (in millions) | 2021 | 2022 |\n{rule}| Timber sold | 412 | 455 |\n"
    assert statuses(ask("Timber sold in 2021: 412 million", table))[-1] == ("412 million", "SUPPORTED")
    assert statuses(ask("Timber sold in 2021: 412 thousand", table))[-1] == ("412 thousand", "WRONG_UNIT")


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("(1,051) thousand", "SUPPORTED"),
        ("$(1,051) thousand", "SUPPORTED"),
        ("(1,051)", "SUPPORTED"),
        ("1,051", "UNVERIFIABLE"),
    ],
)
def test_accounting_brackets_of_a_bare_answer(answer: str, status: str) -> None:
    table = "(in thousands) | 2021 | 2022\nNet cash used | (1,051) | (64)"
    assert [row[1] for row in statuses(ask(answer, table))] == [status]


def test_a_scale_behind_the_last_of_some_brackets_is_no_list_label() -> None:
    table = "(in thousands) | 2021 | 2022\nNet cash used | (1,051) | (64)"
    assert [row[1] for row in statuses(ask("(1,051), (64) thousand", table))] == ["SUPPORTED", "SUPPORTED"]
    assert [row[1] for row in statuses(ask("(1,051), (65) thousand", table))] == ["SUPPORTED", "NOT_IN_EVIDENCE"]
