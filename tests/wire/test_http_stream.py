"""POST /v1/verify:stream against a real server: lines in, events out, both at the same time."""

from __future__ import annotations

import base64
import json
import socket
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest
from test_metrics import page, value
from wire_support import WAIT_SECONDS, FakeEngine, small_report

import sidecar
from sidecar import model
from sidecar.config import Limits, ServerSettings
from sidecar.interruption import checkpoint
from sidecar.server import translate
from sidecar.server.app import Server, create_server

SOURCE = "The fee is 12 euros. The museum opens at nine. 退款在七天内到账。"
ANSWER = "The fee is 15 euros [1]. 退款在三天内到账。The museum opens at nine, every day of the week and of the year."
OPEN = {"open": {"requestId": "r1", "sources": [{"sourceId": "a", "text": SOURCE}]}}
REPORT = translate.report_to_object(
    sidecar.verify(model.Request(ANSWER, (model.Source("a", SOURCE),), request_id="r1"))
)
LINES = "application/x-ndjson"


@pytest.fixture
def limits() -> Limits:
    return Limits(max_message_bytes=8192, max_concurrent_rpcs=2)


@pytest.fixture
def served(limits: Limits) -> Iterator[Server]:
    settings = ServerSettings(address="127.0.0.1:0", http_address="127.0.0.1:0", threads=2, limits=limits)
    running = create_server(settings)
    running.start()
    yield running
    running.drain(0)


def delta(data: bytes) -> dict[str, Any]:
    return {"delta": base64.b64encode(data).decode()}


def lines(messages: Iterable[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


def events(text: str) -> list[tuple[str, Any]]:
    """The events of a stream, by the rules of the standard as far as they are needed here: type and data."""
    out = []
    for block in text.split("\n\n")[:-1]:
        fields = dict(line.split(": ", 1) for line in block.split("\n"))
        out.append((fields.get("event", "message"), json.loads(fields["data"])))
    return out


def post(server: Server, body: Any, kind: str = LINES, **headers: str) -> httpx.Response:
    return httpx.post(
        f"http://{server.http_address}/v1/verify:stream",
        content=body,
        headers={"content-type": kind, **headers},
        timeout=WAIT_SECONDS,
        trust_env=False,
    )


class Caller:
    """One who writes and reads at the same time."""

    def __init__(self, server: Server) -> None:
        host, port = server.http_address.rsplit(":", 1)
        self._raw = socket.create_connection((host, int(port)), WAIT_SECONDS)
        head = f"POST /v1/verify:stream HTTP/1.1\r\nHost: {host}\r\nContent-Type: {LINES}\r\nTransfer-Encoding: chunked"
        self._raw.sendall(head.encode() + b"\r\n\r\n")
        self._seen = b""

    def say(self, data: bytes) -> None:
        self._raw.sendall(b"%x\r\n%b\r\n" % (len(data), data))

    def read_until(self, wanted: bytes) -> bytes:
        while wanted not in self._seen:
            more = self._raw.recv(65536)
            assert more, self._seen
            self._seen += more
        return self._seen

    def leave(self) -> None:
        self._raw.close()


@contextmanager
def calling(server: Server) -> Iterator[Caller]:
    caller = Caller(server)
    yield caller
    caller.leave()


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("kind", [LINES, "application/jsonl", "application/json; charset=utf-8"])
def test_the_events_are_those_of_the_stream_and_the_last_is_the_report(served: Server, size: int, kind: str) -> None:
    data = ANSWER.encode()
    body = lines([OPEN, *[delta(data[at : at + size]) for at in range(0, len(data), size)]])
    reply = post(served, iter([body[at : at + 11] for at in range(0, len(body), 11)]), kind)
    assert reply.status_code == 200
    assert reply.headers["content-type"] == "text/event-stream"
    assert reply.headers["cache-control"] == "no-store"
    *progress, last = events(reply.text)
    assert last == ("message", {"report": REPORT})
    told = [row["findingId"] for _, event in progress for row in event["progress"].get("findings", [])]
    assert sorted(told) == sorted(row["findingId"] for row in REPORT["findings"])  # type: ignore[attr-defined]
    assert progress[-1][1]["progress"]["verifiedThrough"] == len(data)


def test_a_wrong_value_is_told_while_the_answer_is_still_being_written(served: Server) -> None:
    with calling(served) as caller:
        caller.say(lines([OPEN]))
        assert caller.read_until(b"\r\n\r\n").startswith(b"HTTP/1.1 200 ")
        caller.say(lines([delta(b"The fee is 15 euros. The museum opens at nine, every day of the week")]))
        caller.say(lines([delta(b" and of the year, as its page says.")]))
        assert b'"findings"' in caller.read_until(b'"verifiedThrough"')
        caller.say(lines([delta(b" It is free.")]))
        caller.say(b"")
        assert b'data: {"report"' in caller.read_until(b"\r\n0\r\n\r\n")


def test_the_last_line_needs_no_end_and_blank_lines_mean_nothing(served: Server) -> None:
    body = b"\n \r\n" + lines([OPEN]) + b"\n\n" + lines([delta(ANSWER.encode())]).rstrip()
    assert events(post(served, body).text)[-1] == ("message", {"report": REPORT})


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        (b"", 400, "open"),
        (b"{", 400, ""),
        (lines([delta(b"x")]), 400, "delta"),
        (lines([{}]), 400, "message"),
        (lines([{"open": {"answerText": "x"}}]), 400, "open.answerText"),
        (lines([{"open": {}, "delta": ""}]), 400, "delta"),
        (lines([{"open": {"evidenceId": "none"}}]), 404, "evidence_id"),
        (b'{"open": {"requestId": "' + b"r" * 9000, 413, ""),
    ],
)
def test_what_is_refused_before_the_reply_has_begun_has_its_status(
    served: Server, body: bytes, status: int, field: str
) -> None:
    reply = post(served, body)
    assert reply.status_code == status
    assert reply.headers["content-type"] == "application/json"
    assert reply.json()["error"]["details"][0]["field"] == field


@pytest.mark.parametrize(
    ("later", "code", "field"),
    [
        (OPEN, "INVALID_ARGUMENT", "open"),
        (delta(b"a\xff"), "INVALID_ARGUMENT", "delta"),
        (delta("退".encode()[:2]), "INVALID_ARGUMENT", "delta"),
        ({"delta": "!"}, "INVALID_ARGUMENT", "delta"),
        ({"delta": 3}, "INVALID_ARGUMENT", "delta"),
        ({"detla": ""}, "INVALID_ARGUMENT", "detla"),
        (delta(b"x" * 9000), "RESOURCE_EXHAUSTED", ""),
    ],
)
def test_what_is_refused_later_is_an_event_and_the_last_one(
    served: Server, later: dict[str, Any], code: str, field: str
) -> None:
    reply = post(served, lines([OPEN, later]))
    assert reply.status_code == 200
    kind, data = events(reply.text)[-1]
    assert kind == "error"
    assert data["requestId"] == "r1"
    assert data["error"]["code"] == code
    assert data["error"]["details"][0]["field"] == field


def test_too_long_an_answer_is_refused_however_it_is_cut(served: Server) -> None:
    reply = post(served, lines([OPEN, *[delta(b"x" * 1000)] * 9]))
    assert events(reply.text)[-1][1]["error"]["code"] == "RESOURCE_EXHAUSTED"


@pytest.mark.parametrize(
    ("data", "said"), [("+/8=", b"\xfb\xff"), ("-_8=", b"\xfb\xff"), ("-_8", b"\xfb\xff"), ("", b"")]
)
def test_bytes_are_base64_of_either_alphabet_padded_or_not(data: str, said: bytes) -> None:
    got = translate.stream_request_from_json(json.dumps({"delta": data}), Limits())
    assert (got.WhichOneof("message"), got.delta) == ("delta", said)


def test_the_view_of_the_verdict_has_no_progress(served: Server) -> None:
    opened = {"open": {**OPEN["open"], "config": {"view": "VIEW_VERDICT"}}}
    ((_, data),) = events(post(served, lines([opened, delta(ANSWER.encode())])).text)
    assert data["report"]["outcome"] == "OUTCOME_FAIL"


def test_it_is_guarded_as_every_path_is(served: Server) -> None:
    assert post(served, lines([OPEN]), "text/plain").status_code == 415
    assert post(served, lines([OPEN]), LINES, **{"content-encoding": "gzip"}).status_code == 415
    assert post(served, lines([OPEN]), LINES, host="example.com").status_code == 403
    assert post(served, lines([OPEN]), LINES, origin="https://example.com").status_code == 403
    assert httpx.get(f"http://{served.http_address}/v1/verify:stream", trust_env=False).status_code == 405


def left(server: Server, path: str) -> float:
    return value(page(server.http_address), "verify_http_requests_total", path=path, status="499")


def test_one_who_leaves_gives_its_place_back_and_is_counted_as_that(served: Server) -> None:
    for number in range(1, 4):  # one more than there are places
        with calling(served) as caller:
            caller.say(lines([OPEN, delta(ANSWER.encode() * 2)]))
            caller.read_until(b'"verifiedThrough"')
        end = time.monotonic() + WAIT_SECONDS
        while left(served, "/v1/verify:stream") != number:
            assert time.monotonic() < end
    assert post(served, lines([OPEN])).status_code == 200


def test_more_streams_than_there_are_places_are_429(served: Server) -> None:
    with calling(served) as one, calling(served) as other:
        for caller in (one, other):
            caller.say(lines([OPEN]))
            caller.read_until(b"\r\n\r\n")
        assert post(served, lines([OPEN])).status_code == 429


def test_to_leave_stops_the_work_of_an_ordinary_call_too(engine: FakeEngine) -> None:
    settings = ServerSettings(address="127.0.0.1:0", http_address="127.0.0.1:0", threads=1)
    server = create_server(settings, engine=engine)
    server.start()
    inside, stopped = threading.Event(), threading.Event()

    def work(request: model.Request) -> model.Report:
        inside.set()
        end = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < end:
            try:
                checkpoint()
            except Exception:
                stopped.set()
                raise
        return small_report(request)

    engine.behave = work
    host, port = server.http_address.rsplit(":", 1)
    with socket.create_connection((host, int(port)), WAIT_SECONDS) as raw:
        body = b'{"answerText": "x"}'
        head = f"POST /v1/verify HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        raw.sendall(head.encode() + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        assert inside.wait(WAIT_SECONDS)
    assert stopped.wait(WAIT_SECONDS)
    end = time.monotonic() + WAIT_SECONDS
    while left(server, "/v1/verify") != 1:
        assert time.monotonic() < end
    engine.behave = small_report
    server.drain(0)


def test_an_internal_error_tells_nothing(engine: FakeEngine) -> None:
    def fail(_: model.Request) -> model.Report:
        raise ValueError("secret text")

    engine.behave = fail
    server = create_server(ServerSettings(address="127.0.0.1:0", http_address="127.0.0.1:0"), engine=engine)
    server.start()
    kind, data = events(post(server, lines([OPEN, delta(b"x")])).text)[-1]
    server.drain(0)
    assert (kind, data["error"]["code"]) == ("error", "INTERNAL")
    assert "secret" not in json.dumps(data)


def test_replies_that_are_too_long_are_refused(served: Server) -> None:
    text = "Fee 1. " * 400
    data = events(post(served, lines([OPEN, delta(text.encode())])).text)[-1]
    whole = sidecar.verify(replace(model.Request(text, (model.Source("a", SOURCE),)), request_id="r1"))
    assert len(translate.report_to_json(whole)) > 8192
    assert (data[0], data[1]["error"]["code"]) == ("error", "RESOURCE_EXHAUSTED")
