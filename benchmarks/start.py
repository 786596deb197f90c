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

from sidecar.measure import material
from sidecar.measure.calls import METHODS, calling, messages_of
from sidecar.measure.cases import Language, Size, Surface
from sidecar.measure.echo import write_replies
from sidecar.measure.servers import process, process_cpu_seconds

MOST = 3.0
"""How many times as long as the bare server's start ours may take, in wall time, until it is ready."""

_COLUMNS = ("ready wall", "ready CPU", "answered wall", "answered CPU")


def start_seconds(
    method: str, messages: tuple[bytes, ...], environment: Mapping[str, str], module: str, *arguments: str
) -> tuple[float, ...]:
    """Wall and CPU seconds of one start until the server is ready, then the same until it has answered a call."""
    begin = time.perf_counter()
    with process(module, *arguments, environment=environment) as (pid, address):
        ready = time.perf_counter() - begin, process_cpu_seconds(pid)
        with calling(address, method, Surface.UNARY, messages, 1) as call:
            call()
            return *ready, time.perf_counter() - begin, process_cpu_seconds(pid)


def measure(rounds: int) -> tuple[Sequence[float], Sequence[float]]:
    """The least of `rounds` starts, of the bare server and of ours, each as `start_seconds`."""
    messages = messages_of(Surface.UNARY, Language.EN, (material.request(Language.EN, Size.KIB_2),))
    least = [[math.inf] * len(_COLUMNS) for _ in range(2)]
    with (
        tempfile.TemporaryDirectory(prefix="bench-replies-") as folder,
        tempfile.TemporaryDirectory(prefix="bench-compiled-") as compiled,
    ):
        echoed = write_replies(Path(folder), "unary-start", (b"",))
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        commands = (
            (echoed, "sidecar.measure.echo", folder, "127.0.0.1:0"),
            (METHODS[Surface.UNARY], "sidecar", "serve", "--address", "127.0.0.1:0"),
        )
        for method, *command in commands:
            start_seconds(method, messages, environment, *command)
        for _ in range(rounds):
            for place, (method, *command) in enumerate(commands):
                taken = start_seconds(method, messages, environment, *command)
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
