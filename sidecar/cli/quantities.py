"""`verify-sidecar quantities`: the quantities of a text, without evidence or judgement."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from sidecar.cli.lines import open_input, parse_row, read_lines, read_text
from sidecar.cli.output import Format, console, one_line, write_json
from sidecar.errors import InvalidRequest, RequestError, ResourceExhausted

if TYPE_CHECKING:
    from sidecar.engine import ReadQuantity

_FIELDS = ("id", "text", "language")
_MOST_NAME_CHARACTERS = 64


def quantities(
    text: Annotated[
        str | None, typer.Argument(metavar="TEXT|@FILE", help="The text to read, or @ and the file that holds it.")
    ] = None,
    jsonl: Annotated[
        str | None,
        typer.Option(metavar="FILE", help='Rows {"id","text","language"}, one a line; "-" is standard input.'),
    ] = None,
    language: Annotated[
        str, typer.Option(help='Language of TEXT, "de" for example; English and Chinese are always read.')
    ] = "",
    output_format: Annotated[
        Format | None, typer.Option("--format", help="Default: a table on a terminal, else JSON.")
    ] = None,
) -> None:
    """List the quantities in a text, with value and unit. Spans count code points."""
    from sidecar.config import read_settings
    from sidecar.engine import quantities as read_quantities

    if jsonl is not None:
        if text is not None or language or output_format is Format.TEXT:
            raise typer.BadParameter("--jsonl goes without TEXT and --language, and replies in JSON")
        raise typer.Exit(_lines(jsonl))
    if text is None:
        raise typer.BadParameter("give TEXT, @FILE or --jsonl FILE")
    if text.startswith("@"):
        text = read_text(text[1:], read_settings().limits.max_message_bytes)
    found = read_quantities(text, language, ends=True)
    if output_format is Format.JSON or (output_format is None and not sys.stdout.isatty()):
        write_json(_row("", found))
    else:
        _print(found)


def _lines(name: str) -> int:
    """One reply a line, in order, an error object for a bad row. Returns 2 if a row was bad, else 0."""
    from sidecar.config import read_settings

    status = 0
    with open_input(name) as stream:
        for line in read_lines(stream, read_settings().limits.max_message_bytes):
            reply, bad = _reply(line)
            status = 2 if bad else status
            sys.stdout.buffer.write(reply.encode("utf-8") + b"\n")
            sys.stdout.buffer.flush()
    return status


def _reply(line: bytes | ResourceExhausted) -> tuple[str, bool]:
    from sidecar.engine import quantities as read_quantities
    from sidecar.server.translate import error_to_json

    if isinstance(line, ResourceExhausted):
        return error_to_json("", line), True
    row_id = ""
    try:
        row = parse_row(line)
        row_id = _string(row, "id")
        unknown = sorted(row.keys() - set(_FIELDS))
        if unknown:
            name = one_line(unknown[0])[:_MOST_NAME_CHARACTERS]
            raise _fault(name, "UNKNOWN_FIELD", f"{name} is no field of a row; known are {', '.join(_FIELDS)}")
        text, language = _string(row, "text"), _string(row, "language")
        if "text" not in row:
            raise _fault("text", "FIELD_REQUIRED", "a row needs a text; it may be empty")
        return _row(row_id, read_quantities(text, language, ends=True)), False
    except RequestError as error:
        return error_to_json(row_id, error), True


def _string(row: dict[str, object], field: str) -> str:
    value = row.get(field, "")
    if not isinstance(value, str):
        raise _fault(field, "WRONG_TYPE", f"{field} is not a string; put it in quotes")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise _fault(
            field, "INVALID_UTF8", f"{field} has half a surrogate pair at character {error.start}; mend the escape"
        ) from None
    return value


def _fault(field: str, reason: str, message: str) -> InvalidRequest:
    return InvalidRequest(message, field=field, reason=reason, fix=message.rpartition("; ")[2])


def _row(row_id: str, found: Sequence[ReadQuantity]) -> str:
    rows = [
        {
            "span": {"start": quantity.span.start, "end": quantity.span.end},
            "text": quantity.text,
            "kind": quantity.kind,
            "value": quantity.value or None,
            "unit": quantity.unit,
        }
        for quantity in found
    ]
    return json.dumps({"id": row_id, "quantities": rows}, ensure_ascii=False, separators=(",", ":"))


def _print(found: Sequence[ReadQuantity]) -> None:
    from rich.table import Table

    table = Table("text", "kind", "value", "unit", "from", "to")
    for quantity in found:
        place = (str(quantity.span.start), str(quantity.span.end))
        table.add_row(one_line(quantity.text), quantity.kind, quantity.value, one_line(quantity.unit), *place)
    console().print(table)
