"""Offsets of one word in all three units, counted by hand."""

from __future__ import annotations

import pytest

from sidecar import tables
from sidecar.model import OffsetUnit, Source

# Text, word, then its start and end in bytes, UTF-16 units and code points.
PLACES = [
    ("rent due", "due", (5, 8), (5, 8), (5, 8)),
    ("👍 due", "due", (5, 8), (3, 6), (2, 5)),
    ("👩‍💻 due", "due", (12, 15), (6, 9), (4, 7)),
    ("caf\u00e9 due", "due", (6, 9), (5, 8), (5, 8)),
    ("cafe\u0301 due", "due", (7, 10), (6, 9), (6, 9)),
    ("\r\ndue", "due", (2, 5), (2, 5), (2, 5)),
    ("押金 due", "due", (7, 10), (3, 6), (3, 6)),
    ("\U00020000退款", "退款", (4, 10), (2, 4), (1, 3)),
    ("ｄｕｅ", "ｄｕｅ", (0, 9), (0, 3), (0, 3)),
    ("\ufeffdue", "due", (3, 6), (1, 4), (1, 4)),
]
UNITS = (OffsetUnit.UTF8_BYTES, OffsetUnit.UTF16_CODE_UNITS, OffsetUnit.CODE_POINTS)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: repr(place[0]))
def test_a_word_has_its_place_in_every_unit(place: tuple[str, str, *tuple[tuple[int, int], ...]]) -> None:
    text, word, *expected = place
    data = text.encode()
    rows = [row for row in tables.tokenize(text) if data[row["start_byte"] : row["end_byte"]].decode() == word]
    assert len(rows) == 1
    start, end = int(rows[0]["start_byte"]), int(rows[0]["end_byte"])
    for unit, (first, last) in zip(UNITS, expected, strict=True):
        index = tables.SourceIndex([Source("a", text)], unit)
        span, ref = index.given(0, start, end)[0], index.ref(0, start, end)
        assert (span.start, span.end) == (first, last)
        assert (ref.source_span.start, ref.source_span.end, ref.text) == (first, last, word)
