"""Inflates compressed requests, no further than a request may be long.

grpc inflates a whole message before it looks at its length, so that 300 KB on the wire become 300 MB in memory. So it
is told to leave messages as they are (OPTIONS), and what it hands over is inflated here. grpc keeps to itself whether a
message is compressed; its first bytes tell, as no message of protobuf begins with those of gzip: they would be a field
of a wire type that there is not. Of the other encodings none is offered.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

from sidecar.server import calls, handlers

_IDENTITY, _GZIP = 1 << 0, 1 << 2
OPTIONS = (
    ("grpc.per_message_decompression", 0),
    ("grpc.compression_enabled_algorithms_bitset", _IDENTITY | _GZIP),
)
_MAGIC = b"\x1f\x8b"
_GZIP_FORMAT = zlib.MAX_WBITS | 16


def inflated(data: bytes, max_bytes: int) -> bytes:
    """The message, of a longer one its first `max_bytes` + 1; what is no gzip to its end is left as it is."""
    if not data.startswith(_MAGIC):
        return data
    stream = zlib.decompressobj(_GZIP_FORMAT)
    try:
        out = stream.decompress(data, max_bytes + 1)
    except zlib.error:
        return data
    if len(out) > max_bytes or (stream.eof and not stream.unused_data):
        return out
    return data


def inflating(handler: Any, max_bytes: int) -> Any:
    """The same handler for messages that may be compressed."""
    read: Callable[[bytes], Any] | None = handler.request_deserializer

    def inflate(data: bytes) -> Any:
        plain = inflated(data, max_bytes)
        if plain is not data:
            calls.inflated(len(plain) - len(data))
        return plain if read is None else read(plain)

    return handlers.reading(handler, inflate)
