"""VerifyStream: one answer while it is being written."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from typing import Any, cast

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from wire_support import WAIT_SECONDS

import sidecar
from sidecar import model
from sidecar.client import AsyncClient, Client
from sidecar.config import Limits, ServerSettings
from sidecar.errors import InvalidRequest, ResourceExhausted
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server.app import create_server
from sidecar.wire import streams
from sidecar.wire.reports import report_bytes

SOURCE = model.Source("a", "The fee is 12 euros. The museum opens at nine. 退款在七天内到账。")
OPEN = model.Request(sources=(SOURCE,), request_id="r1")
ANSWER = "The fee is 15 euros [1]. 退款在三天内到账。The museum opens at nine, every day of the week and of the year."
WRONG = ("quantity-not-in-evidence", "quantity-wrong-context")


@pytest.fixture
def address() -> Iterator[str]:
    limits = Limits(max_message_bytes=4096)
    server = create_server(ServerSettings(address="127.0.0.1:0", threads=2, limits=limits))
    server.start()
    yield server.address
    server.drain(0)


@pytest.fixture
def client(address: str) -> Iterator[Client]:
    with Client(address) as opened:
        yield opened


def call(address: str, messages: Iterator[bytes]) -> list[verify_service_pb2.VerifyStreamResponse]:
    with grpc.insecure_channel(address) as channel:
        method: Callable[..., Any] = channel.stream_stream("/verify.v1.VerifyService/VerifyStream")
        replies = method(messages, timeout=WAIT_SECONDS)
        return [verify_service_pb2.VerifyStreamResponse.FromString(data) for data in replies]


def test_cut_at_every_byte_the_report_is_that_of_verify_byte_for_byte(address: str) -> None:
    data = ANSWER.encode()
    want = report_bytes(sidecar.verify(replace(OPEN, answer_text=ANSWER)))
    for size in (1, 7, len(data)):
        pieces = [data[at : at + size] for at in range(0, len(data), size)]
        *progress, last = call(address, streams.request_messages(OPEN, pieces))
        assert last.WhichOneof("message") == "report"
        assert last.report.SerializeToString(deterministic=True) == want
        told = [finding.finding_id for reply in progress for finding in reply.progress.findings]
        assert sorted(told) == sorted(finding.finding_id for finding in last.report.findings)
        assert progress[-1].progress.verified_through == len(data)


def test_a_wrong_value_is_told_while_the_answer_is_still_being_written(client: Client) -> None:
    told = threading.Event()

    def texts() -> Iterator[str]:
        yield "The fee is 15 euros. "
        yield "The museum opens at nine, every day of the week and of the year, as its page says."
        assert told.wait(WAIT_SECONDS)
        yield " It is"
        yield " free for children."

    events = client.verify_stream(OPEN, texts())
    first = next(events)
    assert isinstance(first, model.Progress)
    assert [finding.reason_id in WRONG for finding in first.findings] == [True]
    told.set()
    *_, report = events
    assert isinstance(report, model.Report)
    assert first.findings[0] in report.findings


def test_an_answer_that_ends_at_once_is_empty(address: str) -> None:
    progress, last = call(address, iter([streams.open_bytes(OPEN)]))
    assert progress.WhichOneof("message") == "progress"
    assert last.report.SerializeToString(deterministic=True) == report_bytes(
        sidecar.verify(replace(OPEN, answer_text=""))
    )


def test_with_the_view_of_the_verdict_the_report_comes_alone(client: Client) -> None:
    request = replace(OPEN, config=model.Config(view=model.View.VERDICT))
    (report,) = client.verify_stream(request, [ANSWER])
    assert report == sidecar.verify(replace(request, answer_text=ANSWER))


@pytest.mark.parametrize(
    ("messages", "field", "reason"),
    [
        ([streams.delta_bytes(b"x")], "delta", "MISPLACED_MESSAGE"),
        ([], "open", "MISPLACED_MESSAGE"),
        ([streams.open_bytes(OPEN), streams.open_bytes(OPEN)], "open", "MISPLACED_MESSAGE"),
        ([b""], "message", "MISPLACED_MESSAGE"),
        ([streams.open_bytes(OPEN), streams.delta_bytes(b"a\xff")], "delta", "INVALID_UTF8"),
        ([streams.open_bytes(OPEN), streams.delta_bytes("退".encode()[:2])], "delta", "INVALID_UTF8"),
        ([b"\x0a\x03\x22\x01x"], "answer_text", "ANSWER_SET"),
        ([streams.open_bytes(replace(OPEN, sources=(SOURCE, SOURCE)))], "sources[1].source_id", "DUPLICATE_SOURCE_ID"),
    ],
)
def test_what_breaks_a_rule_ends_the_call_and_names_its_field(
    address: str, messages: list[bytes], field: str, reason: str
) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        call(address, iter(messages))
    status = rpc_status.from_call(cast("grpc.Call", caught.value))
    info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    for detail in status.details:
        for kind in (info, bad):
            if detail.Is(kind.DESCRIPTOR):
                detail.Unpack(kind)
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert (bad.field_violations[0].field, info.reason) == (field, reason)


def test_a_bad_byte_is_named_by_its_place_in_the_answer(client: Client) -> None:
    pieces = ["退".encode()[:1], "退".encode()[1:], b"ab\xffc"]
    with pytest.raises(InvalidRequest) as caught:
        list(client.verify_stream(OPEN, pieces))
    assert caught.value.value == "byte 5"


def test_too_long_an_answer_is_refused_however_it_is_cut(client: Client) -> None:
    with pytest.raises(ResourceExhausted) as caught:
        list(client.verify_stream(OPEN, ["x" * 1000] * 5))
    assert (caught.value.reason, caught.value.limit) == ("ANSWER_TOO_LONG", "4096")


def test_to_leave_early_cancels_and_frees_the_place() -> None:
    settings = ServerSettings(address="127.0.0.1:0", threads=1, limits=Limits(max_concurrent_rpcs=1))
    server = create_server(settings)
    server.start()
    never = threading.Event()

    def endless() -> Iterator[str]:
        while not never.is_set():
            yield ANSWER

    with Client(server.address) as client:
        for _ in range(3):
            events = client.verify_stream(OPEN, endless())
            next(events)
            events.close()
            while True:  # the place is free once the server has seen the end of the call
                try:
                    client.verify(replace(OPEN, answer_text="x"), timeout_seconds=WAIT_SECONDS)
                    break
                except ResourceExhausted:
                    continue
    never.set()
    server.drain(0)


def test_the_same_under_asyncio(address: str) -> None:
    async def chunks() -> AsyncIterator[str]:
        yield ANSWER[:30]
        yield ANSWER[30:]

    async def ask() -> list[model.Progress | model.Report]:
        async with AsyncClient(address) as client:
            return [event async for event in client.verify_stream(OPEN, chunks())]

    events = asyncio.run(ask())
    assert events[-1] == sidecar.verify(replace(OPEN, answer_text=ANSWER))
