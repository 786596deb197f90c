"""A gRPC server that answers VerifyService.Verify with bytes given beforehand: what the RPC alone costs.

`python -m benchmarks.echo_server FOLDER` prints its address and serves until its standard input ends. The reply to a
request is the file in FOLDER that is named by the request's length in bytes. It is always healthy.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc

# As `sidecar.server.app` has it by default, so that only the work inside the handler differs.
THREADS = 128
_SERVING = b"\x08\x01"  # a HealthCheckResponse
_OPTIONS = (("grpc.so_reuseport", 0), ("grpc.max_receive_message_length", 32 * 1024 * 1024))


def main(folder: Path) -> None:
    """Serves until standard input ends."""
    replies = {int(file.name): file.read_bytes() for file in folder.iterdir()}

    def answer(request: bytes, _: grpc.ServicerContext) -> bytes:
        return replies[len(request)]

    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(answer)
    server = grpc.server(ThreadPoolExecutor(THREADS), options=_OPTIONS, maximum_concurrent_rpcs=THREADS)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("verify.v1.VerifyService", {"Verify": handler}),)
    )
    healthy: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(lambda *_: _SERVING)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("grpc.health.v1.Health", {"Check": healthy}),)
    )
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    sys.stdout.write(f"echo is listening on 127.0.0.1:{port}\n")
    sys.stdout.flush()
    sys.stdin.read()
    server.stop(None).wait()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
