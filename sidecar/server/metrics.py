"""What is counted of calls and of what they found, for Prometheus.

Several workers count into files of one folder, which the environment names for the library (`PROMETHEUS_MULTIPROC_DIR`,
set by the supervisor); any of them then tells of all. Nothing that is counted holds text or an id of a caller's.
"""

from __future__ import annotations

import os
import time
from collections import Counter as Tally
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import grpc
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from sidecar import model
from sidecar.config import Limits
from sidecar.engine import DEFAULT_LIMITS
from sidecar.errors import RequestError
from sidecar.server.policy import PolicyFile
from sidecar.server.servicer import Engine

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"

_SECONDS = (0.0001, 0.0003, 0.0006, 0.001, 0.002, 0.005, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
_CHARACTERS = tuple(float(1 << power) for power in range(6, 24, 2))
_SHARES = tuple(tenth / 10 for tenth in range(1, 11))
_CALL = ("grpc_type", "grpc_service", "grpc_method")
_UNKNOWN = "other"  # what a stranger asks for is no label

M = TypeVar("M")


class Metrics:
    """The counters of this process, and the page that tells of all workers."""

    def __init__(self) -> None:
        own = CollectorRegistry()
        self._registry = own
        self.started = Counter("grpc_server_started", "RPCs begun.", _CALL, registry=own)
        self.handled = Counter("grpc_server_handled", "RPCs ended.", (*_CALL, "grpc_code"), registry=own)
        self.received = Counter("grpc_server_msg_received", "Messages received.", _CALL, registry=own)
        self.sent = Counter("grpc_server_msg_sent", "Messages sent.", _CALL, registry=own)
        self.handling = Histogram(
            "grpc_server_handling_seconds", "From an RPC's begin to its end.", _CALL, registry=own, buckets=_SECONDS
        )
        self.running = Gauge(
            "grpc_server_running", "RPCs begun and not ended.", registry=own, multiprocess_mode="livesum"
        )
        self.http = Counter("verify_http_requests", "HTTP requests.", ("path", "status"), registry=own)
        self.outcomes = Counter("verify_outcomes", "Answers that were checked.", ("outcome",), registry=own)
        self.verdicts = Counter("verify_claims", "Segments of answers.", ("verdict",), registry=own)
        self.findings = Counter(
            "verify_findings", "Findings, of reports that list them.", ("check", "reason", "severity"), registry=own
        )
        self.refusals = Counter("verify_refusals", "Requests that the engine refused.", ("reason",), registry=own)
        self.top_share = Histogram(
            "verify_citation_top_share",
            "Share of the most cited source in the citations of an answer that has at least two, of reports with them.",
            registry=own,
            buckets=_SHARES,
        )
        self.shadow = Counter(
            "verify_shadow_outcomes", "Answers judged by the shadow policy too.", ("outcome", "shadow"), registry=own
        )
        self.seconds = Histogram("verify_seconds", "Checking one answer.", registry=own, buckets=_SECONDS)
        self.evidence = Histogram(
            "verify_evidence_characters", "Code points of evidence of one answer.", registry=own, buckets=_CHARACTERS
        )

    def page(self) -> bytes:
        """The text format of Prometheus."""
        if FOLDER_VARIABLE not in os.environ:
            return generate_latest(self._registry)
        every = CollectorRegistry()
        MultiProcessCollector(every)  # type: ignore[no-untyped-call]
        return generate_latest(every)


class CountedEngine:
    """An engine that counts what it answers."""

    def __init__(self, engine: Engine, metrics: Metrics, policy: PolicyFile) -> None:
        self._engine = engine
        self._policy = policy
        self._metrics = metrics

    def verify(self, request: model.Request, limits: Limits = DEFAULT_LIMITS) -> model.Report:
        """The engine's report."""
        counted = self._metrics
        begin = time.perf_counter()
        try:
            report = self._engine.verify(request, limits)
        except RequestError as error:
            counted.refusals.labels(error.reason).inc()
            raise
        counted.seconds.observe(time.perf_counter() - begin)
        counted.evidence.observe(sum([len(source.text) for source in request.sources]))
        counted.outcomes.labels(report.outcome.name).inc()
        for verdict, count in report.counts.claims:
            counted.verdicts.labels(verdict.name).inc(count)
        kinds = Tally((row.check_id, row.reason_id, row.severity.name) for row in report.findings)
        for labels, count in kinds.items():
            counted.findings.labels(*labels).inc(count)
        cited = Tally(name for citation in report.citations for name in citation.source_ids)
        if cited.total() > 1:
            counted.top_share.observe(max(cited.values()) / cited.total())
        shadowed = self._policy.current.shadowed(request.config)
        if shadowed is not None:
            other = self._engine.verify(replace(request, config=shadowed), limits)
            counted.shadow.labels(report.outcome.name, other.outcome.name).inc()
        return report

    def info(self, limits: Limits = DEFAULT_LIMITS) -> model.Info:
        """The engine's own."""
        return self._engine.info(limits)


class CallCounter(grpc.ServerInterceptor):
    """Counts RPCs of every service."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def intercept_service(
        self, continuation: Callable[[grpc.HandlerCallDetails], Any], details: grpc.HandlerCallDetails
    ) -> Any:
        """The handler of a call, with counting around it."""
        handler = continuation(details)
        if handler is None:
            labels = ("unary", _UNKNOWN, _UNKNOWN)
            self._metrics.started.labels(*labels).inc()
            self._metrics.handled.labels(*labels, grpc.StatusCode.UNIMPLEMENTED.name).inc()
            return None
        _, service, method = details.method.split("/", 2)
        kind = _TYPES[handler.request_streaming, handler.response_streaming]
        labels = (kind, service, method)
        around = self._streaming if handler.response_streaming else self._single
        behavior = getattr(handler, _BEHAVIORS[kind])
        return _MAKERS[kind](
            around(behavior, labels, incoming=handler.request_streaming),
            request_deserializer=handler.request_deserializer,
            response_serializer=handler.response_serializer,
        )

    def _single(self, behavior: Callable[..., Any], labels: tuple[str, ...], *, incoming: bool) -> Callable[..., Any]:
        def answer(given: Any, context: grpc.ServicerContext) -> Any:
            with self._counted(labels, context):
                reply = behavior(self._taken(given, labels, incoming=incoming), context)
                self._metrics.sent.labels(*labels).inc()
                return reply

        return answer

    def _streaming(
        self, behavior: Callable[..., Any], labels: tuple[str, ...], *, incoming: bool
    ) -> Callable[..., Any]:
        def answer(given: Any, context: grpc.ServicerContext) -> Iterator[Any]:
            with self._counted(labels, context):
                for reply in behavior(self._taken(given, labels, incoming=incoming), context):
                    self._metrics.sent.labels(*labels).inc()
                    yield reply

        return answer

    def _taken(self, given: Any, labels: tuple[str, ...], *, incoming: bool) -> Any:
        received = self._metrics.received.labels(*labels)
        if not incoming:
            received.inc()
            return given
        return self._each(given, received)

    @staticmethod
    def _each(messages: Iterator[M], received: Counter) -> Iterator[M]:
        for message in messages:
            received.inc()
            yield message

    @contextmanager
    def _counted(self, labels: tuple[str, ...], context: grpc.ServicerContext) -> Iterator[None]:
        counted = self._metrics
        counted.started.labels(*labels).inc()
        counted.running.inc()
        begin = time.perf_counter()
        code = grpc.StatusCode.CANCELLED  # what is left where a generator is closed from outside
        try:
            yield
            code = grpc.StatusCode.OK
        except Exception:
            code = context.code() or grpc.StatusCode.UNKNOWN  # type: ignore[attr-defined]  # its stubs lack it
            raise
        finally:
            counted.running.dec()
            counted.handling.labels(*labels).observe(time.perf_counter() - begin)
            counted.handled.labels(*labels, code.name).inc()


_TYPES = {
    (False, False): "unary",
    (False, True): "server_stream",
    (True, False): "client_stream",
    (True, True): "bidi_stream",
}
_BEHAVIORS = {
    "unary": "unary_unary",
    "server_stream": "unary_stream",
    "client_stream": "stream_unary",
    "bidi_stream": "stream_stream",
}
_MAKERS: dict[str, Callable[..., Any]] = {
    "unary": grpc.unary_unary_rpc_method_handler,
    "server_stream": grpc.unary_stream_rpc_method_handler,
    "client_stream": grpc.stream_unary_rpc_method_handler,
    "bidi_stream": grpc.stream_stream_rpc_method_handler,
}
