"""The same calls over HTTP, against a real server."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import httpx
import pytest
from wire_support import WAIT_SECONDS, FakeEngine, raw_verify, small_report

from sidecar import model
from sidecar.config import Limits, ServerSettings, read_settings
from sidecar.errors import ConfigurationError
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server import translate
from sidecar.server.app import Server, create_server

GOOD: dict[str, Any] = {"requestId": "good", "answerText": "x"}
BAD: dict[str, Any] = {"requestId": "bad", "answerText": "x", "config": {"vew": 1}}


@pytest.fixture
def hosts() -> tuple[str, ...]:
    return ()


@pytest.fixture
def server(engine: FakeEngine, limits: Limits, hosts: tuple[str, ...]) -> Iterator[Server]:
    settings = ServerSettings(
        address="127.0.0.1:0", threads=2, limits=limits, http_address="127.0.0.1:0", http_allowed_hosts=hosts
    )
    running = create_server(settings, engine=engine)
    running.start()
    yield running
    running.drain(0)


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://{server.http_address}", timeout=WAIT_SECONDS, trust_env=False) as client:
        yield client


def test_verify_gives_the_report_as_protobuf_json(http: httpx.Client, engine: FakeEngine) -> None:
    reply = http.post("/v1/verify", json={**GOOD, "sources": [{"text": "退货"}, {}]})
    assert reply.status_code == 200
    assert reply.headers["content-type"] == "application/json"
    expected = model.Request(
        request_id="good", answer_text="x", sources=(model.Source("", "退货"), model.Source("", ""))
    )
    assert engine.requests == [expected]
    assert reply.text == translate.report_to_json(small_report(expected))


def test_a_batch_has_a_result_for_each_request_in_order(http: httpx.Client) -> None:
    rows = [
        GOOD,
        {"requestId": "bad", "answerText": "x", "config": {"vew": 1}},
        "no object",
        {**GOOD, "requestId": "c"},
    ]
    reply = http.post("/v1/verify:batch", json={"requests": rows}).json()
    assert reply["last"] is True
    assert [(row["index"], row["requestId"]) for row in reply["results"]] == [
        (0, "good"),
        (1, "bad"),
        (2, ""),
        (3, "c"),
    ]
    assert [("response" in row, "error" in row) for row in reply["results"]] == [
        (True, False),
        (False, True),
        (False, True),
        (True, False),
    ]
    error = reply["results"][1]["error"]
    assert error["code"] == "INVALID_ARGUMENT"
    assert error["details"][0]["field"] == "config.vew"
    assert error["details"][0]["reason"] == "UNKNOWN_FIELD"


@pytest.mark.parametrize("body", ['{"request": []}', "[]", '{"requests": 3}', "{", '{"requests": [], "requests": []}'])
def test_a_body_that_is_no_batch_is_refused(http: httpx.Client, body: str) -> None:
    reply = http.post("/v1/verify:batch", content=body, headers={"content-type": "application/json"})
    assert reply.status_code == 400
    assert reply.json()["error"]["code"] == "INVALID_ARGUMENT"


def test_a_bad_request_is_400_with_the_field(http: httpx.Client) -> None:
    reply = http.post("/v1/verify", json={"requestId": "r", "answerText": "x", "sources": [{"pageNo": 3}]})
    assert reply.status_code == 400
    body = reply.json()
    assert body["requestId"] == "r"
    assert body["error"]["details"][0]["field"] == "sources[0].pageNo"
    assert http.post("/v1/verify", json=GOOD).status_code == 200


def test_an_internal_error_is_500_and_tells_nothing(http: httpx.Client, engine: FakeEngine) -> None:
    def fail(_: model.Request) -> model.Report:
        raise ValueError("secret text")

    engine.behave = fail
    reply = http.post("/v1/verify", json=GOOD)
    assert reply.status_code == 500
    assert reply.json()["requestId"] == "good"
    assert "secret" not in reply.text


@pytest.mark.parametrize("kind", ["text/plain", "", "application/x-www-form-urlencoded"])
def test_another_content_type_is_415(http: httpx.Client, kind: str) -> None:
    assert http.post("/v1/verify", content=json.dumps(GOOD), headers={"content-type": kind}).status_code == 415


def test_paths_and_methods_that_are_not_there(http: httpx.Client) -> None:
    assert http.get("/v1/verify").status_code == 405
    assert http.post("/v1/nothing", json=GOOD).status_code == 404


class TestHosts:
    """Who may call by which name."""

    @pytest.fixture
    def hosts(self) -> tuple[str, ...]:
        return ("sidecar.internal",)

    @pytest.mark.parametrize("host", ["localhost", "127.0.0.1:80", "[::1]:8080", "Sidecar.Internal:1"])
    def test_known_hosts_are_answered(self, http: httpx.Client, host: str) -> None:
        assert http.post("/v1/verify", json=GOOD, headers={"host": host}).status_code == 200

    @pytest.mark.parametrize("host", ["example.com", "", "[", "localhost.example.com", "10.0.0.1"])
    @pytest.mark.parametrize("path", ["/healthz", "/v1/verify"])
    def test_others_are_not(self, http: httpx.Client, host: str, path: str) -> None:
        assert http.get(path, headers={"host": host}).status_code == 403

    @pytest.mark.parametrize(
        ("origin", "status"),
        [
            ("http://localhost:9000", 200),
            ("https://sidecar.internal", 200),
            ("https://example.com", 403),
            ("null", 403),
        ],
    )
    def test_pages_of_other_origins_are_not(self, http: httpx.Client, origin: str, status: int) -> None:
        assert http.post("/v1/verify", json=GOOD, headers={"origin": origin}).status_code == status


class TestLimits:
    """Bodies that are too long, and calls too many."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_message_bytes=10_000, max_concurrent_rpcs=1, max_batch_requests=2)

    def test_a_long_body_is_413_before_it_has_all_been_sent(self, server: Server) -> None:
        host, port = server.http_address.rsplit(":", 1)
        with socket.create_connection((host, int(port)), WAIT_SECONDS) as raw:
            head = f"POST /v1/verify HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            raw.sendall(head.encode() + b"Content-Length: 1000000000\r\n\r\n" + b" " * 20_000)
            assert raw.recv(4096).startswith(b"HTTP/1.1 413 ")

    def test_too_many_requests_in_a_batch_are_400(self, http: httpx.Client) -> None:
        reply = http.post("/v1/verify:batch", json={"requests": [GOOD] * 3})
        assert reply.status_code == 400
        assert reply.json()["error"]["details"][0]["limit"] == "2"

    def test_what_runs_over_grpc_counts_here_too(self, http: httpx.Client, server: Server, engine: FakeEngine) -> None:
        inside, leave = threading.Event(), threading.Event()

        def stay(request: model.Request) -> model.Report:
            inside.set()
            leave.wait(WAIT_SECONDS)
            return small_report(request)

        engine.behave = stay
        data = verify_service_pb2.VerifyRequest(answer_text="x").SerializeToString()
        with grpc.insecure_channel(server.address) as channel, ThreadPoolExecutor(1) as pool:
            running = pool.submit(raw_verify(channel), data, timeout=WAIT_SECONDS)
            assert inside.wait(WAIT_SECONDS)
            refused = http.post("/v1/verify", json=GOOD)
            leave.set()
            assert running.result(WAIT_SECONDS)
        assert refused.status_code == 429
        assert refused.headers["retry-after"] == "1"
        assert http.post("/v1/verify", json=GOOD).status_code == 200


def test_health_and_the_drain(server: Server, http: httpx.Client, engine: FakeEngine) -> None:
    assert http.get("/healthz").text == "ok\n"
    inside, leave = threading.Event(), threading.Event()

    def stay(request: model.Request) -> model.Report:
        inside.set()
        leave.wait(WAIT_SECONDS)
        return small_report(request)

    engine.behave = stay
    with ThreadPoolExecutor(2) as pool:
        running = pool.submit(http.post, "/v1/verify", json=GOOD)
        assert inside.wait(WAIT_SECONDS)
        draining = pool.submit(server.drain, WAIT_SECONDS)
        while listens(server.http_address):
            pass
        leave.set()
        assert running.result(WAIT_SECONDS).status_code == 200
        draining.result(WAIT_SECONDS)


def listens(address: str) -> bool:
    host, port = address.rsplit(":", 1)
    try:
        socket.create_connection((host, int(port)), WAIT_SECONDS).close()
    except OSError:
        return False
    return True


def test_a_port_that_is_taken_is_an_error(server: Server) -> None:
    settings = ServerSettings(address="127.0.0.1:0", http_address=server.http_address)
    with pytest.raises(ConfigurationError, match="already in use"):
        create_server(settings, engine=FakeEngine())


def test_settings() -> None:
    settings = read_settings({"http_address": "[::1]:80", "http_allowed_hosts": " A.internal, b ,"}, {})
    assert settings.http_address == "[::1]:80"
    assert settings.http_allowed_hosts == ("a.internal", "b")
    with pytest.raises(ConfigurationError, match="--http-address is 'unix:x'"):
        read_settings({"http_address": "unix:x"}, {})
