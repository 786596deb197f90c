"""BatchVerify: many answers in one call."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import grpc
import pytest
from wire_support import WAIT_SECONDS, FakeEngine, small_report

from sidecar import model
from sidecar.client import AsyncClient, Client
from sidecar.config import Limits
from sidecar.errors import InvalidRequest, LimitExceeded, RequestError, ResourceExhausted
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server.app import Server
from sidecar.wire import batches
from sidecar.wire.reports import report_bytes

FOUR_MEBIBYTES = 4 * 1024 * 1024


def request(name: str) -> model.Request:
    return model.Request(request_id=name, answer_text="x")


def message(*requests: dict[str, Any]) -> bytes:
    return verify_service_pb2.BatchVerifyRequest(requests=requests).SerializeToString()


def raw_batch(channel: grpc.Channel) -> Callable[..., Any]:
    method: Callable[..., Any] = channel.stream_stream("/verify.v1.VerifyService/BatchVerify")
    return method


def replies(channel: grpc.Channel, *messages: bytes) -> list[verify_service_pb2.BatchVerifyResponse]:
    call = raw_batch(channel)(iter(messages), timeout=WAIT_SECONDS)
    return [verify_service_pb2.BatchVerifyResponse.FromString(data) for data in call]


def test_each_request_has_its_result_in_order_and_each_message_its_last_reply(channel: grpc.Channel) -> None:
    first = message(*({"request_id": f"a{number}", "answer_text": "x"} for number in range(5)))
    second = message({"request_id": "b0", "answer_text": "x"})
    got = replies(channel, first, message(), second)
    assert [[(row.index, row.request_id) for row in reply.results] for reply in got] == [
        [(0, "a0"), (1, "a1"), (2, "a2"), (3, "a3"), (4, "a4")],
        [],
        [(0, "b0")],
    ]
    assert all(reply.last for reply in got)
    for reply in got:
        for row in reply.results:
            assert row.response.SerializeToString(deterministic=True) == report_bytes(
                small_report(request(row.request_id))
            )


def test_a_bad_request_is_a_result_with_an_error_and_the_others_are_answered(channel: grpc.Channel) -> None:
    good = {"request_id": "good", "answer_text": "x"}
    bad_text = verify_service_pb2.VerifyRequest(request_id="bad", question_text="Q").SerializeToString()
    bad_text = bad_text.replace(b"Q", b"\xff")
    data = (
        message(good)
        + b"\x0a"
        + bytes([len(bad_text)])
        + bad_text
        + message({"request_id": "odd", "answer_text": "x", "config": {"view": 77}}, good)
        + b"\x0a\x02\x0a\x7f"
    )
    (reply,) = replies(channel, data)
    assert [(row.index, row.request_id, row.WhichOneof("result")) for row in reply.results] == [
        (0, "good", "response"),
        (1, "bad", "error"),
        (2, "odd", "error"),
        (3, "good", "response"),
        (4, "", "error"),
    ]
    errors = [row.error for row in reply.results if row.HasField("error")]
    assert [error.code for error in errors] == ["INVALID_ARGUMENT"] * 3
    assert [error.details[0].field for error in errors] == ["question_text", "config.view", ""]
    assert errors[0].details[0].reason == "INVALID_UTF8"
    assert all(error.message and error.details[0].fix for error in errors)


def test_an_internal_error_is_the_result_of_one_request_and_tells_nothing(
    channel: grpc.Channel, engine: FakeEngine
) -> None:
    def fail(asked: model.Request) -> model.Report:
        if asked.request_id == "b":
            raise ValueError("secret text")
        return small_report(asked)

    engine.behave = fail
    (reply,) = replies(channel, message(*({"request_id": name, "answer_text": "x"} for name in "abc")))
    assert [row.WhichOneof("result") for row in reply.results] == ["response", "error", "response"]
    assert reply.results[1].error.code == "INTERNAL"
    assert "secret" not in str(reply)


class TestLongReplies:
    """Reports of about a mebibyte each."""

    @pytest.fixture(autouse=True)
    def long_reports(self, engine: FakeEngine) -> None:
        def long(asked: model.Request) -> model.Report:
            size = int(asked.question_text or 0)
            return replace(small_report(asked), answer_text="z" * size)

        engine.behave = long

    def test_a_reply_spans_messages_of_at_most_four_mebibytes(self, channel: grpc.Channel) -> None:
        sizes = [1_000_000, 2_000_000, 1_500_000, 10, 4_000_000, 10]
        rows = [{"request_id": str(size), "answer_text": "x", "question_text": str(size)} for size in sizes]
        got = replies(channel, message(*rows))
        assert [[row.index for row in reply.results] for reply in got] == [[0, 1], [2, 3], [4, 5]]
        assert [reply.last for reply in got] == [False, False, True]
        assert all(reply.ByteSize() <= FOUR_MEBIBYTES for reply in got)

    def test_the_longest_result_that_fits_is_sent_and_one_byte_more_is_an_error(self, channel: grpc.Channel) -> None:
        def asked(size: int) -> bytes:
            return message({"request_id": "r", "answer_text": "x", "question_text": str(size)})

        ((first, *_),) = [reply.results for reply in replies(channel, asked(4_000_000))]
        fits = 4_000_000
        step = 1 << 20
        while step:
            (reply,) = replies(channel, asked(fits + step))
            if reply.results[0].HasField("response"):
                fits += step
            step >>= 1
        assert first.HasField("response")
        (longest,), (too_long,) = replies(channel, asked(fits)), replies(channel, asked(fits + 1))
        assert FOUR_MEBIBYTES - 8 <= longest.ByteSize() <= FOUR_MEBIBYTES
        assert too_long.results[0].error.code == "RESOURCE_EXHAUSTED"
        assert too_long.results[0].error.details[0].limit == str(FOUR_MEBIBYTES)

    def test_no_more_is_computed_than_a_caller_reads(self, channel: grpc.Channel, engine: FakeEngine) -> None:
        rows = [{"request_id": str(row), "answer_text": "x", "question_text": "4000000"} for row in range(500)]
        call = raw_batch(channel)(iter([message(*rows)]), timeout=WAIT_SECONDS)
        next(call)
        call.cancel()
        # What was computed: the reply that was read, those that the connection's windows hold, and the one being sent.
        assert len(engine.requests) < 50


class TestWholeMessages:
    """What ends the call."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_message_bytes=10_000, max_batch_requests=3)

    @pytest.mark.parametrize(
        ("data", "code", "reason"),
        [
            (message(*[{"answer_text": "x"}] * 4), grpc.StatusCode.INVALID_ARGUMENT, "TOO_MANY_REQUESTS"),
            (b"\x0a\xff", grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED_MESSAGE"),
            (message({"answer_text": "x" * 10_000}), grpc.StatusCode.RESOURCE_EXHAUSTED, "MESSAGE_TOO_LONG"),
        ],
    )
    def test_a_message_that_is_refused_ends_the_call_after_those_before(
        self, channel: grpc.Channel, data: bytes, code: grpc.StatusCode, reason: str
    ) -> None:
        call = raw_batch(channel)(iter([message({"answer_text": "x"}), data]), timeout=WAIT_SECONDS)
        assert verify_service_pb2.BatchVerifyResponse.FromString(next(call)).last
        with pytest.raises(grpc.RpcError) as caught:
            next(call)
        error: Any = caught.value
        assert error.code() is code
        assert reason in str(error.trailing_metadata())

    def test_three_requests_are_still_allowed(self, channel: grpc.Channel) -> None:
        (reply,) = replies(channel, message(*[{"answer_text": "x"}] * 3))
        assert len(reply.results) == 3

    def test_the_client_raises_what_the_engine_would(self, server: Server) -> None:
        with Client(server.address) as client, pytest.raises(LimitExceeded) as caught:
            list(client.verify_batch([request("x")] * 4))
        assert caught.value.field == "requests"
        assert caught.value.limit == "3"


def test_a_canceled_call_gives_its_place_back(channel: grpc.Channel, engine: FakeEngine) -> None:
    stay = threading.Event()

    def endless() -> Iterator[bytes]:
        yield message({"answer_text": "x"})
        stay.wait(WAIT_SECONDS)

    for _ in range(Limits().max_concurrent_rpcs + 1):
        call = raw_batch(channel)(endless(), timeout=WAIT_SECONDS)
        next(call)
        call.cancel()
        while not call.done():
            pass
    stay.set()
    assert len(replies(channel, message({"answer_text": "x"}))) == 1


def test_the_client_gives_reports_and_errors_in_order(server: Server) -> None:
    asked = [request("a"), replace(request("b"), config=model.Config(check_ids=("x",) * 3)), request("c")]
    with Client(server.address) as client:
        got = list(client.verify_batch(asked, requests_per_message=2))
    assert [row.request_id for row in got if isinstance(row, model.Report)] == ["a", "b", "c"]


def test_the_client_reads_requests_as_it_goes_and_may_leave(server: Server) -> None:
    taken = 0

    def endless() -> Iterator[model.Request]:
        nonlocal taken
        while True:
            taken += 1
            yield request(str(taken))

    with Client(server.address) as client:
        results = client.verify_batch(endless(), requests_per_message=1)
        first = next(results)
        results.close()  # type: ignore[attr-defined]  # it is a generator
    assert isinstance(first, model.Report)
    assert first.request_id == "1"


def test_the_asyncio_client_gives_the_same(server: Server) -> None:
    async def ask() -> list[model.Report | RequestError]:
        async with AsyncClient(server.address) as client:
            rows = client.verify_batch([request(str(row)) for row in range(5)], requests_per_message=2)
            return [row async for row in rows]

    assert [row.request_id for row in asyncio.run(ask()) if isinstance(row, model.Report)] == list("01234")


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("INVALID_ARGUMENT", InvalidRequest),
        ("RESOURCE_EXHAUSTED", ResourceExhausted),
        ("INTERNAL", RequestError),
        ("A_LATER_WORD", RequestError),
    ],
)
def test_errors_come_back_as_what_they_were(code: str, kind: type[RequestError]) -> None:
    detail = verify_service_pb2.RequestErrorDetail(field="f", limit="1", value="2", fix="do", reason="R")
    error = verify_service_pb2.RequestError(code=code, message="m", details=[detail])
    data = batches.result_bytes(0, "r", error=error.SerializeToString())
    (got,) = batches.results_from_bytes(batches.response_bytes([data], last=True))
    assert type(got) is kind
    assert isinstance(got, RequestError)
    assert (str(got), got.field, got.limit, got.value, got.fix, got.reason) == ("m", "f", "1", "2", "do", "R")


def test_fewer_than_one_request_a_message_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        list(batches.in_messages([], 0))
