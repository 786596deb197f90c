"""What the compiled stages read of one text, as plain tuples of written text."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, cast

from sidecar import tables
from sidecar._core import Marker, Segment
from sidecar.model import OffsetUnit, Source

MARKER_KINDS = {"any": 1, "number": 2, "id": 3}
SEGMENT_LETTERS = "thcrbiq"  # text, heading, code, row, header, item, quote: the order of the kinds


def cases(name: str, key: str = "case") -> list[Any]:
    """The labeled rows under `key` in the file of this folder with this name."""
    with (Path(__file__).parent / f"{name}.toml").open("rb") as file:
        return cast(list[Any], tomllib.load(file)[key])


def compared(
    answer: str,
    ids: list[str],
    base: int = 1,
    kind: str = "any",
    titles: list[str] | None = None,
    pages: list[int] | None = None,
    sections: list[list[str]] | None = None,
) -> tables.Comparison:
    """An answer read beside sources with these ids, each of which says one word."""
    sources = [
        Source(
            name,
            "word",
            title=titles[place] if titles else "",
            page=pages[place] if pages else None,
            section_path=tuple(sections[place]) if sections else (),
        )
        for place, name in enumerate(ids)
    ]
    index = tables.SourceIndex(sources, OffsetUnit.UTF8_BYTES)
    return index.compare(
        answer, "", offset_unit=OffsetUnit.UTF8_BYTES, marker_base=base, marker_kind=MARKER_KINDS[kind]
    )


def words(text: str, flag: int = 0) -> list[str]:
    """The words of a text as written, without those put together over a line's end; only those with `flag` if given."""
    data = text.encode()
    return [
        data[row["start_byte"] : row["end_byte"]].decode()
        for row in tables.tokenize(text)
        if not row["flags"] & tables.TOKEN_JOINED and (not flag or row["flags"] & flag)
    ]


def joined_words(text: str) -> list[str]:
    """The words of a text that were put together over a line's end, as written."""
    data = text.encode()
    return [
        data[row["start_byte"] : row["end_byte"]].decode()
        for row in tables.tokenize(text)
        if row["flags"] & tables.TOKEN_JOINED
    ]


def keys(text: str) -> list[int]:
    """The keys of the words of a text."""
    return [int(row["key"]) for row in tables.tokenize(text)]


def answer_segments(text: str, ids: list[str]) -> list[Segment]:
    """The segments of an answer, markers read."""
    return compared(text, ids).segments


def markers(case: dict[str, Any]) -> list[Marker]:
    """The markers of an answer."""
    return compared(
        case["text"],
        case["ids"],
        case.get("base", 1),
        case.get("kind", "any"),
        case.get("titles"),
        case.get("pages"),
        case.get("sections"),
    ).markers
