"""Tells the observers of what happens: stands around the engine, and before the methods of every service."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

import grpc

from sidecar import model
from sidecar.config import Limits
from sidecar.engine import DEFAULT_LIMITS
from sidecar.errors import RequestError
from sidecar.server import handlers
from sidecar.server.calls import OTHER, TRACE_HEADERS, Call, Observers, stage
from sidecar.server.gate import GoneError, remaining_seconds
from sidecar.server.servicer import Engine, Evidence
from sidecar.tables import SourceIndex

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


class ObservedEngine:
    """An engine that tells of what it answers."""

    def __init__(self, engine: Engine, observers: Observers) -> None:
        self._engine = engine
        self._observers = observers

    def verify(
        self, request: model.Request, limits: Limits = DEFAULT_LIMITS, *, index: SourceIndex | None = None
    ) -> model.Report:
        """The engine's report."""
        begin = time.perf_counter()
        try:
            with stage("verify"):
                report = self._engine.verify(request, limits, index=index)
        except RequestError as error:
            self._observers.refused(error)
            raise
        self._observers.verified(request, report, time.perf_counter() - begin)
        return report

    def info(self, limits: Limits = DEFAULT_LIMITS) -> model.Info:
        """The engine's own."""
        return self._engine.info(limits)


class ObservedEvidence:
    """Registered evidence that tells of what it refuses."""

    def __init__(self, evidence: Evidence, observers: Observers) -> None:
        self._evidence = evidence
        self._observers = observers

    def register(self, sources: tuple[model.Source, ...]) -> str:
        """As the evidence's own."""
        return self._told(self._evidence.register, sources)

    def delete(self, evidence_id: str) -> None:
        """As the evidence's own."""
        self._told(self._evidence.delete, evidence_id)

    def index_for(self, evidence_id: str, config: model.Config) -> SourceIndex:
        """As the evidence's own."""
        return self._told(self._evidence.index_for, evidence_id, config)

    def _told(self, work: Callable[_Given, _Result], *given: _Given.args, **named: _Given.kwargs) -> _Result:
        try:
            return work(*given, **named)
        except RequestError as error:
            self._observers.refused(error)
            raise


class CallInterceptor(grpc.ServerInterceptor):
    """Tells of the RPCs of every service."""

    def __init__(self, observers: Observers) -> None:
        self._observers = observers
        self._wrappings = handlers.Wrappings(self._around)

    def intercept_service(
        self, continuation: Callable[[grpc.HandlerCallDetails], Any], details: grpc.HandlerCallDetails
    ) -> Any:
        """The handler of a call, with the telling around it."""
        handler = continuation(details)
        if handler is not None:
            return self._wrappings.around(details.method, handler)
        call = Call("unary", OTHER, OTHER, headers=_headers(details.invocation_metadata))
        with self._observers.observed(call, _unimplemented):
            return None

    def _around(self, path: str, handler: Any) -> Any:
        _, service, method = path.split("/", 2)
        kind = handlers.kind_of(handler)

        def around(behavior: handlers.Behavior) -> handlers.Behavior:
            telling = _Telling(behavior, self._observers, (kind, service, method))
            return telling.stream if handler.response_streaming else telling.single

        return handlers.wrapped(handler, around)


@dataclass(frozen=True, slots=True)
class _Telling:
    """The behavior of one method, and who is told of its calls."""

    behavior: handlers.Behavior
    observers: Observers
    name: tuple[str, str, str]

    def single(self, given: Any, context: grpc.ServicerContext) -> Any:
        """One reply."""
        with self._observed(context) as call:
            reply = self.behavior(self._taken(call, given), context)
            self.observers.sent(call, _size(reply))
            return reply

    def stream(self, given: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        """Many replies."""
        with self._observed(context) as call:
            for reply in self.behavior(self._taken(call, given), context):
                self.observers.sent(call, _size(reply))
                yield reply

    def _observed(self, context: grpc.ServicerContext) -> AbstractContextManager[Call]:
        call = Call(*self.name, headers=_headers(context.invocation_metadata()))
        return self.observers.observed(call, lambda error: _code(error, context))

    def _taken(self, call: Call, given: Any) -> Any:
        if call.kind in {"client_stream", "bidi_stream"}:
            return _Received(given, call, self.observers)
        self.observers.received(call, _size(given))
        return given


class _Received:
    """The messages of a call. Asks grpc anew behind their end, as `gate.taken` does; a generator would not."""

    def __init__(self, messages: Iterator[Any], call: Call, observers: Observers) -> None:
        self._messages = messages
        self._call = call
        self._observers = observers

    def __iter__(self) -> _Received:
        return self

    def __next__(self) -> Any:
        message = next(self._messages)
        self._observers.received(self._call, _size(message))
        return message


def _headers(metadata: Iterable[tuple[str, str | bytes]] | None) -> dict[str, str]:
    """Those that carry a trace."""
    return {key: str(value) for key, value in metadata or () if key in TRACE_HEADERS}


def _size(message: Any) -> int:
    """Bytes of a message, serialized or not."""
    return len(message) if isinstance(message, bytes) else message.ByteSize()


def _code(error: BaseException | None, context: grpc.ServicerContext) -> str:
    if not isinstance(error, Exception):  # none, or that of a generator that grpc lets go of
        try:
            remaining_seconds(context)
        except GoneError as gone:
            return gone.code.name
        return (grpc.StatusCode.OK if error is None else grpc.StatusCode.CANCELLED).name
    code: grpc.StatusCode = context.code() or grpc.StatusCode.UNKNOWN  # type: ignore[attr-defined]  # its stubs lack it
    return code.name


def _unimplemented(_: BaseException | None) -> str:
    return grpc.StatusCode.UNIMPLEMENTED.name
