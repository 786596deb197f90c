"""How a text is presented changes no verdict: line ends, composition, case, width of digits, quotes, kind of Han."""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Callable

import pytest
from whole_requests import ANSWERS, SOURCES

import sidecar
from sidecar.model import Report, Request, Source

TRADITIONAL = str.maketrans("货买卖费个还钱时间过", "貨買賣費個還錢時間過")
WIDE_DIGITS = str.maketrans("0123456789", "０１２３４５６７８９")
Change = Callable[[str], str]
CHANGES: dict[str, Change] = {
    "lines end in CR LF": lambda text: text.replace("\r\n", "\n").replace("\n", "\r\n"),
    "lines end in LF": lambda text: text.replace("\r\n", "\n"),
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "composed": lambda text: unicodedata.normalize("NFC", text),
    "typographic apostrophes": lambda text: text.replace("'", "’"),
    "traditional Han": lambda text: text.translate(TRADITIONAL),
    "soft hyphens": lambda text: text.replace("ent", "e\u00adnt"),
}
IN_SOURCES_ONLY: dict[str, Change] = {
    "capitals": str.upper,
    "full-width digits": lambda text: text.translate(WIDE_DIGITS) if "," not in text else text,
}
# Answers beside a source of their own.
PAIRS = [
    (
        "The tenant must pay the landlord's rent of $1,250.50 within 30 days [1].",
        "The tenant must pay the landlord's rent of $1,250.50 within 30 days. Notices go to the landlord.",
    ),
    ("The fee rose to 12.5% in March 2024 [1].", "In March 2024 the fee rose to 12.5%. It was 10% before."),
    ("It doesn't cover pets; l'été is free [1].", "It doesn't cover pets. L'été is free, and it isn't sold."),
    ("买家承担运费，还钱需要三个工作日 [1]。", "运费由买家承担。还钱需要三个工作日。"),
    ("审核需要48个小时，过时不退 [1]。", "审核需要四十八个小时。过时不退。"),
    ("The contract ends after two years and six months [1].", "The contract ends after two years and six months."),
    ("Water costs 1.234,56 € [1].", "Water costs 1.234,56 € a year."),
    ("The fee is $99 [1].", "The tenant pays a fee of $95 for the garden in May 2021."),
]
CASES = [(answer, (Source("1", source),)) for answer, source in PAIRS] + [(answer, SOURCES) for answer in ANSWERS]


def judged(report: Report) -> tuple[object, ...]:
    """What a report concludes, without places and wording."""
    return (
        report.outcome,
        tuple((claim.verdict, claim.kind) for claim in report.claims),
        tuple((row.status, row.value) for row in report.quantities),
        tuple(row.status for row in report.citations),
    )


@pytest.mark.parametrize("name", [*CHANGES, *IN_SOURCES_ONLY])
def test_sources_presented_otherwise(name: str) -> None:
    change = {**CHANGES, **IN_SOURCES_ONLY}[name]
    changed = 0
    for answer, sources in CASES:
        other = tuple(dataclasses.replace(source, text=change(source.text)) for source in sources)
        changed += other != sources
        expected = judged(sidecar.verify(Request(answer, sources)))
        assert judged(sidecar.verify(Request(answer, other))) == expected, answer
    assert changed


@pytest.mark.parametrize("name", CHANGES)
def test_answers_presented_otherwise(name: str) -> None:
    change = CHANGES[name]
    changed = 0
    for answer, sources in CASES:
        changed += change(answer) != answer
        expected = judged(sidecar.verify(Request(answer, sources)))
        assert judged(sidecar.verify(Request(change(answer), sources))) == expected, answer
    assert changed


def test_the_pairs_are_judged_as_meant() -> None:
    outcomes = [sidecar.verify(Request(answer, sources)).outcome.name for answer, sources in CASES[: len(PAIRS)]]
    assert outcomes == ["PASS"] * (len(PAIRS) - 1) + ["FAIL"]
