"""The compiled segments against the slow reader: spans, blocks, kinds and flags."""

from __future__ import annotations

import pytest

from reference import differences, segments, texts
from sidecar import tables
from sidecar.model import OffsetUnit, Source

FLAGS = segments.QUESTION | segments.COLON | segments.BLOCK_START | segments.CLOSED
Row = tuple[int, ...]


def product_rows(text: str, source: bool) -> list[Row]:
    """The product's segments without markers."""
    names = ("start_byte", "end_byte", "text_start", "text_end", "block", "kind")
    return [
        (*(int(row[name]) for name in names), int(row["flags"]) & FLAGS) for row in tables.segments(text, source=source)
    ]


def reference_rows(text: str, source: bool, markers: list[tuple[int, int]] | None = None) -> list[Row]:
    """The same by the slow reader."""
    return [
        (row.start, row.end, row.text_start, row.text_end, row.block, row.kind, row.flags)
        for row in segments.read(text, source=source, markers=markers)
    ]


def check(text: str) -> None:
    """Fails with the first segment that the two read differently, in either mode."""
    for source in (False, True):
        difference = differences.first_difference(product_rows(text, source), reference_rows(text, source), text)
        assert not difference, f"source {source}: {difference}"


@pytest.mark.parametrize("alphabet", ["sentences", "han", "letters", "markers"])
def test_random_texts(alphabet: str) -> None:
    for text in texts.random_texts(alphabet, 500, 30, seed=11):
        check(text)


def test_random_texts_of_all_kinds() -> None:
    for text in texts.mixed_texts(500, 40, seed=12):
        check(text)


def test_real_texts() -> None:
    for text in texts.real_texts(6_000):
        check(text)


def test_bounds_of_what_is_left_open() -> None:
    line = "word. Word\n"
    for lines in (300, 371, 372, 373, 374, 380, 420):
        check("```\n" + line * lines)
    for inside in (90, 96, 97, 98, 99, 100, 120):
        check("《" + "书。" * (inside // 2) + "字" * (inside % 2) + "》后。再说。")
        check("他写《" + "书" * inside + "。》后。再说。")
    for words in range(70, 90):
        check("Clause one \n" * (words // 12) + "w" * (words * 5 - 12 * (words // 12)) + "\nNext Line\nand more\n")


def test_markers_behind_a_stop_stay_with_their_sentence() -> None:
    index = tables.SourceIndex([Source("a", "x"), Source("b", "y"), Source("doc-1", "z")], OffsetUnit.UTF8_BYTES)
    for text in [*texts.random_texts("sentences", 500, 30, seed=13), *texts.mixed_texts(300, 40, seed=14)]:
        read = index.compare(text, "", offset_unit=OffsetUnit.UTF8_BYTES, marker_base=1, marker_kind=1)
        rows = [
            (row.start, row.end, row.text_start, row.text_end, row.block, row.kind, row.flags & FLAGS)
            for row in read.segments
        ]
        data = text.encode()
        spans = [
            (len(data[: row.start].decode()), len(data[: row.end].decode()))
            for row in read.markers
            if not row.flags & tables.MARKER_OPENING
        ]
        difference = differences.first_difference(rows, reference_rows(text, False, spans), text)
        assert not difference, difference
