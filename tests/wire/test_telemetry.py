"""Traces and metrics as a collector gets them: names, parents, and no text."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import grpc
import httpx
import pytest
from wire_support import WAIT_SECONDS, raw_verify

from sidecar.config import ServerSettings, read_settings
from sidecar.errors import ConfigurationError
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server.app import create_server

pytest.importorskip("opentelemetry.sdk", reason="the extra otel is not installed")

from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2, metrics_service_pb2_grpc
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc

SECRET = "Walrus"
REQUEST = verify_service_pb2.VerifyRequest(
    request_id="r-1",
    answer_text=f"{SECRET}: 15 euros [1].",
    sources=[{"source_id": "a", "text": f"{SECRET}: 12 euros."}],
).SerializeToString()
TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


class Collector(trace_service_pb2_grpc.TraceServiceServicer, metrics_service_pb2_grpc.MetricsServiceServicer):
    """Keeps what it is sent."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.spans: list[Any] = []
        self.metrics: dict[str, Any] = {}
        self.resources: list[dict[str, Any]] = []
        self.raw = b""

    def Export(self, request: Any, context: grpc.ServicerContext) -> Any:  # noqa: N802 - gRPC's name
        with self.lock:
            self.raw += request.SerializeToString()
            if isinstance(request, trace_service_pb2.ExportTraceServiceRequest):
                for group in request.resource_spans:
                    self.resources.append(attributes(group.resource))
                    self.spans += [span for scope in group.scope_spans for span in scope.spans]
                return trace_service_pb2.ExportTraceServiceResponse()
            for group in request.resource_metrics:
                self.metrics |= {row.name: row for scope in group.scope_metrics for row in scope.metrics}
            return metrics_service_pb2.ExportMetricsServiceResponse()


def attributes(holder: Any) -> dict[str, Any]:
    return {row.key: getattr(row.value, row.value.WhichOneof("value")) for row in holder.attributes}


@contextmanager
def collecting() -> Iterator[tuple[Collector, str]]:
    collector = Collector()
    with ThreadPoolExecutor(2) as pool:
        server = grpc.server(pool)
        trace_service_pb2_grpc.add_TraceServiceServicer_to_server(collector, server)
        metrics_service_pb2_grpc.add_MetricsServiceServicer_to_server(collector, server)
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        yield collector, f"http://127.0.0.1:{port}"
        server.stop(0).wait()


@pytest.fixture(scope="module")
def collected() -> Collector:
    """What a collector has after one good call under a parent, a bad one, a strange one, and two over HTTP."""
    with collecting() as (collector, endpoint):
        server = create_server(
            ServerSettings(address="127.0.0.1:0", http_address="127.0.0.1:0", otlp_endpoint=endpoint)
        )
        server.start()
        parent = (("traceparent", f"00-{TRACE}-{PARENT}-01"),)
        with grpc.insecure_channel(server.address) as channel:
            raw_verify(channel)(REQUEST, timeout=WAIT_SECONDS, metadata=parent)
            raw_verify(channel)(REQUEST, timeout=WAIT_SECONDS, compression=grpc.Compression.Gzip)
            strange: Any = channel.unary_unary(f"/{SECRET}/{SECRET}")
            for call, data in ((raw_verify(channel), b"\xff"), (strange, b"")):
                with pytest.raises(grpc.RpcError):
                    call(data, timeout=WAIT_SECONDS)
        base = f"http://{server.http_address}"
        reply = httpx.post(
            f"{base}/v1/verify",
            json={"answerText": SECRET},
            headers={"traceparent": f"00-{TRACE}-{PARENT}-01"},
            trust_env=False,
        )
        assert reply.status_code == 200
        assert httpx.get(f"{base}/{SECRET}", trust_env=False).status_code == 404
        server.drain(0)
    return collector


def named(collected: Collector, name: str) -> list[Any]:
    return [span for span in collected.spans if span.name == name]


def test_a_call_is_a_span_under_the_callers(collected: Collector) -> None:
    good, _, bad = sorted(
        named(collected, "verify.v1.VerifyService/Verify"), key=lambda span: span.start_time_unix_nano
    )
    assert good.trace_id.hex() == TRACE
    assert good.parent_span_id.hex() == PARENT
    assert good.kind == good.SPAN_KIND_SERVER
    told = attributes(good)
    assert told["rpc.system.name"] == "grpc"
    assert told["rpc.method"] == "verify.v1.VerifyService/Verify"
    assert told["rpc.response.status_code"] == "OK"
    assert attributes(bad)["rpc.response.status_code"] == "INVALID_ARGUMENT"
    assert bad.status.code == bad.status.STATUS_CODE_UNSET  # the caller's fault is no error of the server
    assert not bad.parent_span_id


def test_the_check_is_a_span_under_the_call(collected: Collector) -> None:
    (call, *_) = [span for span in named(collected, "verify.v1.VerifyService/Verify") if span.trace_id.hex() == TRACE]
    (check,) = [span for span in named(collected, "verify") if span.parent_span_id == call.span_id]
    told = attributes(check)
    assert (told["verify.request_id"], told["verify.outcome"], told["verify.source_count"]) == ("r-1", "FAIL", 1)
    assert call.start_time_unix_nano <= check.start_time_unix_nano <= check.end_time_unix_nano


def test_http_is_traced_too_and_strangers_words_are_not(collected: Collector) -> None:
    (post,) = named(collected, "POST /v1/verify")
    assert post.parent_span_id.hex() == PARENT
    assert attributes(post)["http.response.status_code"] == 200
    (missing,) = named(collected, "GET other")
    assert attributes(missing)["http.response.status_code"] == 404
    (unknown,) = named(collected, "other")
    assert attributes(unknown)["rpc.response.status_code"] == "UNIMPLEMENTED"


def points(collected: Collector, name: str, kind: str = "sum") -> dict[tuple[str, ...], Any]:
    rows = getattr(collected.metrics[name], kind).data_points
    return {tuple(sorted(map(str, attributes(row).values()))): row for row in rows}


def test_metrics_have_the_names_of_a66(collected: Collector) -> None:
    started = points(collected, "grpc.server.call.started")
    assert started["verify.v1.VerifyService/Verify",].as_int == 3
    assert started["other",].as_int == 1
    duration = points(collected, "grpc.server.call.duration", "histogram")
    row = duration["OK", "verify.v1.VerifyService/Verify"]
    assert row.count == 2
    assert list(row.explicit_bounds)[:4] == [0.0, 0.00001, 0.00005, 0.0001]
    assert collected.metrics["grpc.server.call.duration"].unit == "s"
    received = points(collected, "grpc.server.call.rcvd_total_compressed_message_size", "histogram")
    assert received["OK", "verify.v1.VerifyService/Verify"].sum < 2 * len(REQUEST) + 30
    sent = points(collected, "grpc.server.call.sent_total_compressed_message_size", "histogram")
    assert sent["OK", "verify.v1.VerifyService/Verify"].sum > 0
    assert points(collected, "verify.outcomes")["FAIL",].as_int == 2
    assert collected.metrics["http.server.request.duration"].histogram.data_points


def test_each_process_says_who_it_is_and_nothing_holds_a_text(collected: Collector) -> None:
    assert {row["service.name"] for row in collected.resources} == {"verify-sidecar"}
    assert all(row["service.instance.id"] for row in collected.resources)
    assert SECRET.encode() not in collected.raw


def test_a_collector_that_is_not_there_hinders_nobody() -> None:
    server = create_server(ServerSettings(address="127.0.0.1:0", otlp_endpoint="http://127.0.0.1:9"))
    server.start()
    with grpc.insecure_channel(server.address) as channel:
        assert raw_verify(channel)(REQUEST, timeout=WAIT_SECONDS)
    server.drain(0)


def test_an_endpoint_must_be_one() -> None:
    with pytest.raises(ConfigurationError, match="must be http://HOST:PORT"):
        read_settings({"otlp_endpoint": "collector:4317"}, {})
