"""The text in the pieces that generators stream: plain text, and the chunks of the usual chat completions."""

from __future__ import annotations

from typing import Any


def text_of(chunk: Any) -> str | bytes:
    """What a piece adds to the answer; "" where it adds nothing (a role, a tool call, an end).

    Text and bytes are taken as they are; of a chunk, as a dict or as an object, `choices[0].delta.content`, or the
    `delta.text` of a `content_block_delta`.
    """
    if isinstance(chunk, str | bytes):
        return chunk
    choices = _part(chunk, "choices")
    if choices:
        return _text(_part(_part(choices[0], "delta"), "content"))
    if _part(chunk, "type") == "content_block_delta":
        return _text(_part(_part(chunk, "delta"), "text"))
    return ""


def _part(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else getattr(value, name, None)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
