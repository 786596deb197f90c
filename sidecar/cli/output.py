"""What all commands share for printing: safe text, consoles, the choice of a format."""

from __future__ import annotations

import enum
import io
import re
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

# whole CSI sequences go; of any other sequence only its control characters, so that nothing can hide in one
_CONTROL_SEQUENCE = re.compile("(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


class Format(enum.StrEnum):
    """How a command prints."""

    JSON = "json"
    TEXT = "text"


def safe(text: str) -> str:
    """The text without control sequences and characters that turn the writing direction; line breaks and tabs stay."""
    return _CONTROL.sub("", _CONTROL_SEQUENCE.sub("", text))


def one_line(text: str) -> str:
    """Safe text with every run of blanks and line breaks as one blank."""
    return " ".join(safe(text).split())


def console(stream: TextIO | None = None) -> Console:
    """A console that prints only what it is given: no markup, no highlighting, no emoji codes. Default: stdout."""
    from rich.console import Console

    file = stream or sys.stdout
    if isinstance(file, io.TextIOWrapper):
        # a terminal that lacks a character shows its code instead of ending the report half-way
        file.reconfigure(errors="backslashreplace")
    return Console(file=file, markup=False, highlight=False, emoji=False)


def write_json(text: str) -> None:
    """One JSON document and a line end on stdout, in UTF-8 whatever the terminal's encoding."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()
