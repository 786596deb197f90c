"""Which language an answer is spoken to in."""

from __future__ import annotations

import re

from sidecar import lang
from sidecar.columns import Columns

_HAN = re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"[A-Za-z]{2,}")


def language_of(columns: Columns) -> str:
    """The language of the script that most of the answer is written in ([wording] script of a language)."""
    text = columns.text(0, columns.comparison.answer.size)
    script = "han" if len(_HAN.findall(text)) > 2 * len(_WORD.findall(text)) else "latin"
    return next(code for code in lang.language_codes() if lang.wording(code).get("script") == script)
