"""Doubled glyphs against the slow reader, over texts where runs, single words, numbers and blanks meet."""

from __future__ import annotations

import random

import pytest

from reference import doubled
from sidecar.model import OffsetUnit, Source
from sidecar.tables import SourceIndex

PIECES = [
    *(
        "Total",
        "cost",
        "is",
        "tax",
        "é",
        "12",
        "340",
        "5",
        "$1,234.50",
        "合同总价",
        "：",
        "元",
        "高高兴兴",
        "bookkeeper",
    ),
    *("oo", "------", "aabbcc", "YYYY", ".", "82", "00", "résumé", "的", "12 mm"),
]
GAPS = [" ", " ", "  ", "   ", "\n", "\n\n", "\n\n\n", "\r\n", "\t", " | ", "\u3000", ""]


def twice(text: str) -> str:
    return "".join(2 * character for character in text)


def some_text(chance: random.Random) -> str:
    text = ""
    for _ in range(chance.randint(0, 14)):
        piece = chance.choice(PIECES)
        text += (twice(piece) if chance.random() < 0.75 else piece) + chance.choice(GAPS)
    return text


def test_any_text_is_read_as_the_twin_reads_it() -> None:
    chance = random.Random(5)
    changed = 0
    for _ in range(6_000):
        text = some_text(chance)
        read, places = doubled.read_once(text)
        index = SourceIndex((Source("s", text),), OffsetUnit.CODE_POINTS)
        size = len(read.encode())
        assert index.text(0, 0, size) == read, text
        with pytest.raises(IndexError):
            index.text(0, 0, size + 1)
        changed += read != text
        at = len(read[: len(read) // 2].encode())
        span, given = index.given(0, at, size)
        assert (span.start, span.end) == (places[len(read) // 2], len(text)), text
        assert given == text[span.start : span.end]
    assert 1_000 < changed < 5_000


def test_texts_drawn_twice_are_read_as_they_were_meant() -> None:
    for text in ("The rent is $1,234.50 a month.", "合同总价：340000元", "Résumé of 12 pages, 40% longer"):
        read, places = doubled.read_once(twice(text))
        assert read == text
        assert places == [2 * place for place in range(len(text) + 1)]
