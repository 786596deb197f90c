"""How a text is presented changes no verdict: line ends, composition, case, width of digits, quotes, kind of Han."""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Callable

import pytest
from whole_requests import ANSWERS, PAIRS, SOURCES, conclusions

import sidecar
from sidecar.model import Request, Source


def twice(text: str) -> str:
    """As bold type comes out of some PDFs; what such a text parts lines and cells with is drawn once."""
    return "".join(character if character in "\r\n\t|" else 2 * character for character in text)


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
    "every glyph twice": twice,
    "full-width digits": lambda text: text.translate(WIDE_DIGITS) if "," not in text else text,
}
CASES = [(answer, (Source("1", source),)) for answer, source in PAIRS] + [(answer, SOURCES) for answer in ANSWERS]


@pytest.mark.parametrize("name", [*CHANGES, *IN_SOURCES_ONLY])
def test_sources_presented_otherwise(name: str) -> None:
    change = {**CHANGES, **IN_SOURCES_ONLY}[name]
    changed = 0
    for answer, sources in CASES:
        other = tuple(dataclasses.replace(source, text=change(source.text)) for source in sources)
        changed += other != sources
        expected = conclusions(sidecar.verify(Request(answer, sources)))
        assert conclusions(sidecar.verify(Request(answer, other))) == expected, answer
    assert changed


@pytest.mark.parametrize("name", CHANGES)
def test_answers_presented_otherwise(name: str) -> None:
    change = CHANGES[name]
    changed = 0
    for answer, sources in CASES:
        changed += change(answer) != answer
        expected = conclusions(sidecar.verify(Request(answer, sources)))
        assert conclusions(sidecar.verify(Request(change(answer), sources))) == expected, answer
    assert changed


def test_the_pairs_are_judged_as_meant() -> None:
    outcomes = [sidecar.verify(Request(answer, sources)).outcome.name for answer, sources in CASES[: len(PAIRS)]]
    assert outcomes == ["PASS"] * (len(PAIRS) - 1) + ["FAIL"]
