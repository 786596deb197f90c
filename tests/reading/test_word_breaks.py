"""Words against Unicode's own cases (UAX #29, Unicode 14): the same spans, or a difference with its reason.

Compared are the segments of a case that hold a letter or a number; the rest are signs and blanks, which are no words.
docs/tokens.md tells each reason.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from sidecar import tables

DATA = Path(__file__).parents[1] / "data" / "word_break_test.txt"
AGREE = 1601
# A mark, format or joining character, which Unicode passes over anywhere; letters and a digit of the cases.
_X = "[\u0308\u2060\u200d\u00ad]*"
_LETTER = "[A-Za-z\u05d0]"
_WORD = "[A-Za-z0-9\u05d0]"
_MARKS = "[\u0308\u2060\u200d\u00ad]"
REASONS = {
    "an underscore parts words": "_",
    "a colon and a full stop part words": f"{_LETTER}{_X}[:.\u00b7\u0387]{_X}{_LETTER}",
    "a number ends before a letter": f"[0-9]{_X}{_LETTER}",
    "a sign inside a word or number stands right between the two": f"{_WORD}{_X}['.,\"]{_MARKS}+{_WORD}",
    "an apostrophe is no part of a number": f"[0-9]{_X}'{_X}[0-9]",
    "kana outside the Han rules goes with letters": f"\u3031{_X}{_WORD}|{_WORD}{_X}'?\u3031",
    "an apostrophe at the end of a Hebrew word is not of it": f"\u05d0{_X}'",
    "quotation marks part Hebrew words": f'\u05d0{_X}"{_X}\u05d0',
    "a pictograph behind a joiner is not of the word": "\u200d[\U0001f000-\U0001faff\u2300-\u27bf]",
}


def _cases() -> list[list[str]]:
    lines = [line for line in DATA.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [
        ["".join(chr(int(code, 16)) for code in segment.split("×")) for segment in line.strip("÷ ").split("÷")]
        for line in lines
    ]


def _expected(segments: list[str]) -> list[tuple[int, int]]:
    """Spans of the segments with a letter or number, in code points."""
    out: list[tuple[int, int]] = []
    at = 0
    for segment in segments:
        if any(unicodedata.category(character)[0] in "LN" for character in segment):
            out.append((at, at + len(segment)))
        at += len(segment)
    return out


def _read(text: str) -> list[tuple[int, int]]:
    encoded = text.encode()
    rows = tables.tokenize(text)
    return [
        (len(encoded[:start].decode()), len(encoded[:end].decode()))
        for start, end in zip(rows["start_byte"].tolist(), rows["end_byte"].tolist(), strict=True)
    ]


def _differing() -> list[str]:
    return ["".join(case) for case in _cases() if _expected(case) != _read("".join(case))]


def test_the_words_are_those_of_unicode_but_for_the_reasons_given() -> None:
    differing = _differing()
    assert len(_cases()) - len(differing) == AGREE
    unexplained = [text for text in differing if not any(re.search(reason, text) for reason in REASONS.values())]
    assert unexplained == []


@pytest.mark.parametrize("reason", REASONS)
def test_each_reason_is_needed(reason: str) -> None:
    """Without it some difference has none."""
    others = [pattern for name, pattern in REASONS.items() if name != reason]
    assert any(not any(re.search(pattern, text) for pattern in others) for text in _differing())
