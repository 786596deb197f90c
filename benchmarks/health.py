"""How long a health check takes while the server is busy with verifications, against an echo server as busy.

`python -m benchmarks.health [--callers 8] [--checks 400] [--rounds 5]`. Busy is: so many callers in a process of their
own, each asking again as soon as it is answered. The two servers take turns; of the rounds the least counts.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc

from sidecar.measure import material
from sidecar.measure.calls import METHODS, calling, messages_of
from sidecar.measure.cases import Language, Size, Surface
from sidecar.measure.echo import write_replies
from sidecar.measure.servers import process
from sidecar.measure.timing import quantile

MOST = 2.0
"""How many times as long as at the echo server a check may take, at the 99th of 100."""

_PAUSE_SECONDS = 0.002
_TIMEOUT_SECONDS = 60.0


def health_seconds(address: str, checks: int) -> list[float]:
    """Seconds of each of so many health checks, sorted, over a connection of their own."""
    with grpc.insecure_channel(address, (("grpc.use_local_subchannel_pool", 1),)) as channel:
        check = channel.unary_unary("/grpc.health.v1.Health/Check")
        check(b"", timeout=_TIMEOUT_SECONDS)
        out = []
        for _ in range(checks):
            begin = time.perf_counter()
            check(b"", timeout=_TIMEOUT_SECONDS)
            out.append(time.perf_counter() - begin)
            time.sleep(_PAUSE_SECONDS)
    return sorted(out)


@contextmanager
def busy(address: str, method: str, callers: int) -> Iterator[None]:
    """Keeps a server busy from another process."""
    command = [sys.executable, "-m", "benchmarks.health", "--load", address, method, "--callers", str(callers)]
    load = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert load.stdout is not None
        load.stdout.readline()
        yield
    finally:
        load.communicate()


def _load(address: str, method: str, callers: int) -> None:
    """Calls until standard input ends; says so once every caller has been answered."""
    messages = _messages()
    over = threading.Event()
    ready = threading.Barrier(callers + 1)

    def one_after_another() -> None:
        with calling(address, method, Surface.UNARY, messages, 1) as call:
            call()
            ready.wait()
            while not over.is_set():
                call()

    threads = [threading.Thread(target=one_after_another) for _ in range(callers)]
    for thread in threads:
        thread.start()
    ready.wait()
    print("busy", flush=True)
    sys.stdin.read()
    over.set()
    for thread in threads:
        thread.join()


def measure(callers: int, checks: int, rounds: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Median and 99th percentile in seconds, of the echo server and of ours."""
    with (
        tempfile.TemporaryDirectory(prefix="bench-replies-") as folder,
        process("sidecar", "serve", "--address", "127.0.0.1:0") as (_, verify),
    ):
        with calling(verify, METHODS[Surface.UNARY], Surface.UNARY, _messages(), 1) as call:
            echoed = write_replies(Path(folder), "unary-health", call())
        with process("sidecar.measure.echo", folder, "127.0.0.1:0") as (_, echo):
            servers = ((echo, echoed), (verify, METHODS[Surface.UNARY]))
            rows: list[list[tuple[float, float]]] = [[], []]
            for _ in range(rounds):
                for place, (address, method) in enumerate(servers):
                    with busy(address, method, callers):
                        times = health_seconds(address, checks)
                    rows[place].append((quantile(times, 0.5), quantile(times, 0.99)))
    bare, verified = ((min(row[0] for row in one), min(row[1] for row in one)) for one in rows)
    return bare, verified


def _messages() -> tuple[bytes, ...]:
    return messages_of(Surface.UNARY, Language.EN, (material.request(Language.EN, Size.KIB_8),))


def main() -> int:
    """Prints the figures; the exit status is 1 where a check takes too long."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.health", description=__doc__.partition("\n")[0])
    parser.add_argument("--callers", type=int, default=8)
    parser.add_argument("--checks", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--load", nargs=2, metavar=("ADDRESS", "METHOD"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.load:
        _load(*arguments.load, arguments.callers)
        return 0
    echo, verify = measure(arguments.callers, arguments.checks, arguments.rounds)
    for name, (median, last) in (("echo", echo), ("verify", verify)):
        print(f"{name:7} health p50 {median * 1e3:7.2f} ms   p99 {last * 1e3:7.2f} ms")
    print(f"p99 is {verify[1] / echo[1]:.2f} times the echo server's; at most {MOST} is the aim")
    return int(verify[1] > MOST * echo[1])


if __name__ == "__main__":
    sys.exit(main())
