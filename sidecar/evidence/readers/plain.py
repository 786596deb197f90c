"""Plain text, Markdown, comma separated values and JSON: what Python itself can read."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Mapping
from io import StringIO

from sidecar.errors import UnreadableDocument
from sidecar.evidence.readers.piece import Piece, ReadLimits, decode, pipe_table


def read_text(data: bytes, name: str, limits: ReadLimits) -> tuple[Piece, ...]:
    """The file as it is, one piece."""
    del limits  # the size on disk bounds the text already
    return (Piece(decode(data, name)),)


def read_csv(data: bytes, name: str, limits: ReadLimits) -> tuple[Piece, ...]:
    """One table, the first row its header. The separator is the one that the first line holds most of.

    Raises UnreadableDocument for an unclosed quote, an over-long field, or too many cells.
    """
    text = decode(data, name)
    outside_quotes = re.sub(r'"[^"]*"', "", text.partition("\n")[0])
    delimiter = max(",;\t", key=outside_quotes.count)
    rows: list[list[str]] = []
    cells = 0
    try:
        for row in csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True):
            cells += len(row)
            if cells > limits.max_cells:
                raise UnreadableDocument(f"{name}: over {limits.max_cells} cells; split the file")
            rows.append(row)
    except csv.Error as error:
        raise UnreadableDocument(f"{name}: row {len(rows) + 1}: {error}; mend the quoting") from None
    return (Piece(pipe_table(rows)),)


def read_json(data: bytes, name: str, limits: ReadLimits) -> tuple[Piece, ...]:
    """An object with "text", or a list of them, as pieces; any other value as one piece, indented."""
    value = _loads(decode(data, name), name, "")
    rows = _with_text(value if isinstance(value, list) else [value])
    if rows:
        return _pieces(rows, name, limits, lambda number: f"item={number}" if isinstance(value, list) else "")
    return (Piece(json.dumps(value, ensure_ascii=False, indent=2)),)


def read_jsonl(data: bytes, name: str, limits: ReadLimits) -> tuple[Piece, ...]:
    """One piece a line where every line is an object with "text"; else the lines as one piece.

    Raises UnreadableDocument naming the first line that is not JSON.
    """
    # only U+000A ends a line here: U+2028 and its like are legal inside a JSON string
    lines = [(number, line) for number, line in enumerate(decode(data, name).split("\n"), 1) if line.strip()]
    values = [_loads(line, name, f"line {number}: ") for number, line in lines]
    rows = _with_text(values)
    if rows:
        return _pieces(rows, name, limits, lambda number: f"line={lines[number - 1][0]}")
    return (Piece("\n".join(json.dumps(value, ensure_ascii=False) for value in values)),)


def _loads(text: str, name: str, place: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = place or f"line {error.lineno}: "
        raise UnreadableDocument(f"{name}: {where}not JSON at column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise UnreadableDocument(f"{name}: {place}nested too deeply; flatten the JSON") from None
    except ValueError:
        raise UnreadableDocument(f"{name}: {place}holds an integer too long to read; write it as a string") from None


def _with_text(values: list[object]) -> list[Mapping[str, object]]:
    """The values, if each is an object with a string "text"; else nothing."""
    rows: list[Mapping[str, object]] = [
        value for value in values if isinstance(value, dict) and isinstance(value.get("text"), str)
    ]
    return rows if len(rows) == len(values) else []


def _pieces(
    rows: list[Mapping[str, object]], name: str, limits: ReadLimits, suffix: Callable[[int], str]
) -> tuple[Piece, ...]:
    if len(rows) > limits.max_pieces:
        raise UnreadableDocument(f"{name}: {len(rows)} texts, the limit is {limits.max_pieces}; split the file")
    pieces = []
    for number, row in enumerate(rows, 1):
        place = suffix(number)
        where = f"{name}#{place}" if place else name
        pieces.append(
            Piece(
                text=_string(row, "text", where),
                suffix=place,
                source_id=_string(row, "source_id", where) or _string(row, "id", where),
                page=_page(row, where),
                page_label=_string(row, "page_label", where),
                title=_string(row, "title", where),
            )
        )
    return tuple(pieces)


def _string(row: Mapping[str, object], key: str, where: str) -> str:
    value = row.get(key)
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and key in ("id", "source_id"):
        return str(value)
    raise UnreadableDocument(f'{where}: "{key}" is not a string')


def _page(row: Mapping[str, object], where: str) -> int | None:
    value = row.get("page")
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and -(2**31) <= value < 2**31:
        return value
    raise UnreadableDocument(f'{where}: "page" is not a whole number of 32 bits')
