"""The cases of `verify-sidecar bench`, run against an echo of the same bytes, and the figures wanted of them."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from sidecar import engine
from sidecar.errors import BenchmarkError
from sidecar.measure import calls, echo, material, servers
from sidecar.measure.calls import METHODS
from sidecar.measure.cases import Case, Evidence, Size, Surface
from sidecar.measure.load import Load, Target, compare
from sidecar.measure.servers import Served
from sidecar.model import Report, Request, View

ROUNDS = 3
"""Turns of each server, of which the best figures count."""


SHARES = {View.VERDICT: 1 / 5, View.FULL: 1 / 10}
"""Wanted of batches of 64 requests of 2 KiB: verifications for each of the echo's on one core, at least."""
ADDED_US = 60.0
"""Wanted of unary calls of 2 KiB: CPU of the server more than the echo's, at most."""
HANDLE_TIMES = 3.0
"""Wanted of a handle for 23 KiB of evidence: its rate to that of the same evidence inline, at least."""


@dataclass(frozen=True, slots=True)
class Effort:
    """`seconds` > 0 of load on each server for each case, by `callers` >= 1 at once; `workers` >= 1 processes."""

    seconds: float
    callers: int = 1
    workers: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """What a case cost, and its echo; none for the engine. Bytes of one verification, without gRPC's own."""

    case: Case
    request_bytes: int
    reply_bytes: int
    verify: Load
    echo: Load | None

    @property
    def added_seconds(self) -> float | None:
        """CPU of the server for one verification, more than the echo's."""
        return None if self.echo is None else self.verify.cpu_seconds - self.echo.cpu_seconds

    @property
    def echo_share(self) -> float | None:
        """Verifications that a core has time for, for each of the echo's."""
        return None if self.echo is None else self.echo.cpu_seconds / self.verify.cpu_seconds


def run(cases: Sequence[Case], effort: Effort, done: Callable[[Case], object]) -> list[Row]:
    """A row for each case; `done` is told of each. The server has a core of its own where it has one worker.

    Raises BenchmarkError where a server does not start, or a report is not what the material gives, or differs.
    """
    rows = []
    with ExitStack() as stack:
        both: _Servers | None = None
        for case in cases:
            if case.surface is Surface.ENGINE:
                rows.append(_engine_row(case, effort))
            else:
                both = both or _Servers(effort, stack)
                rows.append(both.row(case))
            done(case)
    return rows


class _Servers:
    """Both servers, and a folder of replies for the one that echoes."""

    def __init__(self, effort: Effort, stack: ExitStack) -> None:
        if not sys.platform.startswith("linux"):
            raise BenchmarkError("the CPU of a server is read as Linux has it; elsewhere give --surface engine")
        self._effort = effort
        self._folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="verify-sidecar-bench-")))
        cores = servers.share_cores(effort.workers)
        self._verify = stack.enter_context(servers.verify_server(effort.workers, cores.server))
        self._echo = stack.enter_context(servers.echo_server(self._folder, effort.workers, cores.server))
        stack.enter_context(servers.on_cores(cores.client))

    def row(self, case: Case) -> Row:
        surface = case.surface
        requests = [self._request(case, seed) for seed in range(surface.items)]
        messages = calls.messages_of(surface, case.language, requests)
        with calls.calling(self._verify.address, METHODS[surface], surface, messages, 0) as call:
            replies = call()
        calls.check(surface, replies)
        name = "-".join((surface, case.language, case.size, case.view.name, case.evidence))
        method = echo.write_replies(self._folder, name, replies)
        with ExitStack() as stack:
            targets = [
                self._target(stack, server, path, surface, messages, replies)
                for server, path in ((self._verify, METHODS[surface]), (self._echo, method))
            ]
            verify, echoed = compare(targets, self._effort.seconds, ROUNDS)
        request_bytes, reply_bytes = (sum(map(len, one)) // surface.items for one in (messages, replies))
        return Row(case, request_bytes, reply_bytes, verify, echoed)

    def _request(self, case: Case, seed: int) -> Request:
        request = material.request(case.language, case.size, case.view, seed)
        if case.evidence is Evidence.INLINE:
            return request
        return replace(request, sources=(), evidence_id=calls.register(self._verify.address, request.sources))

    def _target(
        self,
        stack: ExitStack,
        server: Served,
        method: str,
        surface: Surface,
        messages: tuple[bytes, ...],
        replies: tuple[bytes, ...],
    ) -> Target:
        def checked(call: calls.Call) -> None:
            if call() != replies:
                raise BenchmarkError(f"{surface}: a reply differs from the first one to the same request")

        callers = [
            stack.enter_context(calls.calling(server.address, method, surface, messages, len(replies)))
            for _ in range(self._effort.callers)
        ]
        return Target([partial(checked, call) for call in callers], surface.items, server.cpu_seconds, client=True)


def _engine_row(case: Case, effort: Effort) -> Row:
    """The engine in this thread, from texts as bytes to a report, without protobuf; by handle: from the read index."""
    given = material.request(case.language, case.size, case.view)
    texts = [(source, source.text.encode()) for source in given.sources]
    index = engine.read_evidence(given) if case.evidence is Evidence.HANDLE else None

    def call() -> Report:
        # texts of its own for each call: nothing that an earlier one left in a text can help
        sources = given.sources if index else tuple(replace(source, text=text.decode()) for source, text in texts)
        return engine.verify(replace(given, sources=sources), index=index)

    calls.check_report(call())
    (load,) = compare((Target((call,), 1, time.thread_time, client=False),), effort.seconds, ROUNDS)
    return Row(case, sum(len(text) for _, text in texts), 0, load, None)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A figure that is wanted of this machine, and what it is."""

    name: str
    value: float
    bound: float
    at_least: bool

    @property
    def met(self) -> bool:
        """Whether the figure is as wanted."""
        return self.value >= self.bound if self.at_least else self.value <= self.bound


def wanted(rows: Sequence[Row]) -> list[Wanted]:
    """The wanted figures that these rows tell of. CPU of the server decides: it is what one core has time for."""
    found = []
    by_case = {row.case: row for row in rows}
    for case, row in by_case.items():
        label = f"{case.surface} {case.language} {case.size} {case.view.name}"
        plain = case.size is Size.KIB_2 and case.evidence is Evidence.INLINE
        if plain and case.surface is Surface.BATCH and case.view in SHARES and row.echo_share is not None:
            found.append(
                Wanted(f"{label}: verifications for each of the echo's", row.echo_share, SHARES[case.view], True)
            )
        if plain and case.surface is Surface.UNARY and case.view is View.FULL and row.added_seconds is not None:
            found.append(Wanted(f"{label}: us of CPU more than the echo", row.added_seconds * 1e6, ADDED_US, False))
        inline = by_case.get(replace(case, evidence=Evidence.INLINE))
        asked_once = case.surface in {Surface.UNARY, Surface.BATCH}
        if asked_once and case.size is Size.KIB_23 and case.evidence is Evidence.HANDLE and inline is not None:
            times = inline.verify.cpu_seconds / row.verify.cpu_seconds
            found.append(Wanted(f"{label}: handle's rate to inline's", times, HANDLE_TIMES, True))
    return found
