"""Dates counted from today: read with `as_of_date` alone, and never against the words of the evidence itself."""

from __future__ import annotations

import pytest

import sidecar


def dates(answer: str, evidence: str, as_of: str = "") -> list[tuple[str, str, str]]:
    """Text, value and status of the answer's dates."""
    report = sidecar.verify(sidecar.Request(answer, (sidecar.Source("a", evidence),), as_of_date=as_of))
    return [(row.text, row.value, row.status.name) for row in report.quantities if row.kind == "date"]


@pytest.mark.parametrize(
    ("phrase", "as_of", "value"),
    [
        ("today", "2024-03-01", "2024-03-01"),
        ("Yesterday", "2024-03-01", "2024-02-29"),  # a leap year
        ("yesterday", "2023-01-01", "2022-12-31"),
        ("tomorrow", "2023-12-31", "2024-01-01"),
        ("this month", "2024-05-15", "2024-05"),
        ("last month", "2024-01-15", "2023-12"),
        ("next month", "2023-12-15", "2024-01"),
        ("last quarter", "2024-02-10", "2023-Q4"),
        ("next quarter", "2024-05-15", "2024-Q3"),
        ("this year", "2024-05-15", "2024"),
        ("last year", "2024-05-15", "2023"),
        ("前天", "2024-03-01", "2024-02-28"),
        ("昨天", "2024-03-01", "2024-02-29"),
        ("上个月", "2024-01-31", "2023-12"),
        ("上季度", "2024-05-15", "2024-Q1"),
        ("去年", "2024-05-15", "2023"),
        ("明年", "2024-05-15", "2025"),
    ],
)
def test_each_phrase(phrase: str, as_of: str, value: str) -> None:
    answer = f"{phrase}收入500元。" if phrase[0] > "z" else f"{phrase} they paid $500."
    assert [row[:2] for row in dates(answer, "Nothing is dated.", as_of)] == [(phrase, value)]


def test_it_is_compared_as_any_date() -> None:
    answer = "They paid $500 last year."
    assert dates(answer, "They paid $500 in 2023.", "2024-05-01") == [("last year", "2023", "SUPPORTED")]
    assert dates(answer, "They paid $500 in 2022.", "2024-05-01") == [("last year", "2023", "NOT_IN_EVIDENCE")]
    # A day of that year is finer, and the answer's year agrees with it.
    assert dates(answer, "They paid $500 on 5 May 2023.", "2024-05-01") == [("last year", "2023", "SUPPORTED")]


def test_without_a_day_nothing_is_read() -> None:
    assert dates("They paid $500 last year.", "They paid $500 in 2022.") == []


def test_words_that_the_evidence_uses_mean_what_they_mean_there() -> None:
    assert dates("They paid $500 last year.", "Last year, 2021, they paid $500.", "2024-05-01") == []


def test_other_quantities_stay_in_their_place() -> None:
    report = sidecar.verify(
        sidecar.Request(
            "In May they paid $5, yesterday $6 [1].", (sidecar.Source("a", "$5, $6"),), as_of_date="2024-03-01"
        )
    )
    assert [row.text for row in report.quantities] == ["May", "$5", "yesterday", "$6"]
