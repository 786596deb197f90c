"""The digest of a stored request and response, recomputed from their protobuf JSON alone: a second implementation.

It shares nothing with the package: docs/digest.md and the BLAKE3 paper are all it rests on. The response must be one of
VIEW_FULL with offsets in UTF-8 bytes and `effectiveConfig`. Run: python digest_reader.py REQUEST.json RESPONSE.json
"""

from __future__ import annotations

import json
import re
import struct
import sys
from pathlib import Path
from typing import Any

_IV = [0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19]
_PERMUTATION = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8]
_CHUNK_START, _CHUNK_END, _PARENT, _ROOT = 1, 2, 4, 8
_MASK = 0xFFFFFFFF


def _mix(state: list[int], a: int, b: int, c: int, d: int, x: int, y: int) -> None:
    def rotated(value: int, by: int) -> int:
        return (value >> by | value << (32 - by)) & _MASK

    state[a] = (state[a] + state[b] + x) & _MASK
    state[d] = rotated(state[d] ^ state[a], 16)
    state[c] = (state[c] + state[d]) & _MASK
    state[b] = rotated(state[b] ^ state[c], 12)
    state[a] = (state[a] + state[b] + y) & _MASK
    state[d] = rotated(state[d] ^ state[a], 8)
    state[c] = (state[c] + state[d]) & _MASK
    state[b] = rotated(state[b] ^ state[c], 7)


def _compress(chaining: list[int], block: bytes, counter: int, flags: int) -> list[int]:
    words = list(struct.unpack("<16I", block.ljust(64, b"\0")))
    state = [*chaining, *_IV[:4], counter & _MASK, counter >> 32, len(block), flags]
    for _ in range(7):
        for column in range(4):
            _mix(state, column, column + 4, column + 8, column + 12, words[2 * column], words[2 * column + 1])
        for row in range(4):
            b, c, d = 4 + (row + 1) % 4, 8 + (row + 2) % 4, 12 + (row + 3) % 4
            _mix(state, row, b, c, d, words[8 + 2 * row], words[9 + 2 * row])
        words = [words[place] for place in _PERMUTATION]
    return [state[place] ^ state[place + 8] for place in range(8)]


def _chunk(data: bytes, counter: int, root: int) -> list[int]:
    chaining = _IV
    blocks = [data[at : at + 64] for at in range(0, len(data), 64)] or [b""]
    for number, block in enumerate(blocks):
        flags = _CHUNK_START if number == 0 else 0
        if number == len(blocks) - 1:
            flags |= _CHUNK_END | root
        chaining = _compress(chaining, block, counter, flags)
    return chaining


def _subtree(data: bytes, counter: int, root: int) -> list[int]:
    if len(data) <= 1024:
        return _chunk(data, counter, root)
    left = 1024  # the largest power of two of chunks that leaves something to the right
    while left * 2 < len(data):
        left *= 2
    pair = _subtree(data[:left], counter, 0) + _subtree(data[left:], counter + left // 1024, 0)
    return _compress(_IV, struct.pack("<16I", *pair), 0, _PARENT | root)


def blake3(data: bytes) -> str:
    """BLAKE3-256 in hexadecimal."""
    return struct.pack("<8I", *_subtree(data, 0, _ROOT)).hex()


def _bytes(value: Any) -> bytes:
    if isinstance(value, bool):
        return b"t" if value else b"f"
    if isinstance(value, str):
        return b"s" + struct.pack(">Q", len(value.encode())) + value.encode()
    if isinstance(value, (int, float)):
        return b"n" + struct.pack(">d", value)
    if isinstance(value, list):
        return b"l" + struct.pack(">Q", len(value)) + b"".join(map(_bytes, value))
    members = sorted((re.sub("[A-Z]", lambda sign: "_" + sign[0].lower(), name), item) for name, item in value.items())
    return b"m" + struct.pack(">Q", len(value)) + b"".join(_bytes(name) + _bytes(item) for name, item in members)


def digest(request: dict[str, Any], response: dict[str, Any]) -> str:
    """What `digest` of the response must be."""
    hidden = {"view", "offsetUnit", "wantRepair", "wantRendering", "wantDigest", "wantEffectiveConfig"}
    parts = "outcome classification supportScore claims quantities citations quotes sources wordMatch findings coverage"
    sources = [
        {**source, "sourceId": source.get("sourceId") or str(number)}
        for number, source in enumerate(request.get("sources", []), 1)
    ]
    content: dict[str, Any] = {
        "format": "verify-sidecar/digest/1",
        "engineVersion": response["engineVersion"],
        "answerText": request["answerText"] if "answerText" in request else response.get("answerText", ""),
        "questionText": request.get("questionText", ""),
        "asOfDate": request.get("asOfDate", ""),
        "sources": sources,
        "config": {name: item for name, item in response["effectiveConfig"].items() if name not in hidden},
        "judgement": {name: response[name] for name in parts.split() if name in response},
    }
    structured = request.get("structuredAnswer")
    if structured is not None:
        content["insufficientEvidence"] = structured.get("insufficientEvidence", False)
        content["citationIds"] = [claim.get("citationIds", []) for claim in structured.get("claims", [])]
    return blake3(_bytes(content))


if __name__ == "__main__":
    print(digest(*(json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:3])))
