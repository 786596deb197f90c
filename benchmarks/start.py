"""How long a server takes from the start of its process to its first answer, against a bare server of grpcio.

`python -m benchmarks.start [--rounds 10]`. Ready is: the process has said its address. Answered is: a first Verify of
2 KiB has its reply, so that what is only put off counts as well. The two servers take turns, and the least of the
rounds counts, for wall time and for CPU of the process each by itself. Modules are compiled before the first round, as
an installer does it; where they are not, as in a checkout under PYTHONDONTWRITEBYTECODE, a start takes longer.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.bench_server import calling, process, request_of_bytes
from benchmarks.timing import process_cpu_seconds

MOST = 3.0
"""How many times as long as the bare server's start ours may take, in wall time, until it is ready."""

_REQUEST_BYTES = 2 * 1024
_COLUMNS = ("ready wall", "ready CPU", "answered wall", "answered CPU")


def start_seconds(request: bytes, environment: Mapping[str, str], module: str, *arguments: str) -> tuple[float, ...]:
    """Wall and CPU seconds of one start until the server is ready, then the same until it has answered `request`."""
    begin = time.perf_counter()
    with process(module, *arguments, environment=environment) as (pid, address):
        ready = time.perf_counter() - begin, process_cpu_seconds(pid)
        with calling(address) as call:
            call(request)
            return *ready, time.perf_counter() - begin, process_cpu_seconds(pid)


def measure(rounds: int) -> tuple[Sequence[float], Sequence[float]]:
    """The least of `rounds` starts, of the bare server and of ours, each as `start_seconds`."""
    request = request_of_bytes(_REQUEST_BYTES)
    least = [[math.inf] * len(_COLUMNS) for _ in range(2)]
    with (
        tempfile.TemporaryDirectory(prefix="bench-replies-") as folder,
        tempfile.TemporaryDirectory(prefix="bench-compiled-") as compiled,
    ):
        (Path(folder) / str(len(request))).write_bytes(b"")
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        commands = (("benchmarks.echo_server", folder), ("sidecar", "serve", "--address", "127.0.0.1:0"))
        for command in commands:
            start_seconds(request, environment, *command)
        for _ in range(rounds):
            for place, command in enumerate(commands):
                taken = start_seconds(request, environment, *command)
                least[place] = [min(pair) for pair in zip(least[place], taken, strict=True)]
    return least[0], least[1]


def main() -> int:
    """Prints the figures; the exit status is 1 where ours takes too long until it is ready."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.start", description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=10)
    bare, ours = measure(parser.parse_args().rounds)
    print(f"{'ms':12}" + "".join(f"{name:>15}" for name in _COLUMNS))
    for name, row in (("bare grpcio", bare), ("serve", ours)):
        print(f"{name:12}" + "".join(f"{seconds * 1e3:15.0f}" for seconds in row))
    ratios = [one / other for one, other in zip(ours, bare, strict=True)]
    print(f"{'ratio':12}" + "".join(f"{ratio:15.2f}" for ratio in ratios))
    print(f"ready after {ratios[0]:.2f} times the bare server's time; at most {MOST} is the aim")
    return int(ratios[0] > MOST)


if __name__ == "__main__":
    sys.exit(main())
