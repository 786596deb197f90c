"""A gRPC server that answers with bytes given beforehand: what the RPCs alone cost.

`python -m sidecar.measure.echo FOLDER ADDRESS` says its address and serves until its standard input ends. Each file in
FOLDER is a method of the service `echo`, with the replies in it (`write_replies`): `unary-NAME` one reply to one
request, `batch-NAME` all of them to each message of a call, `stream-NAME` all of them where the caller's messages end.
Any ADDRESS may be shared with others of its kind. It is always healthy.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import grpc

# As the server has them by default, so that only the work inside the handler differs.
_THREADS = 128
_MAX_MESSAGE_BYTES = 32 * 1024 * 1024
_SERVING = b"\x08\x01"  # a HealthCheckResponse
_SHORTEST_CALL_BYTES = 4
_SERVICE = "/echo/"

if TYPE_CHECKING:
    _Handler = grpc.RpcMethodHandler[bytes, bytes]


def write_replies(folder: Path, name: str, replies: Iterable[bytes]) -> str:
    """Has the server of `folder` answer with these; returns the path of the method that does."""
    data = b"".join(len(reply).to_bytes(_SHORTEST_CALL_BYTES, "big") + reply for reply in replies)
    (folder / name).write_bytes(data)
    return _SERVICE + name


def read_replies(data: bytes) -> tuple[bytes, ...]:
    """What `write_replies` wrote."""
    replies = []
    place = 0
    while place < len(data):
        start = place + _SHORTEST_CALL_BYTES
        place = start + int.from_bytes(data[place:start], "big")
        replies.append(data[start:place])
    return tuple(replies)


class _Methods(grpc.GenericRpcHandler):
    """Finds the handler of a method by its file, which may be written after the server has started."""

    def __init__(self, folder: Path) -> None:
        self._handler = cache(lambda name: _handler(name.partition("-")[0], read_replies((folder / name).read_bytes())))

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> _Handler | None:
        service, _, name = handler_call_details.method.rpartition("/")
        return self._handler(name) if service + "/" == _SERVICE else None


def _handler(kind: str, replies: Sequence[bytes]) -> _Handler:
    def batch(messages: Iterator[bytes], _: grpc.ServicerContext) -> Iterator[bytes]:
        for _message in messages:
            yield from replies

    def stream(messages: Iterator[bytes], _: grpc.ServicerContext) -> Iterator[bytes]:
        for _message in messages:
            pass
        yield from replies

    if kind == "unary":
        return grpc.unary_unary_rpc_method_handler(lambda *_: replies[0])
    return grpc.stream_stream_rpc_method_handler(batch if kind == "batch" else stream)


def main(folder: Path, address: str) -> None:
    """Serves until standard input ends."""
    server = grpc.server(
        ThreadPoolExecutor(_THREADS),
        options=(("grpc.so_reuseport", 1), ("grpc.max_receive_message_length", _MAX_MESSAGE_BYTES)),
        maximum_concurrent_rpcs=_THREADS,
    )
    healthy: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(lambda *_: _SERVING)
    server.add_generic_rpc_handlers(
        (_Methods(folder), grpc.method_handlers_generic_handler("grpc.health.v1.Health", {"Check": healthy}))
    )
    host = address.rpartition(":")[0]
    port = server.add_insecure_port(address)
    server.start()
    sys.stdout.write(f"echo is listening on {host}:{port}\n")
    sys.stdout.flush()
    sys.stdin.read()
    server.stop(None).wait()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
