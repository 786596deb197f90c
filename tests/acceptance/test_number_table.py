"""Numbers that older checks got wrong, row by row, and a sum that is found wherever it stands."""

from __future__ import annotations

import tomllib
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from sidecar import Config, OffsetUnit, Outcome, Report, Request, Source, verify
from sidecar.model import QuantityStatus

ROWS: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("number_rows.toml").read_text(encoding="utf-8"))[
    "row"
]
NUMBERS = (
    "004 005 006 007 008 009 010 011 012 013 014 015 016 017 018 019 020 021 022 023 024 027 028 029 030 031 032 033 "
    "034 035 037 039 040 041 042 043 044 045 046 047 049 050 051 052 053 054 057 058 059 065 068 069 072 074 075 077 "
    "078 082 118 127 128 153 156 157 158 159 161 164 217 222 223 228 236 237 239 247 S23"
).split()
"""Every case that needs only digits; 101 and 103, about pages, have a test of their own below."""
PAGES = (
    "The heating of the eastern wing is renewed before winter, and the corridors are painted.",
    "The guarantee amount is $1,000,000.00 and is due when the contract is signed.",
    "Visitors register at the gate, and the guard hands out a badge for the day.",
)
"""Three pages of one contract; the sum stands on the second."""


def _check(answer: str, evidence: list[str], unit: OffsetUnit = OffsetUnit.UTF8_BYTES) -> Report:
    sources = tuple(
        Source(f"doc{number}", text, page=number + 1, title=f"part {number + 1}")
        for number, text in enumerate(evidence)
    )
    return verify(Request(answer, sources, config=Config(offset_unit=unit)))


def _slice(text: str, start: int, end: int, unit: OffsetUnit) -> str:
    if unit == OffsetUnit.UTF8_BYTES:
        return text.encode()[start:end].decode()
    if unit == OffsetUnit.UTF16_CODE_UNITS:
        return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")
    return text[start:end]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "row " + row["id"])
def test_row(row: dict[str, Any]) -> None:
    report = _check(row["answer"], row["evidence"])
    rest = [one for one in report.quantities if one.status != QuantityStatus.IGNORED]
    for text, statuses in row["quantities"]:
        allowed = statuses.split("|")
        places = [number for number, one in enumerate(rest) if _same_text(one.text, text)]
        if not places:
            assert "NONE" in allowed or "IGNORED" in allowed, (
                f"{text!r} was not read; left are {[q.text for q in rest]}"
            )
            continue
        found = rest.pop(places[0])
        assert found.status.name in allowed, f"{text!r} is {found.status.name}"
        if found.status in (QuantityStatus.SUPPORTED, QuantityStatus.CONVERTED, QuantityStatus.ROUNDED):
            assert found.refs, f"{text!r} has no place in the evidence"
    assert not rest, f"not expected: {[(one.text, one.status.name) for one in rest]}"
    if "outcome" in row:
        assert report.outcome == Outcome[row["outcome"]], [finding.reason_id for finding in report.findings]


def test_no_row_is_left_out() -> None:
    ids = [row["id"] for row in ROWS]
    assert len(ids) == len(set(ids))
    assert {name.split()[0] for name in ids} == {*NUMBERS, "right"}


def _same_text(read: str, expected: str) -> bool:
    """The same digits; a counter behind them, or the brackets of a table cell, may be in the span or not."""
    read, expected = read.strip("()"), expected.strip("()")
    return read == expected or expected.startswith(read + " ") or read.startswith(expected + " ")


def _sentences(sentence: str, words: int) -> tuple[str, ...]:
    """The sentence as often as it fits into so many words, at least once where one word is allowed."""
    return (sentence,) * -(-words // len(sentence.split()))


@pytest.mark.parametrize("unit", OffsetUnit)
@pytest.mark.parametrize(("row", "lead"), [("101", 0), ("103", 80)], ids=["row 101", "row 103"])
def test_page_is_that_of_the_value(row: str, lead: int, unit: OffsetUnit) -> None:
    """The page is found from where the value stands, not from how long the answer is."""
    evidence = ["Überblick 📄: rooms and keys.", "Die Kaution 📄: the deposit is 777.", "Anhang: gates and badges."]
    answer = " ".join(islice(cycle(("plain", "words", "about", "rivers", "stones", "clouds")), lead))
    answer += ". The deposit is 777." if lead else "The deposit is 777."
    report = _check(answer, evidence, unit)
    (quantity,) = report.quantities
    assert quantity.status == QuantityStatus.SUPPORTED, row
    assert [(ref.source_id, ref.page, ref.title) for ref in quantity.refs] == [("doc1", 2, "part 2")]
    (ref,) = quantity.refs
    assert ref.text == "777" == _slice(evidence[1], ref.source_span.start, ref.source_span.end, unit)
    assert _slice(answer, quantity.answer_span.start, quantity.answer_span.end, unit) == "777"


@pytest.mark.parametrize("unit", OffsetUnit)
@pytest.mark.parametrize("words", [10, 60, 250, 1000, 5000])
def test_sum_is_found_on_its_page_whatever_the_length(words: int, unit: OffsetUnit) -> None:
    """Sentences of the other pages are repeated before and behind the sum until the answer has so many words."""
    around = (words - 5) // 2
    before, behind = _sentences(PAGES[0], around), _sentences(PAGES[2], around)
    answer = " ".join((*before, "The guarantee amount is $1,000,000.00.", *behind))
    assert len(answer.split()) >= words - 1
    report = _check(answer, list(PAGES), unit)

    (quantity,) = [one for one in report.quantities if one.kind == "money"]
    assert (quantity.text, quantity.value, quantity.unit) == ("$1,000,000.00", "1000000", "USD")
    assert quantity.status == QuantityStatus.SUPPORTED
    (ref,) = quantity.refs
    assert (ref.source_id, ref.page, ref.title, ref.text) == ("doc1", 2, "part 2", "$1,000,000.00")
    assert _slice(PAGES[1], ref.source_span.start, ref.source_span.end, unit) == "$1,000,000.00"
    assert _slice(answer, quantity.answer_span.start, quantity.answer_span.end, unit) == "$1,000,000.00"

    assert quantity.claim_index is not None
    claim = report.claims[quantity.claim_index]
    assert "$1,000,000.00" in claim.refs[0].text, "the supporting passage holds the sum"
    page = next(source for source in report.sources if source.source_id == "doc1")
    assert (page.page, page.title) == (2, "part 2")
    assert "$1,000,000.00" in page.snippet
    assert page.snippet == _slice(PAGES[1], page.snippet_span.start, page.snippet_span.end, unit)
