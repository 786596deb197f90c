"""Reading requests: a named file or standard input, whole or line by line, never more than the limit at once."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from sidecar.errors import InvalidRequest, ResourceExhausted, UnreadableDocument


@contextlib.contextmanager
def open_input(name: str) -> Iterator[BinaryIO]:
    """The file, or standard input for "-". Raises UnreadableDocument when it cannot be opened."""
    if name == "-":
        yield sys.stdin.buffer
        return
    with contextlib.ExitStack() as stack:
        try:
            file = stack.enter_context(Path(name).open("rb"))
        except OSError as error:
            raise UnreadableDocument(f"{name}: {error.strerror or type(error).__name__}") from None
        yield file


def read_text(name: str, max_bytes: int) -> str:
    """The text of a file in UTF-8, of standard input for "-".

    Raises UnreadableDocument when it cannot be opened or is not UTF-8, ResourceExhausted when it is too long.
    """
    with open_input(name) as stream:
        data = read_whole(stream, max_bytes)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableDocument(f"{name}: not UTF-8 at byte {error.start}; save the file as UTF-8") from None


def read_lines(stream: BinaryIO, max_bytes: int) -> Iterator[bytes | ResourceExhausted]:
    """Each line without its end; for one of more than `max_bytes` the error instead, and the rest of it is skipped."""
    while line := stream.readline(max_bytes + 2):  # the line and its end, at most two bytes
        complete = line.endswith(b"\n")
        body = line.removesuffix(b"\n").removesuffix(b"\r") if complete else line
        if len(body) <= max_bytes:
            yield body
            continue
        size = len(line)
        while not complete:
            rest = stream.readline(1 << 20)
            size += len(rest)
            complete = rest.endswith(b"\n") or not rest
        yield too_large(size, max_bytes)


def read_whole(stream: BinaryIO, max_bytes: int) -> bytes:
    """Everything up to the limit; raises ResourceExhausted where there is more."""
    data = stream.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise too_large(len(data), max_bytes)
    return data


def too_large(size: int, max_bytes: int) -> ResourceExhausted:
    """The error for a request whose JSON is `size` bytes or more."""
    fix = "send less evidence at once, or raise VERIFY_SIDECAR_MAX_MESSAGE_BYTES"
    return ResourceExhausted(
        f"the request has {size} bytes or more, the limit is {max_bytes}; {fix}",
        field="",
        reason="MESSAGE_TOO_LONG",
        limit=str(max_bytes),
        value=str(size),
        fix=fix,
    )


def parse_row(line: bytes) -> dict[str, object]:
    """A line as a JSON object. Raises InvalidRequest where it is none; the message quotes nothing of it."""
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise _not_json(f"not JSON at column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise _not_json("JSON nested too deeply") from None
    except UnicodeDecodeError as error:
        raise _not_json(f"not UTF-8 at byte {error.start}") from None
    except ValueError:
        raise _not_json("JSON with an integer too long to read") from None
    if not isinstance(value, dict):
        raise _not_json("not a JSON object")
    return value


def _not_json(problem: str) -> InvalidRequest:
    return InvalidRequest(
        f"{problem}; write one JSON object a line",
        field="",
        reason="MALFORMED_JSON",
        fix="write one JSON object a line",
    )
