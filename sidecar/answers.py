"""The three ways to give an answer, brought to one: a text, and for structured ones where each claim starts."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from sidecar.errors import InvalidRequest
from sidecar.model import Request, StructuredAnswer, StructuredClaim


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """The answer as text. For structured answers: the byte where each claim starts, and what it cites."""

    text: str
    claim_starts: tuple[int, ...] = ()
    citation_ids: tuple[tuple[str, ...], ...] = ()
    insufficient_evidence: bool | None = None


def read(request: Request) -> ReadAnswer:
    """The answer of a valid request.

    Raises:
        InvalidRequest: `structured_json` is no JSON of the right shape; the message names the place.
    """
    if request.answer_text is not None:
        return ReadAnswer(request.answer_text)
    structured = request.structured_answer
    if structured is None:
        structured = _parse(request.structured_json or "")
    starts: list[int] = []
    size = 0
    for claim in structured.claims:
        starts.append(size)
        size += len(claim.text.encode()) + 1
    text = "\n".join(claim.text for claim in structured.claims)
    cited = tuple(claim.citation_ids for claim in structured.claims)
    return ReadAnswer(text, tuple(starts), cited, structured.insufficient_evidence)


@dataclass(frozen=True, slots=True)
class Edit:
    """Puts `replacement` in the place of the bytes [start, end) of an answer."""

    start: int
    end: int
    replacement: str


def edited(answer: ReadAnswer, edits: Iterable[Edit]) -> ReadAnswer:
    """An answer after edits that lie apart; the claims of a structured one start where they now start."""
    data = answer.text.encode()
    starts = list(answer.claim_starts)
    parts: list[bytes] = []
    at = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        replacement = edit.replacement.encode()
        parts += (data[at : edit.start], replacement)
        at = edit.end
        moved = len(replacement) - (edit.end - edit.start)
        starts = [
            start + moved if old > edit.start else start for start, old in zip(starts, answer.claim_starts, strict=True)
        ]
    text = b"".join((*parts, data[at:])).decode()
    return replace(answer, text=text, claim_starts=tuple(starts))


def _fault(message: str, fix: str) -> InvalidRequest:
    return InvalidRequest(
        f"structured_json {message}; {fix}",
        field="structured_json",
        reason="BAD_STRUCTURED_JSON",
        value=message,
        fix=fix,
    )


def _parse(text: str) -> StructuredAnswer:
    try:
        value = json.loads(text, object_pairs_hook=_object)
    except (json.JSONDecodeError, RecursionError) as error:
        place = (
            f"at line {error.lineno} column {error.colno}" if isinstance(error, json.JSONDecodeError) else "too deep"
        )
        raise _fault(f"is broken JSON {place}", "send the object as text") from None
    if not isinstance(value, dict):
        raise _fault("is no object", 'send {"claims": [...], "insufficient_evidence": false}')
    unknown = sorted(set(value) - {"claims", "insufficient_evidence", "insufficientEvidence"})
    if unknown:
        raise _fault(f"has {len(unknown)} unknown members", "send claims and insufficient_evidence alone")
    flag = value.get("insufficient_evidence", value.get("insufficientEvidence", False))
    rows = value.get("claims", [])
    if not isinstance(flag, bool) or not isinstance(rows, list):
        raise _fault("has a member of the wrong type", "claims is a list, insufficient_evidence true or false")
    return StructuredAnswer(tuple(_claim(number, row) for number, row in enumerate(rows)), flag)


def _object(members: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose members are there once: of two `claims` one would be dropped in silence."""
    value = dict(members)
    if len(value) != len(members):
        raise _fault("holds an object with one member twice", "send each member once")
    return value


def _claim(number: int, row: object) -> StructuredClaim:
    if isinstance(row, dict) and isinstance(row.get("text"), str):
        ids = row.get("citation_ids", row.get("citationIds", []))
        unknown = set(row) - {"text", "citation_ids", "citationIds"}
        if not unknown and isinstance(ids, list) and all(isinstance(one, str) for one in ids):
            return StructuredClaim(row["text"], tuple(ids))
    raise _fault(f"claims[{number}] has the wrong shape", 'send {"text": "...", "citation_ids": ["..."]}')
