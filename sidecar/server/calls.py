"""What is known of a call while it runs, and who is told of it: counters, traces, the log, the record.

An RPC or a request over HTTP is one `Call`; what is checked within it, one answer or many, belongs to it. Nobody who
looks at a call sees a text of it but where `verified` hands over the request itself.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Literal

from sidecar import model
from sidecar.errors import RequestError

OTHER = "other"
"""The name of whatever a stranger asks for that is not there: no label, no log line has a stranger's words."""

HTTP = "http"
"""The kind of calls over HTTP."""

TRACE_HEADERS = frozenset({"traceparent", "tracestate"})

Stage = Literal["wait", "read", "verify", "write"]


@dataclass(slots=True, eq=False)
class Call:
    """One RPC, or one request over HTTP.

    Attributes:
        kind: "unary", "client_stream", "server_stream", "bidi_stream", or HTTP.
        service: full name of the gRPC service; HTTP for HTTP.
        method: name of the RPC; for HTTP its method, GET for example, and `path` the path.
        headers: metadata or headers of the caller by lower-case name, those alone that carry a trace.
        begin: of `time.perf_counter`.
        code: name of the gRPC status that it ended with; the number of the status for HTTP.
        seconds: how long it took, once it has ended; stage_seconds: parts of it.
        received_bytes, sent_bytes: of the messages, after inflation; inflated_bytes: how many of the former came by it.
        request_ids, outcomes: of the answers that were checked; how many had which outcome.
        reason: why the engine refused a request, the last one; "" where it did not.
        trace_id: 32 hexadecimal digits where the call is traced.
    """

    kind: str
    service: str
    method: str
    path: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    begin: float = field(default_factory=time.perf_counter)
    code: str = ""
    seconds: float = 0.0
    stage_seconds: dict[Stage, float] = field(default_factory=dict)
    received_bytes: int = 0
    inflated_bytes: int = 0
    sent_bytes: int = 0
    request_ids: list[str] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    reason: str = ""
    trace_id: str = ""


class Observer:
    """Is told of calls; what it does not care for it leaves as it is here. Never raises, never waits."""

    def begun(self, call: Call) -> None:
        """The call has come in."""

    def received(self, call: Call, size: int) -> None:
        """A message of so many bytes has come in."""

    def sent(self, call: Call, size: int) -> None:
        """A message of so many bytes is about to go out."""

    def verified(self, request: model.Request, report: model.Report, seconds: float) -> None:
        """The engine has answered."""

    def refused(self, error: RequestError) -> None:
        """The engine has refused a request."""

    def ended(self, call: Call) -> None:
        """The call is over; `code` and `seconds` are set."""

    def closed(self) -> None:
        """The server has ended: what is held back is given away now. May wait for a few seconds."""


_INFLATED: ContextVar[int] = ContextVar("inflated", default=0)
_CURRENT: ContextVar[Call | None] = ContextVar("call", default=None)


def current() -> Call | None:
    """The call that this thread answers, None where nobody looks at calls."""
    return _CURRENT.get()


def inflated(more_bytes: int) -> None:
    """A message of the call that this thread answers, or is about to, has become longer by so much."""
    _INFLATED.set(_INFLATED.get() + more_bytes)


_NOTHING = nullcontext()


def stage(name: Stage) -> AbstractContextManager[None]:
    """Adds what it takes to the current call, where somebody looks at it."""
    call = _CURRENT.get()
    return _NOTHING if call is None else _timed(call, name)


@contextmanager
def _timed(call: Call, name: Stage) -> Iterator[None]:
    begin = time.perf_counter()
    try:
        yield
    finally:
        call.stage_seconds[name] = call.stage_seconds.get(name, 0.0) + time.perf_counter() - begin


class Observers:
    """All who are told."""

    def __init__(self, observers: tuple[Observer, ...]) -> None:
        self._all = observers

    def __bool__(self) -> bool:
        """Whether there is anybody."""
        return bool(self._all)

    @contextmanager
    def observed(self, call: Call, code_of: Callable[[BaseException | None], str]) -> Iterator[Call]:
        """Tells of the begin and the end of a call, which is the current one meanwhile."""
        _CURRENT.set(call)
        for one in self._all:
            one.begun(call)
        raised: BaseException | None = None
        try:
            yield call
        except BaseException as error:
            raised = error
            raise
        finally:
            call.code = code_of(raised)
            call.inflated_bytes = _INFLATED.get()
            call.seconds = time.perf_counter() - call.begin
            for one in self._all:
                one.ended(call)
            _CURRENT.set(None)

    def received(self, call: Call, size: int) -> None:
        """Tells all."""
        call.received_bytes += size
        for one in self._all:
            one.received(call, size)

    def sent(self, call: Call, size: int) -> None:
        """Tells all."""
        call.sent_bytes += size
        for one in self._all:
            one.sent(call, size)

    def verified(self, request: model.Request, report: model.Report, seconds: float) -> None:
        """Tells all."""
        call = _CURRENT.get()
        if call is not None:
            call.request_ids.append(report.request_id)
            call.outcomes[report.outcome.name] += 1
        for one in self._all:
            one.verified(request, report, seconds)

    def refused(self, error: RequestError) -> None:
        """Tells all."""
        call = _CURRENT.get()
        if call is not None:
            call.reason = error.reason
        for one in self._all:
            one.refused(error)

    def closed(self) -> None:
        """Tells all."""
        for one in self._all:
            one.closed()
