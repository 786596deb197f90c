"""The page of counters, of one process and of several."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from wire_support import WAIT_SECONDS, FakeEngine, raw_verify, small_report

from sidecar import model
from sidecar.client import Client
from sidecar.config import ServerSettings
from sidecar.errors import InvalidRequest
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server.app import Server, create_server
from sidecar.wire import streams

ROOT = Path(__file__).parent.parent.parent
GOOD = verify_service_pb2.VerifyRequest(request_id="good", answer_text="x").SerializeToString()
VERIFY = {"grpc_type": "unary", "grpc_service": "verify.v1.VerifyService", "grpc_method": "Verify"}
BATCH = {**VERIFY, "grpc_type": "bidi_stream", "grpc_method": "BatchVerify"}
STREAM = {**BATCH, "grpc_method": "VerifyStream"}
OPENED = streams.open_bytes(model.Request(sources=(model.Source("a", "The fee is 12 euros."),)))

Page = dict[tuple[str, frozenset[tuple[str, str]]], float]


def page(http_address: str) -> Page:
    text = httpx.get(f"http://{http_address}/metrics", timeout=WAIT_SECONDS, trust_env=False).text
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(rows: Page, name: str, **labels: str) -> float:
    return rows.get((name, frozenset(labels.items())), 0.0)


@pytest.fixture
def server(engine: FakeEngine) -> Iterator[Server]:
    settings = ServerSettings(address="127.0.0.1:0", http_address="127.0.0.1:0")
    running = create_server(settings, engine=engine)
    running.start()
    yield running
    running.drain(0)


def test_calls_are_counted_by_method_and_code(server: Server) -> None:
    with grpc.insecure_channel(server.address) as channel:
        raw_verify(channel)(GOOD, timeout=WAIT_SECONDS)
        with pytest.raises(grpc.RpcError):
            raw_verify(channel)(b"\xff", timeout=WAIT_SECONDS)
        strange: Any = channel.unary_unary("/a.B/C")
        with pytest.raises(grpc.RpcError):
            strange(b"", timeout=WAIT_SECONDS)
    with Client(server.address) as client:
        list(client.verify_batch([model.Request(answer_text="x")] * 3, requests_per_message=2))
    rows = page(server.http_address)
    assert value(rows, "grpc_server_started_total", **VERIFY) == 2
    assert value(rows, "grpc_server_handled_total", **VERIFY, grpc_code="OK") == 1
    assert value(rows, "grpc_server_handled_total", **VERIFY, grpc_code="INVALID_ARGUMENT") == 1
    assert value(rows, "grpc_server_msg_received_total", **VERIFY) == 2
    assert value(rows, "grpc_server_msg_sent_total", **VERIFY) == 1
    assert value(rows, "grpc_server_handling_seconds_count", **VERIFY) == 2
    assert value(rows, "grpc_server_msg_received_total", **BATCH) == 2
    assert value(rows, "grpc_server_msg_sent_total", **BATCH) == 2
    assert value(rows, "verify_received_bytes_total", **VERIFY) == len(GOOD) + 1
    assert value(rows, "verify_sent_bytes_total", **VERIFY) > 0
    for stage in ("wait", "read", "verify", "write"):
        assert value(rows, "verify_stage_seconds_count", stage=stage) >= 1
    other = {"grpc_type": "unary", "grpc_service": "other", "grpc_method": "other"}
    assert value(rows, "grpc_server_handled_total", **other, grpc_code="UNIMPLEMENTED") == 1
    assert value(rows, "grpc_server_running") == 0


@pytest.mark.parametrize(
    ("labels", "messages"),
    [
        (STREAM, []),
        (STREAM, [OPENED]),
        (STREAM, [OPENED, streams.delta_bytes("退".encode()[:2])]),
        (STREAM, [OPENED, streams.delta_bytes("The fee is 15 euros. " * 20)]),
        (BATCH, []),
        (BATCH, [verify_service_pb2.BatchVerifyRequest().SerializeToString()]),
    ],
)
def test_a_call_that_is_given_up_is_counted_as_that_once(
    server: Server, labels: dict[str, str], messages: list[bytes]
) -> None:
    def until(count: int, name: str, **more: str) -> None:
        end = time.monotonic() + WAIT_SECONDS
        while value(page(server.http_address), name, **labels, **more) != count:
            assert time.monotonic() < end

    with grpc.insecure_channel(server.address) as channel:
        method: Any = channel.stream_stream(f"/{labels['grpc_service']}/{labels['grpc_method']}")
        for number in range(1, 5):
            left = threading.Event()

            def said(left: threading.Event = left) -> Iterator[bytes]:
                yield from messages
                left.wait(WAIT_SECONDS)

            call = method(said())
            until(number, "grpc_server_started_total")
            call.cancel()
            left.set()
        until(4, "grpc_server_handled_total", grpc_code="CANCELLED")
    rows = page(server.http_address)
    codes = {
        dict(found)["grpc_code"]: count
        for (name, found), count in rows.items()
        if name == "grpc_server_handled_total" and labels.items() <= dict(found).items()
    }
    assert codes == {"CANCELLED": 4}
    assert value(rows, "grpc_server_running") == 0


def test_what_was_found_is_counted_whoever_asked(server: Server, engine: FakeEngine) -> None:
    def found(request: model.Request) -> model.Report:
        finding = model.Finding("f", "quantities", "quantity-wrong-unit", model.Severity.ERROR)
        cited = [model.Citation(model.Span(0, 1), "x", model.CitationStatus.OK, (name,)) for name in "aaab"]
        return replace(
            small_report(request),
            outcome=model.Outcome.FAIL,
            findings=(finding, finding),
            citations=tuple(cited),
            counts=model.Counts(claims=((model.Verdict.SUPPORTED, 2), (model.Verdict.NOT_A_CLAIM, 1))),
        )

    engine.behave = found
    url = f"http://{server.http_address}/v1/verify"
    asked = {"answerText": "x", "sources": [{"text": "退货"}, {"text": "ab"}]}
    assert httpx.post(url, json=asked, timeout=WAIT_SECONDS, trust_env=False).status_code == 200
    with Client(server.address) as client:
        client.verify(model.Request(answer_text="x"))
    rows = page(server.http_address)
    assert value(rows, "verify_outcomes_total", outcome="FAIL") == 2
    assert value(rows, "verify_claims_total", verdict="SUPPORTED") == 4
    assert value(rows, "verify_claims_total", verdict="NOT_A_CLAIM") == 2
    labels = {"check": "quantities", "reason": "quantity-wrong-unit", "severity": "ERROR"}
    assert value(rows, "verify_findings_total", **labels) == 4
    assert value(rows, "verify_citation_top_share_sum") == 1.5
    assert value(rows, "verify_evidence_characters_sum") == 4
    assert value(rows, "verify_seconds_count") == 2
    assert value(rows, "verify_http_requests_total", path="/v1/verify", status="200") == 1
    assert value(rows, "verify_http_seconds_count", path="/v1/verify") == 1


def test_refusals_are_counted_by_reason(server: Server, engine: FakeEngine) -> None:
    def refuse(_: model.Request) -> model.Report:
        raise InvalidRequest("no", field="f", reason="SOME_REASON")

    engine.behave = refuse
    with Client(server.address) as client, pytest.raises(InvalidRequest):
        client.verify(model.Request(answer_text="x"))
    rows = page(server.http_address)
    assert value(rows, "verify_refusals_total", reason="SOME_REASON") == 1
    assert value(rows, "verify_seconds_count") == 0


def test_strange_paths_are_no_labels(server: Server) -> None:
    base = f"http://{server.http_address}"
    assert httpx.get(f"{base}/secret-path", timeout=WAIT_SECONDS, trust_env=False).status_code == 404
    assert httpx.get(f"{base}/healthz", headers={"host": "x.example"}, trust_env=False).status_code == 403
    rows = page(server.http_address)
    assert value(rows, "verify_http_requests_total", path="other", status="404") == 1
    assert value(rows, "verify_http_requests_total", path="/healthz", status="403") == 1


def test_any_worker_tells_of_all_and_of_those_that_have_died() -> None:
    arguments = ("--address", "127.0.0.1:0", "--workers", "2", "--http-address", "127.0.0.1:0")
    process = subprocess.Popen(
        [sys.executable, "-m", "sidecar", "serve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        address = process.stdout.readline().rpartition(" ")[2].strip()
        http_address = process.stdout.readline().rpartition("/")[2].strip()
        own_connections = (("grpc.use_local_subchannel_pool", 1),)
        for _ in range(16):
            with grpc.insecure_channel(address, own_connections) as channel:
                raw_verify(channel)(GOOD, timeout=WAIT_SECONDS)
        assert all(
            value(page(http_address), "grpc_server_handled_total", **VERIFY, grpc_code="OK") == 16 for _ in range(4)
        )
        first = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()[0]
        os.kill(int(first), signal.SIGKILL)
        assert "ended with status -9" in process.stderr.readline()
        rows = page(http_address)
        assert value(rows, "grpc_server_handled_total", **VERIFY, grpc_code="OK") == 16
        assert value(rows, "grpc_server_running") == 0
        process.send_signal(signal.SIGTERM)
        assert process.wait(WAIT_SECONDS) == 0
    finally:
        process.kill()
        process.communicate()
