"""Files into sources: the only module of this package that opens files.

A page of a PDF is a source (`name.pdf#page=4`), so is a sheet of a workbook (`name.xlsx#sheet`) and an object with
"text" in JSON; every other file is one source (`name.txt`). What could not be read as text is listed beside the
sources; such a source stays in its place with empty text, because citations count places.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sidecar.errors import UnreadableDocument
from sidecar.evidence.readers.piece import DEFAULT_LIMITS, Piece, ReadLimits
from sidecar.model import Source


@dataclass(frozen=True, slots=True)
class UnreadablePage:
    """A source whose text is missing or incomplete, and why, in words for a person."""

    source_id: str
    page: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """The sources of all files, in the order of the files and of their pages, and what is missing in them."""

    sources: tuple[Source, ...]
    unreadable: tuple[UnreadablePage, ...] = ()


class _Reader(Protocol):
    def __call__(self, data: bytes, name: str, limits: ReadLimits) -> tuple[Piece, ...]: ...


# module and function by suffix: the libraries are heavy, so each is loaded with the first file that needs it
_READERS = {
    ".txt": ("plain", "read_text"),
    ".md": ("plain", "read_text"),
    ".csv": ("plain", "read_csv"),
    ".json": ("plain", "read_json"),
    ".jsonl": ("plain", "read_jsonl"),
    ".html": ("html", "read"),
    ".htm": ("html", "read"),
    ".pdf": ("pdf", "read"),
    ".docx": ("word", "read"),
    ".xlsx": ("sheet", "read"),
}

SUFFIXES = tuple(_READERS)
"""Endings of the files that can be read, in lower case with the dot."""


def read_documents(paths: Iterable[str | Path], limits: ReadLimits = DEFAULT_LIMITS) -> Evidence:
    """Reads files of any mix of formats.

    Files of the same name in different folders get their path in front of the source id. Raises UnreadableDocument when
    a file cannot be opened or read at all, has an unknown ending, is over a limit, or is given twice.
    """
    files = [Path(path) for path in paths]
    names = [file.name for file in files]
    sources: list[Source] = []
    unreadable: list[UnreadablePage] = []
    seen: dict[Path, str] = {}
    for file in files:
        name = file.name if names.count(file.name) == 1 else file.as_posix()
        place = file.resolve()
        if place in seen:
            raise UnreadableDocument(f"{name}: given twice; name each file once")
        seen[place] = name
        for piece in _read(file, name, limits):
            source = _source(piece, name)
            sources.append(source)
            if piece.problem:
                unreadable.append(UnreadablePage(source.source_id, source.page, piece.problem))
    return Evidence(tuple(sources), tuple(unreadable))


def read_document(path: str | Path, limits: ReadLimits = DEFAULT_LIMITS) -> tuple[Source, ...]:
    """The sources of one file, as `read_documents` gives them; a source that has no text is listed with empty text."""
    return read_documents((path,), limits).sources


def _read(file: Path, name: str, limits: ReadLimits) -> tuple[Piece, ...]:
    if file.is_dir():
        raise UnreadableDocument(f"{file}: a folder; give the files in it, one by one")
    entry = _READERS.get(file.suffix.lower())
    if entry is None:
        raise UnreadableDocument(
            f"{name}: cannot read files ending in {file.suffix!r}; use one of {' '.join(SUFFIXES)}"
        )
    data = _load(file, name, limits)
    module, function = entry
    reader: _Reader = getattr(importlib.import_module(f"sidecar.evidence.readers.{module}"), function)
    pieces = reader(data, name, limits)
    for piece in pieces:
        _check_encodable(piece, name)
    return pieces


def _load(file: Path, name: str, limits: ReadLimits) -> bytes:
    """The bytes of a file, read up to the limit and one more, so that a growing file or a pipe cannot flood us."""
    try:
        with file.open("rb") as stream:
            data = stream.read(limits.max_file_bytes + 1)
    except OSError as error:
        raise UnreadableDocument(f"{name}: {error.strerror or type(error).__name__}") from None
    if len(data) > limits.max_file_bytes:
        raise UnreadableDocument(f"{name}: larger than {limits.max_file_bytes} bytes; split the file")
    return data


def _check_encodable(piece: Piece, name: str) -> None:
    try:
        for text in (piece.text, piece.source_id, piece.title, piece.page_label):
            text.encode("utf-8")
    except UnicodeEncodeError as error:
        place = f"{name}#{piece.suffix}" if piece.suffix else name
        raise UnreadableDocument(
            f"{place}: half a surrogate pair at character {error.start}; mend the escape"
        ) from None


def _source(piece: Piece, name: str) -> Source:
    source_id = piece.source_id or (f"{name}#{piece.suffix}" if piece.suffix else name)
    return Source(
        source_id=source_id,
        text=piece.text,
        page=piece.page,
        page_label=piece.page_label,
        title=piece.title or name,
        doc_id=name,
    )
