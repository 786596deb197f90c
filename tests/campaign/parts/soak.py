"""Everything at once for ten minutes: every RPC, callers that leave, hurry or dawdle, dropped lines, killed workers.

Whatever is done to the server is done, with the same bytes, to one that only echoes. The memory of the server's
processes may grow no faster than the echo's and a megabyte a minute; threads and descriptors may not grow. Each call
ends with a status that fits it, and each report is the one that the same answer had before, whether it came unary, in
a batch, from a stream or by a handle, and whichever worker gave it.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from growth import Watched, bytes_per_minute, gained
from load import ACTS, Link, Seen, requests
from runner import CampaignFault, Figures, Part, Step
from served import Served, serving

from sidecar import model

_WORKERS = 2
_CALLERS = 4
_REQUESTS = 24
_HELD_BYTES = 1 << 20  # so little that evidence is registered, and makes room, all the time
_LOOK_SECONDS = 1.0
_KILL_SECONDS = 20.0
_WARM_SHARE = 0.2  # of the time; what grows in it is not looked at, so that only who lives longer counts
_ACTS_OF_ONE_CONNECTION = 100
_MOST_BYTES_PER_MINUTE = 1 << 20
_MOST_BYTES_PER_MINUTE_OF_A_SHORT_RUN = 16 << 20  # heaps have not found their size within a minute or two
_SHORT_SECONDS = 300
_MOST_THREADS_GAINED = 8  # callers meet by chance, and in the second half a few more than in the first


@contextmanager
def _echoing() -> Iterator[tuple[str, int]]:
    """Address and process id of a server that echoes; it ends with the block."""
    command = [sys.executable, str(Path(__file__).parents[1] / "echo.py")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), process.pid
        assert process.stdin is not None
        process.stdin.close()


def _call_on(
    addresses: tuple[str, str], seen: Seen, chance: random.Random, rows: list[model.Request], end: threading.Event
) -> None:
    """Does one act after the other to both servers; over a new connection now and then."""
    while not end.is_set():
        links = (Link(addresses[0], seen), Link(addresses[1], None))
        for _ in range(_ACTS_OF_ONE_CONNECTION):
            if end.is_set():
                break
            (act,) = chance.choices(list(ACTS), list(ACTS.values()))
            same = chance.random()
            try:
                for link in links:
                    act(link, random.Random(same), rows)
            except Exception as error:  # noqa: BLE001 - whatever it is, the run must not go on as if nothing were
                seen.fault(f"{act.__name__} raised {error!r}")
        for link in links:
            link.channel.close()


def _kill_youngest(server: Served, workers: Watched) -> int:
    """One worker lives from begin to end; another is killed again and again, once it is there. How many were killed."""
    alive, youngest = server.workers(), workers.youngest()
    if len(alive) < _WORKERS or youngest not in alive:
        return 0
    with contextlib.suppress(ProcessLookupError):  # the supervisor had not noticed yet that it is gone
        os.kill(youngest, signal.SIGKILL)
    return 1


def run(step: Step) -> Figures:
    """Keeps both servers busy for as many seconds, looks at them every second, and kills a worker now and then."""
    rows = requests(step.seed, _REQUESTS)
    seen, end = Seen(), threading.Event()
    workers, supervisor, echo = (Watched(_WARM_SHARE * step.count) for _ in range(3))
    figures = Figures()
    arguments = ("--workers", str(_WORKERS), "--max-held-evidence-bytes", str(_HELD_BYTES))
    with _echoing() as (echo_address, echo_pid), serving(*arguments) as server:
        callers = [
            threading.Thread(
                target=_call_on,
                args=((server.address, echo_address), seen, random.Random(f"{step.seed}/{number}"), rows, end),
                daemon=True,
            )
            for number in range(_CALLERS)
        ]
        server.check_alive()
        open_files = server.open_files()
        for caller in callers:
            caller.start()
        begin = killed = time.monotonic()
        while (now := time.monotonic()) < begin + step.count and not seen.faults:
            workers.look(server.workers(), now)
            supervisor.look((server.process.pid,), now)
            echo.look((echo_pid,), now)
            if now - killed >= _KILL_SECONDS:
                figures.counts["killed"] += _kill_youngest(server, workers)
                killed = now
            end.wait(_LOOK_SECONDS)
        end.set()
        for caller in callers:
            caller.join()
        server.check_let_go(open_files + _WORKERS * _REQUESTS)  # evidence that a worker has opened stays open
    if seen.faults:
        raise CampaignFault("; ".join(seen.faults[:5]))
    figures.counts.update(seen.counts)
    _judge(figures, step.count, workers, supervisor, echo)
    return figures


def _judge(figures: Figures, seconds: int, workers: Watched, supervisor: Watched, echo: Watched) -> None:
    """Raises CampaignFault where something has grown."""
    slope = _WORKERS * bytes_per_minute(workers.lines()) + bytes_per_minute(supervisor.lines())
    of_echo = bytes_per_minute(echo.lines())
    figures.saw("MiB a minute", slope / 2**20)
    figures.saw("MiB a minute of the echo", of_echo / 2**20)
    lines = [*workers.lines(), *supervisor.lines()]
    for line in lines:
        figures.saw("MiB of a process", max(one.resident_bytes for one in line) / 2**20)
        figures.saw("threads of a process", max(one.threads for one in line))
        figures.saw("threads gained", gained([one.threads for one in line]))
    if figures.most["threads gained"] > _MOST_THREADS_GAINED:
        raise CampaignFault(f"a process gained {figures.most['threads gained']:.0f} threads in its second half")
    most = _MOST_BYTES_PER_MINUTE if seconds >= _SHORT_SECONDS else _MOST_BYTES_PER_MINUTE_OF_A_SHORT_RUN
    allowed = max(0.0, of_echo) + most
    if slope > allowed:
        raise CampaignFault(f"memory grew by {slope / 2**20:.2f} MiB a minute; {allowed / 2**20:.2f} are allowed")


PART = Part("soak", "seconds", 600, 600, run, least=60)
