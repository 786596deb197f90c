"""Validity and offsets against the slow reader, on random bytes and texts."""

from __future__ import annotations

import random

import pytest

from reference import texts, utf8
from sidecar import _core, tables
from sidecar.model import OffsetUnit, Source

UNITS = {"bytes": OffsetUnit.UTF8_BYTES, "utf16": OffsetUnit.UTF16_CODE_UNITS, "points": OffsetUnit.CODE_POINTS}
PIECES = [
    *(
        bytes([byte])
        for byte in (0x00, 0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF)
    ),
    *(text.encode() for text in ("a", "é", "中", "👍", "\u0800", "\uffff", "\U0010ffff", "abcdefgh")),
    *(b"\xed\xa0\x80", b"\xe0\x9f\xbf", b"\xf0\x8f\xbf\xbf", b"\xf4\x90\x80\x80", b"\xc0\x80"),
]


def product_first_invalid(data: bytes) -> int | None:
    """Where the product says that the bytes stop being valid."""
    try:
        _core.fold_text(data)
    except ValueError as error:
        return int(str(error).rsplit(" ", 1)[1])
    return None


def test_validity_of_random_bytes() -> None:
    chance = random.Random(7)
    seen_valid = seen_invalid = 0
    for _ in range(6_000):
        data = b"".join(chance.choices(PIECES, k=chance.randint(0, 6)))
        expected = utf8.first_invalid_byte(data)
        assert product_first_invalid(data) == expected, data
        try:
            data.decode()
            assert expected is None
            seen_valid += 1
        except UnicodeDecodeError as error:
            assert error.start == expected
            seen_invalid += 1
    assert seen_valid > 200 and seen_invalid > 200


def test_every_pair_of_bytes_after_a_letter() -> None:
    for first in range(0x70, 0x100):
        for second in range(0x70, 0x100, 3):
            data = bytes([0x61, first, second])
            assert product_first_invalid(data) == utf8.first_invalid_byte(data), data


@pytest.mark.parametrize("unit", sorted(UNITS))
def test_offsets_of_random_texts(unit: str) -> None:
    for text in [*texts.mixed_texts(300, 20, seed=3), "", "👩‍💻 中文 e\u0301\r\n", "\U0001f600" * 3]:
        table = utf8.offsets(text, unit)
        index = tables.SourceIndex([Source("a", text)], UNITS[unit])
        starts = [len(text[:count].encode()) for count in range(len(text) + 1)]
        for start, end in zip(starts, starts[1:] + starts[-1:], strict=True):
            span = index.given(0, start, end)[0]
            assert (span.start, span.end) == (table[start], table[end])
            assert utf8.slice_in(text, unit, span.start, span.end) == index.text(0, start, end)
