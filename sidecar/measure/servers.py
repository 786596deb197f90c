"""The servers that are measured, each in processes of its own, and the CPU time that these have used."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sidecar.errors import BenchmarkError

_TIMEOUT_SECONDS = 60.0
_FREE_PORT = "127.0.0.1:0"


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs: where, and the ids of its processes."""

    address: str
    pids: tuple[int, ...]

    def cpu_seconds(self) -> float:
        """CPU seconds that its processes have used."""
        return sum(process_cpu_seconds(pid) for pid in self.pids)


@dataclass(frozen=True, slots=True)
class Cores:
    """Which cores the server and its callers may use; None leaves it to the system."""

    server: frozenset[int] | None
    client: frozenset[int] | None


def share_cores(workers: int) -> Cores:
    """One core for the server of one worker and the others for its callers; else, or with one core, all for all."""
    if workers > 1 or not hasattr(os, "sched_getaffinity"):
        return Cores(None, None)
    cores = sorted(os.sched_getaffinity(0))
    return Cores(frozenset(cores[-1:]), frozenset(cores[:-1])) if len(cores) > 1 else Cores(None, None)


@contextmanager
def on_cores(cores: frozenset[int] | None) -> Iterator[None]:
    """Keeps this thread, and the threads and processes that it starts, on these cores; then this thread as before."""
    if cores is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def verify_server(workers: int, cores: frozenset[int] | None) -> Iterator[Served]:
    """`verify-sidecar serve` with so many workers. Raises BenchmarkError where it does not start."""
    with process("sidecar", "serve", "--address", _FREE_PORT, "--workers", str(workers), cores=cores) as (pid, address):
        yield Served(address, (pid, *_children(pid)) if workers > 1 else (pid,))


@contextmanager
def echo_server(folder: Path, workers: int, cores: frozenset[int] | None) -> Iterator[Served]:
    """As many processes of `sidecar.measure.echo` on one port. Raises BenchmarkError where one does not start."""
    address, pids = _FREE_PORT, []
    with ExitStack() as stack:
        for _ in range(workers):
            pid, address = stack.enter_context(process("sidecar.measure.echo", str(folder), address, cores=cores))
            pids.append(pid)
        yield Served(address, tuple(pids))


@contextmanager
def process(
    module: str,
    *arguments: str,
    environment: Mapping[str, str] | None = None,
    cores: frozenset[int] | None = None,
) -> Iterator[tuple[int, str]]:
    """Runs a server module; gives its process id and the address that its first line ends with; ends it again.

    Raises BenchmarkError where it does not start.
    """
    command = (sys.executable, "-m", module, *arguments)
    with on_cores(cores):
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        first_line = server.stdout.readline() if server.stdout is not None else ""
        if not first_line.strip():
            raise BenchmarkError(f"{' '.join(command)} ended with {server.wait(_TIMEOUT_SECONDS)} before it served")
        yield server.pid, first_line.split()[-1]
    finally:
        server.terminate()
        server.communicate(timeout=_TIMEOUT_SECONDS)


def process_cpu_seconds(pid: int) -> float:
    """CPU seconds that a process has used, ended threads too. Linux only.

    The id of its clock is made as clock_getcpuclockid makes it. Raises OSError where there is no such process.
    """
    return time.clock_gettime((~pid << 3) | 2)


def _children(pid: int) -> Sequence[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]
