"""Unary Verify over loopback against an echo server of the same kind: what the verification adds to an RPC.

Both are grpcio's synchronous server with bytes handlers and as many threads, each in a process of its own; this process
is the client. They take turns; each reply must be, byte for byte, the first one.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc

from benchmarks import data
from benchmarks.bench_engine import request_of
from benchmarks.timing import BenchmarkError, process_cpu_seconds, quantile
from sidecar.wire.requests import request_message

REQUEST_BYTES = (2 * 1024, 8 * 1024, 64 * 1024)
CONCURRENCIES = (1, 8)
COLUMNS = (
    "request bytes",
    "reply bytes",
    "at once",
    "echo CPU us",
    "verify CPU us",
    "added us",
    "echo p50 us",
    "verify p50 us",
    "echo p99 us",
    "verify p99 us",
)
_METHOD = "/verify.v1.VerifyService/Verify"
_BLOCK_WORDS = 160  # about 1 KiB
_TIMEOUT_SECONDS = 60.0

Call = Callable[[bytes], bytes]


@dataclass(frozen=True, slots=True)
class Load:
    """How one server bore one load: the least of the rounds. CPU of the server's process, times at the client."""

    cpu_seconds: float
    p50_seconds: float
    p99_seconds: float


@dataclass(frozen=True, slots=True)
class ServerRow:
    """One size of request at one concurrency."""

    request_bytes: int
    reply_bytes: int
    concurrency: int
    echo: Load
    verify: Load


def run(sizes: Sequence[int], concurrencies: Sequence[int], rpcs: int, rounds: int) -> list[ServerRow]:
    """A row for each size and concurrency, of `rounds` rounds of `rpcs` RPCs each.

    Raises BenchmarkError where a server does not start or a reply differs.
    """
    requests = [request_of_bytes(size) for size in sizes]
    rows = []
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-replies-"))
        verify_pid, verify_address = stack.enter_context(process("sidecar", "serve", "--address", "127.0.0.1:0"))
        verify = stack.enter_context(calling(verify_address))
        replies = [verify(request) for request in requests]
        for request, reply in zip(requests, replies, strict=True):
            (Path(folder) / str(len(request))).write_bytes(reply)
        echo_pid, echo_address = stack.enter_context(process("benchmarks.echo_server", folder))
        servers = ((stack.enter_context(calling(echo_address)), echo_pid), (verify, verify_pid))
        for request, reply in zip(requests, replies, strict=True):
            for concurrency in concurrencies:
                loads = _loads(servers, request, reply, concurrency, rpcs, rounds)
                rows.append(ServerRow(len(request), len(reply), concurrency, *loads))
    return rows


def cells(row: ServerRow) -> tuple[str, ...]:
    """The row for a table."""
    seconds = (
        row.echo.cpu_seconds,
        row.verify.cpu_seconds,
        row.verify.cpu_seconds - row.echo.cpu_seconds,
        row.echo.p50_seconds,
        row.verify.p50_seconds,
        row.echo.p99_seconds,
        row.verify.p99_seconds,
    )
    counts = (row.request_bytes, row.reply_bytes, row.concurrency)
    return (*map(str, counts), *(f"{value * 1e6:.0f}" for value in seconds))


def request_of_bytes(size: int) -> bytes:
    """A serialized VerifyRequest of nearly `size` bytes: a grounded answer and evidence in blocks of about 1 KiB."""
    words = size // 7
    serialized = _serialized(words)
    for _ in range(8):
        short = size - len(serialized)
        if abs(short) <= size // 100:
            break
        words += short // 7
        serialized = _serialized(words)
    return serialized


def _serialized(words: int) -> bytes:
    case = data.case(words, max(1, words // _BLOCK_WORDS), "grounded")
    return request_message(request_of(case)).SerializeToString()


@contextmanager
def process(module: str, *arguments: str, environment: Mapping[str, str] | None = None) -> Iterator[tuple[int, str]]:
    """Runs a server module; gives its process id and the address that its first line ends with; ends it again."""
    command = (sys.executable, "-m", module, *arguments)
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        first_line = server.stdout.readline() if server.stdout is not None else ""
        if not first_line.strip():
            raise BenchmarkError(f"{' '.join(command)} ended with {server.wait(_TIMEOUT_SECONDS)} before it served")
        yield server.pid, first_line.split()[-1]
    finally:
        server.terminate()
        server.communicate(timeout=_TIMEOUT_SECONDS)


@contextmanager
def calling(address: str) -> Iterator[Call]:
    """A function that makes the RPC, bytes to bytes."""
    with grpc.insecure_channel(address, options=(("grpc.max_receive_message_length", -1),)) as channel:
        method: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(_METHOD)
        yield lambda request: method(request, timeout=_TIMEOUT_SECONDS)


def _loads(
    servers: Sequence[tuple[Call, int]], request: bytes, reply: bytes, concurrency: int, rpcs: int, rounds: int
) -> list[Load]:
    rows: list[list[Load]] = [[] for _ in servers]
    for call, _ in servers:  # the first calls open connections and start threads
        _spread(call, request, reply, concurrency, 4 * concurrency)
    for _ in range(rounds):
        for place, (call, pid) in enumerate(servers):
            before = process_cpu_seconds(pid)
            times = _spread(call, request, reply, concurrency, rpcs)
            cpu = (process_cpu_seconds(pid) - before) / len(times)
            rows[place].append(Load(cpu, quantile(times, 0.5), quantile(times, 0.99)))
    return [
        Load(
            min(load.cpu_seconds for load in loads),
            min(load.p50_seconds for load in loads),
            min(load.p99_seconds for load in loads),
        )
        for loads in rows
    ]


def _spread(call: Call, request: bytes, reply: bytes, concurrency: int, rpcs: int) -> list[float]:
    """Seconds of each of about `rpcs` RPCs, sorted, with `concurrency` of them under way at a time."""

    def one_after_another(count: int) -> list[float]:
        times = []
        for _ in range(count):
            start = time.perf_counter()
            got = call(request)
            times.append(time.perf_counter() - start)
            if got != reply:
                raise BenchmarkError(f"a reply of {len(got)} bytes differs from the first, of {len(reply)} bytes")
        return times

    each = max(1, rpcs // concurrency)
    if concurrency == 1:
        return sorted(one_after_another(each))
    with ThreadPoolExecutor(concurrency) as pool:
        return sorted(seconds for times in pool.map(one_after_another, [each] * concurrency) for seconds in times)
