"""Words, segments and markers against labels that were written by hand, not by our code."""

from __future__ import annotations

from typing import Any

import pytest
from reading_rows import SEGMENT_LETTERS, answer_segments, cases, joined_words, keys, markers, words

from sidecar import tables


@pytest.mark.parametrize("case", cases("tokens"), ids=lambda case: repr(case["text"][:40]))
def test_words_are_those_labeled(case: Any) -> None:
    assert words(case["text"]) == case["words"]
    assert joined_words(case["text"]) == case.get("joined", [])
    for written in case.get("numeral", []):
        assert written in words(case["text"], tables.TOKEN_HAN_NUMERAL)


@pytest.mark.parametrize("pair", cases("tokens", "same"), ids=lambda pair: " = ".join(pair))
def test_presentation_alone_makes_no_other_word(pair: list[str]) -> None:
    left, right = keys(pair[0]), keys(pair[1])
    assert left and left == right


@pytest.mark.parametrize("pair", cases("tokens", "different"), ids=lambda pair: " / ".join(pair))
def test_other_words_have_other_keys(pair: list[str]) -> None:
    left, right = keys(pair[0]), keys(pair[1])
    assert left and right and not set(left) & set(right)


@pytest.mark.parametrize("case", cases("sentences"), ids=lambda case: f"{case['mode']}: {case['text'][:40]!r}")
def test_segments_are_those_labeled(case: Any) -> None:
    text, data = case["text"], case["text"].encode()
    if case["mode"] == "answer":
        rows = [(row.text_start, row.text_end, row.kind) for row in answer_segments(text, case.get("ids", []))]
    else:
        rows = [(row["text_start"], row["text_end"], row["kind"]) for row in tables.segments(text, source=True)]
    assert [data[start:end].decode() for start, end, _ in rows] == case["segments"]
    if "kinds" in case:
        assert "".join(SEGMENT_LETTERS[kind] for _, _, kind in rows) == case["kinds"]


@pytest.mark.parametrize("case", cases("markers"), ids=lambda case: f"{case['text'][:40]!r} {case.get('kind', '')}")
def test_markers_are_those_labeled(case: Any) -> None:
    data = case["text"].encode()
    found = markers(case)
    rows = [[data[row.start : row.end].decode(), *(one.source + 1 for one in row.ids)] for row in found]
    assert rows == case["markers"]
    malformed = [row[0] for row, marker in zip(rows, found, strict=True) if marker.flags & tables.MARKER_MALFORMED]
    assert malformed == case.get("malformed", [])
