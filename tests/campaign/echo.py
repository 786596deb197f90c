"""A gRPC server that answers every method with the bytes of each message: what the load alone does to a server.

`python tests/campaign/echo.py` prints its address and serves until its standard input ends.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import grpc

_THREADS = 128
_OPTIONS = (("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1))


class Echo(grpc.GenericRpcHandler):
    """Takes any method for one of streams in both directions, of which the others are special cases on the wire."""

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[bytes, bytes]:
        """The one handler there is."""
        return grpc.stream_stream_rpc_method_handler(_echo)


def _echo(messages: Iterator[bytes], _: grpc.ServicerContext) -> Iterator[bytes]:
    yield from messages


def main() -> None:
    """Serves until standard input ends."""
    server = grpc.server(ThreadPoolExecutor(_THREADS), handlers=(Echo(),), options=_OPTIONS)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    sys.stdout.write(f"127.0.0.1:{port}\n")
    sys.stdout.flush()
    sys.stdin.read()
    server.stop(None).wait()


if __name__ == "__main__":
    main()
