"""What is counted of calls and of what they found, for Prometheus.

Several workers count into files of one folder, which the environment names for the library (`PROMETHEUS_MULTIPROC_DIR`,
set by the supervisor); any of them then tells of all. Nothing that is counted holds text or an id of a caller's.
"""

from __future__ import annotations

import os
from collections import Counter as Tally
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from sidecar import model
from sidecar.config import Limits
from sidecar.engine import DEFAULT_LIMITS
from sidecar.errors import RequestError
from sidecar.server.calls import HTTP, Call, Observer
from sidecar.server.policy import PolicyFile
from sidecar.server.servicer import Engine
from sidecar.tables import SourceIndex

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"

_SECONDS = (0.0001, 0.0003, 0.0006, 0.001, 0.002, 0.005, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
_CHARACTERS = tuple(float(1 << power) for power in range(6, 24, 2))
_SHARES = tuple(tenth / 10 for tenth in range(1, 11))
_CALL = ("grpc_type", "grpc_service", "grpc_method")


_M = TypeVar("_M", Counter, Histogram)


def _by_labels(metric: _M) -> Callable[..., _M]:
    """What counts for some labels. Found in the library once for each: that takes longer than to count."""
    return cache(metric.labels)


class Metrics(Observer):
    """The counters of this process, and the page that tells of all workers."""

    def __init__(self, held: Callable[[], tuple[int, int]]) -> None:
        """`held` gives bytes and count of the evidence that all workers hold."""
        self._held = held
        own = CollectorRegistry()
        self._registry = own
        self.started = _by_labels(Counter("grpc_server_started", "RPCs begun.", _CALL, registry=own))
        self.handled = _by_labels(Counter("grpc_server_handled", "RPCs ended.", (*_CALL, "grpc_code"), registry=own))
        self.received_messages = _by_labels(
            Counter("grpc_server_msg_received", "Messages received.", _CALL, registry=own)
        )
        self.sent_messages = _by_labels(Counter("grpc_server_msg_sent", "Messages sent.", _CALL, registry=own))
        self.received_bytes = _by_labels(
            Counter("verify_received_bytes", "Bytes of messages received, after inflation.", _CALL, registry=own)
        )
        self.sent_bytes = _by_labels(
            Counter("verify_sent_bytes", "Bytes of messages sent, before deflation.", _CALL, registry=own)
        )
        self.handling = _by_labels(
            Histogram(
                "grpc_server_handling_seconds", "From an RPC's begin to its end.", _CALL, registry=own, buckets=_SECONDS
            )
        )
        self.running = Gauge(
            "grpc_server_running", "RPCs begun and not ended.", registry=own, multiprocess_mode="livesum"
        )
        self.http = _by_labels(Counter("verify_http_requests", "HTTP requests.", ("path", "status"), registry=own))
        self.http_seconds = _by_labels(
            Histogram(
                "verify_http_seconds",
                "From an HTTP request's begin to its end.",
                ("path",),
                registry=own,
                buckets=_SECONDS,
            )
        )
        self.stages = _by_labels(
            Histogram(
                "verify_stage_seconds",
                "Parts of a call: wait for a thread, read the request, verify, write the reply.",
                ("stage",),
                registry=own,
                buckets=_SECONDS,
            )
        )
        self.outcomes = _by_labels(Counter("verify_outcomes", "Answers that were checked.", ("outcome",), registry=own))
        self.verdicts = _by_labels(Counter("verify_claims", "Segments of answers.", ("verdict",), registry=own))
        self.findings = _by_labels(
            Counter(
                "verify_findings", "Findings, of reports that list them.", ("check", "reason", "severity"), registry=own
            )
        )
        self.refusals = _by_labels(
            Counter("verify_refusals", "Requests that the engine refused.", ("reason",), registry=own)
        )
        self.top_share = Histogram(
            "verify_citation_top_share",
            "Share of the most cited source in the citations of an answer that has at least two, of reports with them.",
            registry=own,
            buckets=_SHARES,
        )
        self.shadow = _by_labels(
            Counter(
                "verify_shadow_outcomes",
                "Answers judged by the shadow policy too.",
                ("outcome", "shadow"),
                registry=own,
            )
        )
        self.records = _by_labels(
            Counter("verify_records", "Lines of the record: written, dropped, failed.", ("state",), registry=own)
        )
        self.seconds = Histogram("verify_seconds", "Checking one answer.", registry=own, buckets=_SECONDS)
        self.evidence = Histogram(
            "verify_evidence_characters", "Code points of evidence of one answer.", registry=own, buckets=_CHARACTERS
        )

        self.evidence_uses = _by_labels(
            Counter("verify_evidence_uses", "What became of ids of registered evidence.", ("result",), registry=own)
        )
        self.evidence_evicted = Counter(
            "verify_evidence_evicted", "Registered evidence that went to make room.", registry=own
        )
        self.held_bytes = Gauge(
            "verify_evidence_held_bytes",
            "Registered evidence with indexes.",
            registry=own,
            multiprocess_mode="mostrecent",
        )
        self.held_sets = Gauge(
            "verify_evidence_held", "Sets of registered evidence.", registry=own, multiprocess_mode="mostrecent"
        )

    def count_evidence(self, event: str) -> None:
        """One event of `HeldEvidence`."""
        if event == "evicted":
            self.evidence_evicted.inc()
        else:
            self.evidence_uses(event).inc()

    def page(self) -> bytes:
        """The text format of Prometheus."""
        held_bytes, held_sets = self._held()
        self.held_bytes.set(held_bytes)
        self.held_sets.set(held_sets)
        if FOLDER_VARIABLE not in os.environ:
            return generate_latest(self._registry)
        every = CollectorRegistry()
        MultiProcessCollector(every)  # type: ignore[no-untyped-call]
        return generate_latest(every)

    def recorded(self, state: str) -> None:
        """One line of the record was written, dropped or failed."""
        self.records(state).inc()

    def begun(self, call: Call) -> None:
        """One more that runs."""
        if call.kind == HTTP:
            return
        self.started(*_labels(call)).inc()
        self.running.inc()

    def received(self, call: Call, size: int) -> None:
        """A message and its bytes."""
        if call.kind == HTTP:
            return
        self.received_messages(*_labels(call)).inc()
        self.received_bytes(*_labels(call)).inc(size)

    def sent(self, call: Call, size: int) -> None:
        """A message and its bytes."""
        if call.kind == HTTP:
            return
        self.sent_messages(*_labels(call)).inc()
        self.sent_bytes(*_labels(call)).inc(size)

    def ended(self, call: Call) -> None:
        """One less that runs, and how it ended."""
        for name, seconds in call.stage_seconds.items():
            self.stages(name).observe(seconds)
        if call.kind == HTTP:
            self.http(call.path, call.code).inc()
            self.http_seconds(call.path).observe(call.seconds)
            return
        self.running.dec()
        self.handling(*_labels(call)).observe(call.seconds)
        self.handled(*_labels(call), call.code).inc()

    def refused(self, error: RequestError) -> None:
        """By reason; these are few."""
        self.refusals(error.reason).inc()

    def verified(self, request: model.Request, report: model.Report, seconds: float) -> None:
        """What was found."""
        self.seconds.observe(seconds)
        self.evidence.observe(sum([len(source.text) for source in request.sources]))
        self.outcomes(report.outcome.name).inc()
        for verdict, count in report.counts.claims:
            self.verdicts(verdict.name).inc(count)
        for row in report.findings:
            self.findings(row.check_id, row.reason_id, row.severity.name).inc()
        cited = Tally(name for citation in report.citations for name in citation.source_ids)
        if cited.total() > 1:
            self.top_share.observe(max(cited.values()) / cited.total())


class ShadowedEngine:
    """An engine that judges once more by the shadow policy, and only counts what that would have said."""

    def __init__(self, engine: Engine, metrics: Metrics, policy: PolicyFile) -> None:
        self._engine = engine
        self._policy = policy
        self._metrics = metrics

    def verify(
        self, request: model.Request, limits: Limits = DEFAULT_LIMITS, *, index: SourceIndex | None = None
    ) -> model.Report:
        """The engine's report."""
        report = self._engine.verify(request, limits, index=index)
        shadowed = self._policy.current.shadowed(request.config)
        if shadowed is not None:
            # Read anew where an index was given: the shadow may want another unit or another language.
            other = self._engine.verify(replace(request, config=shadowed), limits)
            self._metrics.shadow(report.outcome.name, other.outcome.name).inc()
        return report

    def info(self, limits: Limits = DEFAULT_LIMITS) -> model.Info:
        """The engine's own."""
        return self._engine.info(limits)


def _labels(call: Call) -> tuple[str, str, str]:
    return call.kind, call.service, call.method
