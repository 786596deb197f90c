"""Text as it comes out of PDFs: what only looks otherwise supports an answer; what joins or loses digits does not."""

from __future__ import annotations

import pytest

from sidecar import Outcome, Report, Request, Source, verify


def judged(answer: str, *texts: str) -> Report:
    return verify(Request(answer, tuple(Source(f"e{place}", text) for place, text in enumerate(texts, 1))))


HOLDS = {
    "ligatures": ("The scientific office holds 18 official files [1].", "The scientiﬁc oﬃce holds 18 oﬃcial ﬁles."),
    "a hyphen at a line's end": (
        "The agreement runs for 36 months [1].",
        "The agree-\nment runs for 36\nmonths from its signing.",
    ),
    "soft hyphens": ("The agreement runs for 36 months [1].", "The agree\u00adment runs for 36 months."),
    "blanks inside words": (
        "Remote workers must report incidents within 24 hours [1].",
        "Remote work ers must rep ort incid ents within 24 h ours.",
    ),
    "no blanks between words": (
        "The tenant pays a deposit of 900 euros [1].",
        "Thetenantpaysadepositof 900 euros.",
    ),
    "a blank parts thousands": ("The plant cost 1,234,500 euros [1].", "The plant cost 1 234 500 euros."),
    "a thin blank parts thousands": (
        "The plant cost 1,234,500 euros [1].",
        "The plant cost 1\u202f234\u202f500 euros.",
    ),
    "a blank parts thousands, Chinese": ("合同总价为340000元[1]。", "合同总价：340 000.00 元"),
    "a raised footnote number": ("The firm has 1,140 employees [1].", "The firm has 1,140² employees."),
    "radicals for characters": ("人力资源部有12人[1]。", "⼈⼒资源部有12⼈。"),
    "lines broken inside Chinese words": ("退货运费由买家承担[1]。", "七天无理由退货，退货运\n费由买家承\n担。"),
    "every glyph twice": ("Total cost is 82 units [1].", "TToottaall  ccoosstt::  8822  uunniittss"),
    "every glyph twice, one blank": ("Total cost is 82 units [1].", "TToottaall ccoosstt:: 8822 uunniittss"),
    "every glyph twice, Chinese": ("合同总价为340000元[1]。", "合合同同总总价价：：334400000000元元"),
    "one line in bold": (
        "The fee is 40 euros [1]. Late payment costs 15 euros [1].",
        "FFeeeess  aanndd  ccoossttss\nThe fee is 40 euros.\nLLaattee  ppaayymmeenntt  ccoossttss  1155  eeuurrooss",
    ),
    "a label in bold": ("The total cost is 1,100 units [1].", "TToottaall ccoosstt of all units: 1,100 units"),
}
HOLDS_NOT = {
    "digits of two lines": ("There are 12,500 chairs [1].", "Room 12\n500 chairs"),
    "a footnote number and a figure": ("The firm has 21,140 employees [1].", "Employees2 1,140 Sites 9\n2 Full-time."),
    "digits of two cells": ("储罐容积为31.79立方米[1]。", "| 名称 | 容积（m ） |\n|---|---|\n| 储罐 | 3 1.79 |"),
    "twice where the glyph stands once": ("Total cost is 8822 units [1].", "TToottaall ccoosstt:: 8822 uunniittss"),
    "half of a figure that is its own double": (
        "The bookkeeper keeps 12 books [1].",
        "The bookkeeper keeps 1122 books.",
    ),
}


@pytest.mark.parametrize("name", HOLDS)
def test_what_only_looks_otherwise(name: str) -> None:
    answer, text = HOLDS[name]
    report = judged(answer, text)
    assert report.outcome == Outcome.PASS, [finding.message for finding in report.findings]


@pytest.mark.parametrize("name", HOLDS_NOT)
def test_what_is_another_figure(name: str) -> None:
    answer, text = HOLDS_NOT[name]
    assert judged(answer, text).outcome == Outcome.FAIL


def test_spans_point_at_the_text_as_it_was_given() -> None:
    text = "é\nTToottaall  ccoosstt::  8822  uunniittss\nThe tax is 5%."
    report = judged("Total cost is 82 units [1]. The tax is 5% [1].", text)
    places = [ref for row in report.quantities for ref in row.refs] + [
        ref for claim in report.claims for ref in claim.refs
    ]
    assert [ref.text for row in report.quantities for ref in row.refs] == ["8822", "5%"]
    for ref in places:
        assert text.encode()[ref.source_span.start : ref.source_span.end].decode() == ref.text
    (source,) = report.sources
    assert text.encode()[source.snippet_span.start : source.snippet_span.end].decode() == source.snippet


def test_a_quotation_of_bold_type() -> None:
    report = judged(
        'It states: "the tenant keeps the garden in order" [1].',
        "TThhee  tteennaanntt  kkeeeeppss  tthhee  ggaarrddeenn  iinn  oorrddeerr..",
    )
    assert report.outcome == Outcome.PASS
    assert [row.status.name for row in report.quotes] == ["TYPOGRAPHIC"]
    assert report.quotes[0].refs[0].text.startswith("TThhee")


def test_text_that_cannot_be_read_is_said_to_be_so() -> None:
    report = judged("2025年合同金额为300万元[1]。", "���� 2025 ������ ��� �� |��|���")
    assert report.outcome == Outcome.REVIEW
    assert "unreadable-sources" in {finding.reason_id for finding in report.findings}
