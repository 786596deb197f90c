"""What every reader gives back, and what is the same in all of them."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO

from sidecar.errors import UnreadableDocument


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Bounds on one file, so that no file can take the process down.

    `max_file_bytes`: size on disk. `max_expanded_bytes`: sum of the unpacked sizes in a .docx or .xlsx.
    `max_pieces`: pages, sheets or rows that become sources. `max_cells`: cells of a sheet or a .csv file.
    `max_characters`: code points of text from the whole file; equal to what one request may hold.
    """

    max_file_bytes: int = 64 * 1024 * 1024
    max_expanded_bytes: int = 256 * 1024 * 1024
    max_pieces: int = 10_000
    max_cells: int = 1_000_000
    max_characters: int = 8 * 1024 * 1024


DEFAULT_LIMITS = ReadLimits()


@dataclass(frozen=True, slots=True)
class Piece:
    """A page, a sheet, a row or a whole file.

    `suffix` is what follows the file's name in the source id, "" for a whole file. `source_id` replaces both where the
    file itself names its pieces. `problem` says why text is missing, "" where nothing is; it never quotes the text.
    """

    text: str
    suffix: str = ""
    source_id: str = ""
    page: int | None = None
    page_label: str = ""
    title: str = ""
    problem: str = ""


def decode(data: bytes, name: str) -> str:
    """The text of a file in UTF-8, or in UTF-16 with a byte order mark; the mark is dropped.

    Raises UnreadableDocument naming the byte where the text stops being UTF-8.
    """
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableDocument(
            f"{name}: not {encoding.removesuffix('-sig').upper()} at byte {error.start}; save the file as UTF-8"
        ) from None


def pipe_table(rows: Iterable[Sequence[str]]) -> str:
    """Rows as a table of pipes, the first row its header; short rows are filled up, blank rows left out.

    A line break inside a cell becomes a blank and a pipe gets a backslash, so that one line stays one row.
    """
    cells = [[" ".join(cell.split()).replace("|", "\\|") for cell in row] for row in rows]
    cells = [row for row in cells if any(row)]
    if not cells:
        return ""
    width = max(max((place + 1 for place, cell in enumerate(row) if cell), default=0) for row in cells)
    lines = ["| " + " | ".join((row + [""] * width)[:width]) + " |" for row in cells]
    lines.insert(1, "|" + " --- |" * width)
    return "\n".join(lines)


def check_archive(data: bytes, name: str, limits: ReadLimits) -> None:
    """Refuses an office file that is no zip archive, is encrypted, or would unpack to more than the limit.

    Reading later stops at the sizes declared here, so an archive that lies about them is cut short and fails.
    """
    if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        raise UnreadableDocument(
            f"{name}: protected by a password, or older than 2007; save it anew, without a password"
        )
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError):
        raise UnreadableDocument(f"{name}: damaged, not a zip archive; save the file again") from None
    expanded = sum(entry.file_size for entry in entries)
    if expanded > limits.max_expanded_bytes:
        raise UnreadableDocument(
            f"{name}: unpacks to {expanded} bytes, the limit is {limits.max_expanded_bytes}; split the document"
        )
