"""Lines of evidence end anywhere: what a number is of does not change by that, and spans cover what stands there."""

from __future__ import annotations

import random

import pytest
from whole_requests import PAIRS, conclusions

import sidecar
from sidecar import tables
from sidecar.model import OffsetUnit, Outcome, Request, Source

# Evidence with the line end where a page has it; every one bears out the same text in one line.
WRAPPED = [
    "The tenant must pay within 30\ndays.",
    "The repair costs $5\nmillion.",
    "The parcel weighs 12\nkg in total.",
    "Sales grew by twenty-\nfive percent.",
    "Sales grew by twenty\nfive percent.",
    "The contract of March\n5, 2024 holds.",
    "The contract of March 5,\n2024 holds.",
    "The notice takes two years\nand six months.",
    "The fee is between 5\nand 10 dollars.",
    "The fee is 10 to\n20 dollars.",
    "The fee is USD\n500 a year.",
    "The rate rose by five percentage\npoints.",
    "The meeting begins at 3\npm.",
    "Revenue was one hundred\nand five million dollars.",
    "The wage is $20 per\nhour.",
    "退款需要三个\n工作日。",
    "退款需要48\n小时。",
    "价格为三百\n二十元。",
    "罚金为每日百分\n之五。",
    "合同于2024年\n3月5日生效。",
]


@pytest.mark.parametrize("evidence", WRAPPED)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", " \n  "])
def test_a_line_end_parts_no_quantity(evidence: str, line_end: str) -> None:
    hyphen = evidence.replace("-\n", "-")
    answer = hyphen.replace("\n", "" if not evidence.isascii() else " ")
    report = sidecar.verify(Request(answer, (Source("a", evidence.replace("\n", line_end)),)))
    assert report.outcome == Outcome.PASS, [(row.value, row.unit, row.status.name) for row in report.quantities]


def test_spans_count_in_the_text_as_it_was_given() -> None:
    text = "第一，押金\n为三个\n工作日\n内退还三百\n二十元。"
    index = tables.SourceIndex([Source("a", text)], OffsetUnit.UTF8_BYTES)
    read = index.compare(
        "三个工作日内退还三百二十元。", "", offset_unit=OffsetUnit.UTF8_BYTES, marker_base=1, marker_kind=1
    )
    named = [
        index.text(0, row.start, row.end) for rows in read.matches_of for row in rows if row.relation == tables.EQUAL
    ]
    assert named == ["三个\n工作日", "三百\n二十元"]


def test_numbers_of_two_lines_stay_two() -> None:
    index = tables.SourceIndex([Source("a", "The house has 12\n300 people came.")], OffsetUnit.UTF8_BYTES)
    assert [index.quantity(row).value for row in (0, 1)] == ["12", "300"]
    index = tables.SourceIndex([Source("a", "- 12 days\n- 30 hours")], OffsetUnit.UTF8_BYTES)
    assert [(index.quantity(row).value, index.quantity(row).unit) for row in (0, 1)] == [("12", "d"), ("30", "h")]


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair[1].replace("€", "").replace("É", "").isascii()])
def test_lines_may_end_at_any_blank(pair: tuple[str, str]) -> None:
    answer, evidence = pair
    expected = conclusions(sidecar.verify(Request(answer, (Source("1", evidence),))))
    for seed in range(40):
        chance = random.Random(seed)
        wrapped = "".join("\n" if sign == " " and chance.random() < 0.2 else sign for sign in evidence)
        assert conclusions(sidecar.verify(Request(answer, (Source("1", wrapped),)))) == expected, wrapped


@pytest.mark.parametrize(
    "evidence", ["货物装车由托\n运人完成。", "货物装车由托运\n人完成。", "货物装车由\n托运人完成。"]
)
def test_a_name_in_chinese_is_whole_over_a_line_end(evidence: str) -> None:
    """The last character of a line counts, and what is shown is the whole name with its line end."""
    report = sidecar.verify(Request("货物装车由承运人完成。", (Source("s", evidence),)))
    assert [finding.reason_id for finding in report.findings] == ["subject-conflict"]
    assert report.findings[0].refs[0].text.replace("\n", "") == "托运人"
