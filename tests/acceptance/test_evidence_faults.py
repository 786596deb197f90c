"""Sources that contradict one another, and text that nobody sees."""

from __future__ import annotations

import pytest
from asking import ask, reasons, statuses, verdicts

from sidecar import Outcome

FEE = "The annual fee for members of the museum is 12 euros."
AMENDED = "The annual fee for members of the museum is 15 euros."


def test_two_sources_that_differ_in_the_value_of_the_claim_are_reviewed() -> None:
    report = ask(FEE, FEE, AMENDED)
    assert report.outcome == Outcome.REVIEW
    (finding,) = report.findings
    assert finding.reason_id == "evidence-conflict"
    assert [(ref.source_id, ref.text) for ref in finding.refs] == [("s1", "12 euros"), ("s2", "15 euros")]
    assert reasons(ask("付款期限为验收后30天。", "付款期限为验收后30天。", "付款期限为验收后45天。")) == [
        "evidence-conflict"
    ]


@pytest.mark.parametrize(
    "other",
    [
        FEE,
        "The annual fee for friends of the garden is 15 euros.",  # of something else
        "The annual fee for members of the museum is 15 euros, that for guests 20 euros.",  # says more
        "In 2021 the annual fee for members of the museum was 15 euros.",  # of another year
        "The annual fee for members of the museum is due in 15 days.",  # of another kind
    ],
)
def test_sources_that_do_not_conflict(other: str) -> None:
    assert ask(FEE, FEE, other).outcome == Outcome.PASS


def test_only_sources_in_scope_conflict() -> None:
    assert ask(f"{FEE[:-1]} [1].", FEE, AMENDED).outcome == Outcome.PASS
    assert ask(f"{FEE[:-1]} [1][2].", FEE, AMENDED).outcome == Outcome.REVIEW


@pytest.mark.parametrize(
    ("answer", "evidence", "hidden"),
    [
        ("The fee is 1\u200b2 euros.", "The fee is 12 euros.", True),
        ("The fee is \u202e21\u202c euros.", "The fee is 21 euros.", True),
        ("The fee is 12 euros.", "The fee is 12 euros.\U000e0069\U000e0067\U000e006e", True),
        ("The fee is 12 euros.", "The \u2066fee\u2069 is 12 euros.", True),
        ("The fee is 12 euros.", "The fee\u200b is 1\u200b2 euros.", False),  # where a page may break its lines
        ("The fee “א” is 12 euros.", "The fee \u202bא\u202c is 12 euros.", False),  # a use for it
        ("The fee is 12 euros 🏴\U000e0067\U000e0062\U000e007f.", "The fee is 12 euros.", False),  # a flag
    ],
)
def test_text_that_nobody_sees(answer: str, evidence: str, hidden: bool) -> None:
    report = ask(answer, evidence)
    assert ("hidden-text" in reasons(report)) == hidden
    assert (report.outcome in (Outcome.REVIEW, Outcome.FAIL)) >= hidden


def test_glyph_soup_says_nothing_of_what_it_does_not_show() -> None:
    lost = "\ufffd" * 6
    soup = f"{lost} 2025 {lost} {lost} |{lost}|{lost}"
    report = ask("2025年合同金额为300万元。", soup)
    assert statuses(report) == [("2025年", "SUPPORTED"), ("300万元", "UNVERIFIABLE")]
    assert (report.outcome, verdicts(report)) == (Outcome.REVIEW, ["UNVERIFIABLE"])
