"""Calls to a real server, over TCP and over a Unix socket."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]  # ships stubs, lacks the marker
from grpc_status import rpc_status
from wire_support import INFO, WAIT_SECONDS, FakeEngine, raw_verify, small_report

from sidecar import model
from sidecar.config import Limits
from sidecar.errors import LimitExceeded, NativeError, RequestError
from sidecar.interruption import checkpoint
from sidecar.pb.verify.v1 import info_service_pb2, info_service_pb2_grpc, verify_service_pb2, verify_service_pb2_grpc
from sidecar.wire.infos import info_message
from sidecar.wire.reports import report_bytes

GOOD = verify_service_pb2.VerifyRequest(request_id="good", answer_text="x").SerializeToString()


class Failure:
    """What a failed call says."""

    def __init__(self, error: Any) -> None:
        self.code: grpc.StatusCode = error.code()
        self.message: str = error.details()
        self.status: status_pb2.Status | None = rpc_status.from_call(error)

    def detail(self, message: Any) -> Any:
        """The detail of this type, or None."""
        for packed in self.status.details if self.status is not None else ():
            if packed.Unpack(message):
                return message
        return None

    @property
    def info(self) -> Any:
        return self.detail(error_details_pb2.ErrorInfo())

    @property
    def fields(self) -> list[str]:
        bad = self.detail(error_details_pb2.BadRequest())
        return [violation.field for violation in bad.field_violations] if bad is not None else []


def failure(method: Callable[..., bytes], data: bytes, **options: Any) -> Failure:
    with pytest.raises(grpc.RpcError) as caught:
        method(data, timeout=options.pop("timeout", WAIT_SECONDS), **options)
    return Failure(caught.value)


def goes_on(channel: grpc.Channel) -> bool:
    reply = raw_verify(channel)(GOOD, timeout=WAIT_SECONDS)
    return verify_service_pb2.VerifyResponse.FromString(reply).request_id == "good"


def test_verify_gives_the_bytes_of_the_engine_s_report(channel: grpc.Channel, engine: FakeEngine) -> None:
    request = verify_service_pb2.VerifyRequest(request_id="r1", answer_text="退货", sources=[{"text": "a"}, {}])
    reply = raw_verify(channel)(request.SerializeToString(), timeout=WAIT_SECONDS)
    expected = model.Request(request_id="r1", answer_text="退货", sources=(model.Source("", "a"), model.Source("", "")))
    assert engine.requests == [expected]
    assert reply == report_bytes(small_report(expected))


def test_a_call_without_a_deadline_waits_and_is_answered(channel: grpc.Channel, engine: FakeEngine) -> None:
    with held(engine, channel, 2):
        waiting: Any = channel.unary_unary("/verify.v1.VerifyService/Verify")
        call = waiting.future(GOOD)
    assert verify_service_pb2.VerifyResponse.FromString(call.result(WAIT_SECONDS)).request_id == "good"


def test_generated_stubs_call_it_too(channel: grpc.Channel) -> None:
    stub = verify_service_pb2_grpc.VerifyServiceStub(channel)
    reply = stub.Verify(verify_service_pb2.VerifyRequest(request_id="r2", answer_text=""), timeout=WAIT_SECONDS)
    assert reply.request_id == "r2"
    info = info_service_pb2_grpc.InfoServiceStub(channel).GetInfo(
        info_service_pb2.GetInfoRequest(), timeout=WAIT_SECONDS
    )
    assert info == info_message(INFO)


class TestInfo:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_sources=3)

    def test_the_limits_are_those_of_this_process(self, channel: grpc.Channel) -> None:
        method: Any = channel.unary_unary("/verify.v1.InfoService/GetInfo")
        reply = method(b"", timeout=WAIT_SECONDS)
        (limit,) = info_service_pb2.GetInfoResponse.FromString(reply).limits
        assert (limit.limit_id, limit.value) == ("max-sources", 3)


@pytest.mark.parametrize(
    ("data", "field", "reason"),
    [
        (b"\x22\x02\xff\xff", "answer_text", "INVALID_UTF8"),
        (b"\x3a\x05\x0a\x00\x2a\x01\xff", "sources[0].title", "INVALID_UTF8"),
        (b"\x4a\x02\x58\x09", "config.view", "UNKNOWN_ENUM_VALUE"),
        (b"\x4a\x03\xa0\x06\x01", "config.100", "UNKNOWN_FIELD"),
        (b"\x0a\x05", "", "MALFORMED_MESSAGE"),
        (b"{}" * 20, "", "MALFORMED_MESSAGE"),
    ],
)
def test_a_bad_request_is_refused_with_its_field_and_the_server_goes_on(
    channel: grpc.Channel, engine: FakeEngine, data: bytes, field: str, reason: str
) -> None:
    failed = failure(raw_verify(channel), data)
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failed.fields == ([field] if field else [])
    assert (failed.info.reason, failed.info.domain) == (reason, "verify-sidecar")
    assert failed.info.metadata["fix"]
    assert engine.requests == []
    assert goes_on(channel)


def test_what_the_engine_refuses_is_told_with_limit_value_and_fix(channel: grpc.Channel, engine: FakeEngine) -> None:
    def refuse(_: model.Request) -> model.Report:
        raise LimitExceeded(
            "3 sources are too many", field="sources", reason="TOO_MANY_SOURCES", limit="2", value="3", fix="send fewer"
        )

    engine.behave = refuse
    failed = failure(raw_verify(channel), GOOD)
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failed.message == "3 sources are too many"
    assert failed.fields == ["sources"]
    expected = {"limit": "2", "value": "3", "fix": "send fewer", "error": "LimitExceeded"}
    assert dict(failed.info.metadata) == expected


def test_long_words_of_a_caller_are_clipped_and_stay_within_what_metadata_may_hold(
    channel: grpc.Channel, engine: FakeEngine
) -> None:
    def refuse(_: model.Request) -> model.Report:
        long = "费" * 100_000
        raise LimitExceeded(long, field=long, reason="TOO_LONG", limit=long, value=long, fix=long)

    engine.behave = refuse
    failed = failure(raw_verify(channel), GOOD)
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failed.message.endswith("... (100000 characters)")
    assert failed.info.metadata["value"].startswith("费费")
    assert failed.status is not None
    assert failed.status.ByteSize() < 4096


@pytest.mark.parametrize("kind", [ValueError, NativeError, RecursionError, MemoryError, RequestError])
def test_an_unexpected_exception_tells_the_client_and_the_log_nothing_of_the_answer(
    channel: grpc.Channel, engine: FakeEngine, caplog: pytest.LogCaptureFixture, kind: type[Exception]
) -> None:
    def break_down(_: model.Request) -> model.Report:
        try:
            raise KeyError("the secret answer")
        except KeyError as error:
            if kind is RequestError:
                raise RequestError("the secret answer", field="", reason="NOT_IN_THE_TABLE") from error
            raise kind("the secret answer") from error

    engine.behave = break_down
    with caplog.at_level(logging.DEBUG):
        failed = failure(raw_verify(channel), GOOD)
    engine.behave = small_report
    assert failed.code is grpc.StatusCode.INTERNAL
    assert failed.info.reason == "INTERNAL"
    incident_id = failed.info.metadata["id"]
    assert incident_id in failed.message
    assert "secret" not in failed.message + caplog.text
    (line,) = [record.getMessage() for record in caplog.records if incident_id in record.getMessage()]
    assert kind.__name__ in line
    assert "KeyError" in line
    assert "break_down" in line
    assert goes_on(channel)


class TestMessageLimits:
    """A small limit on messages, so that the test need not send 16 MiB."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_message_bytes=100_000)

    @staticmethod
    def padded(length: int) -> bytes:
        request = verify_service_pb2.VerifyRequest(answer_text="x" * (length - 4))
        data = request.SerializeToString()
        assert len(data) == length
        return data

    def test_the_longest_request_is_answered_and_longer_ones_are_explained(
        self, channel: grpc.Channel, engine: FakeEngine
    ) -> None:
        assert raw_verify(channel)(self.padded(100_000), timeout=WAIT_SECONDS)
        for length in (100_001, 199_000):
            failed = failure(raw_verify(channel), self.padded(length))
            assert failed.code is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert failed.info.reason == "MESSAGE_TOO_LONG"
            assert (failed.info.metadata["limit"], failed.info.metadata["value"]) == ("100000", str(length))
            assert failed.detail(error_details_pb2.RetryInfo()) is None
        assert len(engine.requests) == 1
        assert goes_on(channel)

    def test_far_longer_ones_are_refused_by_grpc_itself(self, channel: grpc.Channel, engine: FakeEngine) -> None:
        failed = failure(raw_verify(channel), self.padded(200_001))
        assert failed.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert engine.requests == []
        assert goes_on(channel)

    def test_a_reply_over_the_limit_is_refused_by_name(self, channel: grpc.Channel, engine: FakeEngine) -> None:
        engine.behave = lambda request: replace(small_report(request), rendered_answer="x" * 100_000)
        failed = failure(raw_verify(channel), GOOD)
        assert failed.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert failed.info.reason == "REPLY_TOO_LONG"
        assert failed.info.metadata["limit"] == "100000"
        engine.behave = small_report
        assert goes_on(channel)


@contextmanager
def held(engine: FakeEngine, channel: grpc.Channel, count: int) -> Iterator[list[Any]]:
    """So many calls inside the engine, which end with the block; gives their futures."""
    inside, release = threading.Semaphore(0), threading.Event()

    def hold(request: model.Request) -> model.Report:
        inside.release()
        assert release.wait(WAIT_SECONDS)
        return small_report(request)

    engine.behave = hold
    with ThreadPoolExecutor(count) as pool:
        calls = [pool.submit(raw_verify(channel), GOOD, timeout=WAIT_SECONDS) for _ in range(count)]
        try:
            for _ in range(count):
                assert inside.acquire(timeout=WAIT_SECONDS)
            engine.behave = small_report
            yield calls
        finally:
            release.set()


class TestConcurrency:
    """Two may be in, and two may compute (`threads` of the fixture)."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_concurrent_rpcs=2)

    def test_one_too_many_is_refused_at_once_and_told_when_to_retry(
        self, channel: grpc.Channel, engine: FakeEngine
    ) -> None:
        with held(engine, channel, 2) as calls:
            failed = failure(raw_verify(channel), GOOD)
            assert failed.code is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert failed.info.reason == "TOO_MANY_RPCS"
            assert failed.info.metadata["limit"] == "2"
            assert failed.detail(error_details_pb2.RetryInfo()).retry_delay.ToMilliseconds() > 0
        assert all(call.result() for call in calls)
        assert goes_on(channel)


class TestWaiting:
    """Four may be in, and two may compute."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_concurrent_rpcs=4)

    def test_calls_that_wait_past_their_deadline_or_are_canceled_give_their_places_back(
        self, channel: grpc.Channel, engine: FakeEngine
    ) -> None:
        with held(engine, channel, 2) as calls:
            assert failure(raw_verify(channel), GOOD, timeout=0.05).code is grpc.StatusCode.DEADLINE_EXCEEDED
            method: Any = channel.unary_unary("/verify.v1.VerifyService/Verify")
            waiting = method.future(GOOD, timeout=WAIT_SECONDS)
            waiting.cancel()
            with pytest.raises(grpc.FutureCancelledError):
                waiting.result()
        assert all(call.result() for call in calls)
        assert goes_on(channel)


@pytest.mark.parametrize("leave", ["deadline", "cancel"])
def test_work_stops_when_the_caller_has_gone(channel: grpc.Channel, engine: FakeEngine, leave: str) -> None:
    begun, stopped = threading.Event(), threading.Event()

    def work_on(_: model.Request) -> model.Report:
        begun.set()
        try:
            while True:
                checkpoint()
        finally:
            stopped.set()

    engine.behave = work_on
    method: Any = channel.unary_unary("/verify.v1.VerifyService/Verify")
    # Long enough to begin within: a call that begins too late is not begun at all.
    call = method.future(GOOD, timeout=2.0 if leave == "deadline" else WAIT_SECONDS)
    assert begun.wait(WAIT_SECONDS)
    if leave == "cancel":
        call.cancel()
    assert stopped.wait(WAIT_SECONDS)
    engine.behave = small_report
    assert raw_verify(channel)(GOOD, timeout=WAIT_SECONDS)


def test_headers_that_are_too_long_are_refused_and_the_server_goes_on(channel: grpc.Channel) -> None:
    flood = tuple((f"x-{number}", "y" * 1_000) for number in range(64))
    with pytest.raises(grpc.RpcError) as caught:
        raw_verify(channel)(GOOD, timeout=WAIT_SECONDS, metadata=flood)
    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert raw_verify(channel)(GOOD, timeout=WAIT_SECONDS)


def test_a_method_that_does_not_exist(channel: grpc.Channel) -> None:
    failed = failure(channel.unary_unary("/verify.v1.VerifyService/Nonsense"), b"")
    assert failed.code is grpc.StatusCode.UNIMPLEMENTED


def test_many_callers_at_once_each_get_their_own_report(channel: grpc.Channel) -> None:
    def call(number: int) -> str:
        request = verify_service_pb2.VerifyRequest(request_id=f"r{number}", answer_text="x")
        reply = raw_verify(channel)(request.SerializeToString(), timeout=WAIT_SECONDS)
        return verify_service_pb2.VerifyResponse.FromString(reply).request_id

    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(call, range(200))) == [f"r{number}" for number in range(200)]


def test_info_refuses_what_is_no_info_request(channel: grpc.Channel) -> None:
    failed = failure(channel.unary_unary("/verify.v1.InfoService/GetInfo"), b"\x0a")
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failed.info.reason == "MALFORMED_MESSAGE"
