"""One fingerprint of what was judged and of the judgement: BLAKE3-256 over canonical content (docs/digest.md).

The content is a tree of texts, numbers, lists and maps, with the names of the protocol's fields; what protobuf JSON
leaves out is left out. Each piece is written with its length before it, so that no two trees have the same bytes.
"""

from __future__ import annotations

import enum
import re
import struct
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_type_hints

from blake3 import blake3

from sidecar import lang
from sidecar.answers import ReadAnswer
from sidecar.model import (
    CitationPolicy,
    ClaimPolicy,
    Config,
    NotFoundPolicy,
    QuantityPolicy,
    Report,
    Request,
    Source,
    SourcePolicy,
)

FORMAT = "verify-sidecar/digest/1"
# How an answer is shown changes nothing of what is said of it.
_NOT_JUDGING = ("view", "offset_unit", "want_repair", "want_rendering", "want_digest", "want_effective_config")
_JUDGEMENT = (
    "outcome",
    "classification",
    "support_score",
    "claims",
    "quantities",
    "citations",
    "quotes",
    "sources",
    "word_match",
    "findings",
    "coverage",
)
# Messages whose every scalar has presence: a set zero is said.
_EXPLICIT = (Config, CitationPolicy, QuantityPolicy, SourcePolicy, NotFoundPolicy, ClaimPolicy)


def of(request: Request, answer: ReadAnswer, sources: tuple[Source, ...], ids: list[str], report: Report) -> str:
    """64 hexadecimal digits. `report` is the whole one, VIEW_FULL in UTF-8 bytes; `ids` are the sources' names."""
    evidence = []
    for source, name in zip(sources, ids, strict=True):
        evidence.append({**tree(source), "source_id": name})
    config = {name: value for name, value in tree(request.config).items() if name not in _NOT_JUDGING}
    content: dict[str, Any] = {
        "format": FORMAT,
        "engine_version": report.engine_version,
        "answer_text": answer.text,
        "question_text": request.question_text,
        "as_of_date": request.as_of_date,
        "sources": evidence,
        "config": config,
        "judgement": {name: value for name, value in tree(report).items() if name in _JUDGEMENT},
    }
    if lang.added_tables_id():
        content["language_tables"] = lang.added_tables_id()
    if answer.insufficient_evidence is not None:
        content["insufficient_evidence"] = answer.insufficient_evidence
        content["citation_ids"] = [list(ids_of_claim) for ids_of_claim in answer.citation_ids]
    hasher = blake3()
    write(hasher, content)
    return hasher.hexdigest()


@cache
def _plan(kind: type) -> tuple[tuple[str, bool], ...]:
    """The fields of a model's class in order, and whether each is written even where it holds a zero."""
    hints = get_type_hints(kind)
    explicit = kind in _EXPLICIT
    return tuple((field.name, explicit or "None" in str(hints[field.name])) for field in fields(kind))


def tree(value: Any) -> Any:
    """A value of the model as protobuf JSON would show it, with the field names of the protocol."""
    if isinstance(value, enum.IntEnum):
        prefix = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(value).__name__).upper()
        return f"{prefix}_{value.name}"
    if is_dataclass(value) and not isinstance(value, type):
        out = {}
        for name, said in _plan(type(value)):
            item = getattr(value, name)
            absent = item is None or item == ()
            if absent or not (said or item or is_dataclass(item)):
                continue
            out[name] = tree(item)
        return out
    if isinstance(value, tuple):
        return [tree(item) for item in value]
    return value


def write(hasher: Any, value: Any) -> None:
    """Feeds one piece of a tree to a hasher: a sign for its type, its length or count, its content."""
    if isinstance(value, bool):
        hasher.update(b"t" if value else b"f")
    elif isinstance(value, str):
        data = value.encode()
        hasher.update(b"s" + struct.pack(">Q", len(data)) + data)
    elif isinstance(value, (int, float)):
        hasher.update(b"n" + struct.pack(">d", value))
    elif isinstance(value, dict):
        hasher.update(b"m" + struct.pack(">Q", len(value)))
        for name in sorted(value):
            write(hasher, name)
            write(hasher, value[name])
    else:
        hasher.update(b"l" + struct.pack(">Q", len(value)))
        for item in value:
            write(hasher, item)
