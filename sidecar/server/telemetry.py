"""Traces and metrics for OpenTelemetry, sent to a collector over OTLP. Needs the extra `otel`.

One span for each call, under the caller's where its headers say so (W3C), and one for each answer that is checked.
Names of RPC metrics are those of gRPC (proposal A66), of everything else those of the semantic conventions. Nothing
that is sent holds a text of an answer, a question or evidence.
"""

from __future__ import annotations

import time
import uuid

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.grpc.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from sidecar import model
from sidecar._version import __version__
from sidecar.errors import RequestError
from sidecar.server import calls
from sidecar.server.calls import HTTP, Call

_SCOPE = "verify-sidecar"
_EXPORT_TIMEOUT_SECONDS = 2
_END_MILLISECONDS = 3_000
# Of A66.
_SECONDS = tuple(
    float(edge)
    for edge in (
        "0 .00001 .00005 .0001 .0003 .0006 .0008 .001 .002 .003 .004 .005 .006 .008 .01 .013 .016 .02 .025 .03 .04 .05"
        " .065 .08 .1 .13 .16 .2 .25 .3 .4 .5 .65 .8 1 2 5 10 20 50 100"
    ).split()
)
_BYTES = (0.0, *(float(1 << power) for power in range(10, 33, 2)))
# The statuses that are the server's fault; the others are the caller's, and no error of a server's span.
_SERVER_FAULTS = frozenset({"UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"})


class Telemetry(calls.Observer):
    """Tells a collector of calls."""

    def __init__(self, endpoint: str) -> None:
        """`endpoint`: http://HOST:PORT or https://HOST:PORT of a collector that takes OTLP over gRPC."""
        resource = Resource.create(
            {"service.name": _SCOPE, "service.version": __version__, "service.instance.id": str(uuid.uuid4())}
        )
        self._traces = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._traces.add_span_processor(
            BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint, timeout=_EXPORT_TIMEOUT_SECONDS))
        )
        reader = PeriodicExportingMetricReader(OTLPMetricExporter(endpoint=endpoint, timeout=_EXPORT_TIMEOUT_SECONDS))
        self._metrics = MeterProvider((reader,), resource, shutdown_on_exit=False)
        self._tracer = self._traces.get_tracer(_SCOPE, __version__)
        self._propagator = TraceContextTextMapPropagator()
        self._spans: dict[Call, Span] = {}
        meter = self._metrics.get_meter(_SCOPE, __version__)
        self._started = meter.create_counter("grpc.server.call.started", "{call}", "RPCs begun.")
        self._duration = meter.create_histogram(
            "grpc.server.call.duration", "s", "RPCs, begin to end.", explicit_bucket_boundaries_advisory=_SECONDS
        )
        self._sent = meter.create_histogram(
            "grpc.server.call.sent_total_compressed_message_size",
            "By",
            "Bytes sent in an RPC.",
            explicit_bucket_boundaries_advisory=_BYTES,
        )
        self._received = meter.create_histogram(
            "grpc.server.call.rcvd_total_compressed_message_size",
            "By",
            "Bytes received in an RPC.",
            explicit_bucket_boundaries_advisory=_BYTES,
        )
        self._http_duration = meter.create_histogram(
            "http.server.request.duration", "s", "HTTP requests.", explicit_bucket_boundaries_advisory=_SECONDS
        )
        self._verify_duration = meter.create_histogram(
            "verify.duration", "s", "Checking one answer.", explicit_bucket_boundaries_advisory=_SECONDS
        )
        self._outcomes = meter.create_counter("verify.outcomes", "{answer}", "Answers that were checked.")
        self._findings = meter.create_counter("verify.findings", "{finding}", "Findings.")
        self._refusals = meter.create_counter("verify.refusals", "{request}", "Requests that the engine refused.")

    def begun(self, call: Call) -> None:
        """Begins a span, under the caller's."""
        if call.kind == HTTP:
            name = f"{call.method} {call.path}"
            attributes = {"http.request.method": call.method, "http.route": call.path, "url.scheme": "http"}
        else:
            name = _method(call)
            attributes = {"rpc.system.name": "grpc", "rpc.method": name}
            self._started.add(1, {"grpc.method": name})
        parent = self._propagator.extract(call.headers)
        span = self._tracer.start_span(name, parent, SpanKind.SERVER, attributes)
        self._spans[call] = span
        call.trace_id = trace.format_trace_id(span.get_span_context().trace_id)

    def verified(self, request: model.Request, report: model.Report, seconds: float) -> None:
        """A span for the check, under that of the call."""
        outcome = report.outcome.name
        self._verify_duration.record(seconds)
        self._outcomes.add(1, {"outcome": outcome})
        for finding in report.findings:
            self._findings.add(
                1, {"check": finding.check_id, "reason": finding.reason_id, "severity": finding.severity.name}
            )
        call = calls.current()
        span = self._spans.get(call) if call is not None else None
        if span is None:
            return
        end = time.time_ns()
        self._tracer.start_span(
            "verify",
            trace.set_span_in_context(span),
            SpanKind.INTERNAL,
            {
                "verify.request_id": report.request_id,
                "verify.policy_id": report.policy_id,
                "verify.outcome": outcome,
                "verify.source_count": len(request.sources),
                "verify.finding_count": len(report.findings),
            },
            start_time=end - int(seconds * 1e9),
        ).end(end)

    def refused(self, error: RequestError) -> None:
        """By reason."""
        self._refusals.add(1, {"reason": error.reason})

    def ended(self, call: Call) -> None:
        """Ends the span."""
        span = self._spans.pop(call)
        for name, seconds in call.stage_seconds.items():
            span.set_attribute(f"verify.{name}_seconds", seconds)
        if call.kind == HTTP:
            code = int(call.code)
            span.set_attribute("http.response.status_code", code)
            failed = code >= 500
            attributes: dict[str, str | int] = {
                "http.request.method": call.method,
                "http.route": call.path,
                "http.response.status_code": code,
                "url.scheme": "http",
            }
            self._http_duration.record(call.seconds, attributes)
        else:
            span.set_attribute("rpc.response.status_code", call.code)
            failed = call.code in _SERVER_FAULTS
            labels = {"grpc.method": _method(call), "grpc.status": call.code}
            self._duration.record(call.seconds, labels)
            self._sent.record(call.sent_bytes, labels)
            self._received.record(call.received_bytes - call.inflated_bytes, labels)
        if failed:
            span.set_attribute("error.type", call.code)
            span.set_status(Status(StatusCode.ERROR))
        span.end()

    def closed(self) -> None:
        """Sends what has not been sent, for a few seconds at most."""
        self._traces.force_flush(_END_MILLISECONDS)
        self._traces.shutdown()
        self._metrics.shutdown(_END_MILLISECONDS)


def _method(call: Call) -> str:
    return call.service if call.service == calls.OTHER else f"{call.service}/{call.method}"
