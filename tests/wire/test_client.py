"""The typed clients against a real server."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import grpc
import pytest
from wire_support import INFO, FakeEngine, small_report

from sidecar import model
from sidecar.client import AsyncClient, Client
from sidecar.config import Limits
from sidecar.errors import InvalidRequest, LimitExceeded, RequestError, ResourceExhausted
from sidecar.server.app import Server

REQUEST = model.Request(
    request_id="r1",
    answer_text="退货 [1]",
    sources=(model.Source("1", "a"),),
    config=model.Config(offset_unit=model.OffsetUnit.CODE_POINTS),
)
TOO_MANY = LimitExceeded(
    "3 sources are too many", field="sources", reason="TOO_MANY_SOURCES", limit="2", value="3", fix="send fewer"
)
ODD = InvalidRequest("not a date", field="as_of_date", reason="BAD_DATE", value="June", fix="send an ISO date")
FULL = ResourceExhausted("held evidence is full", field="", reason="EVIDENCE_FULL", limit="9", value="10")


def same(error: RequestError, other: RequestError) -> bool:
    names = ("field", "reason", "limit", "value", "fix")
    return (
        type(error) is type(other)
        and str(error) == str(other)
        and all(getattr(error, name) == getattr(other, name) for name in names)
    )


def test_a_report_and_the_info(server: Server, engine: FakeEngine) -> None:
    with Client(server.address) as client:
        assert client.verify(REQUEST) == small_report(REQUEST)
        assert client.info() == INFO
    assert engine.requests == [REQUEST]


def test_a_report_and_the_info_in_asyncio(server: Server, engine: FakeEngine) -> None:
    async def calls() -> tuple[list[model.Report], model.Info]:
        async with AsyncClient(server.address) as client:
            reports = await asyncio.gather(*(client.verify(REQUEST) for _ in range(8)))
            return reports, await client.info()

    assert asyncio.run(calls()) == ([small_report(REQUEST)] * 8, INFO)
    assert engine.requests == [REQUEST] * 8


@pytest.mark.parametrize("error", [TOO_MANY, ODD, FULL], ids=lambda error: error.reason)
def test_a_refusal_is_the_same_exception_as_in_process(server: Server, engine: FakeEngine, error: RequestError) -> None:
    def refuse(_: model.Request) -> model.Report:
        raise error

    engine.behave = refuse

    async def call() -> None:
        async with AsyncClient(server.address) as client:
            await client.verify(REQUEST)

    with Client(server.address) as client, pytest.raises(RequestError) as caught:
        client.verify(REQUEST)
    assert same(caught.value, error)
    with pytest.raises(RequestError) as caught:
        asyncio.run(call())
    assert same(caught.value, error)


def test_an_internal_error_is_grpc_s(server: Server, engine: FakeEngine) -> None:
    def break_down(_: model.Request) -> model.Report:
        raise ZeroDivisionError

    engine.behave = break_down
    with Client(server.address) as client, pytest.raises(grpc.RpcError) as caught:
        client.verify(REQUEST)
    assert caught.value.code() is grpc.StatusCode.INTERNAL


def test_a_long_report_arrives(server: Server, engine: FakeEngine) -> None:
    long = replace(small_report(REQUEST), rendered_answer="x" * 6_000_000)
    engine.behave = lambda _: long
    with Client(server.address) as client:
        assert client.verify(REQUEST) == long


class TestDeadline:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_concurrent_rpcs=8)

    def test_a_deadline_that_has_passed_is_grpc_s(self, server: Server) -> None:
        with Client(server.address) as client, pytest.raises(grpc.RpcError) as caught:
            client.verify(REQUEST, timeout_seconds=-1.0)
        assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED


def test_a_server_that_is_away_is_grpc_s(tmp_path: object) -> None:
    with Client(f"unix:{tmp_path}/nobody.sock") as client, pytest.raises(grpc.RpcError) as caught:
        client.info()
    assert caught.value.code() is grpc.StatusCode.UNAVAILABLE


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (model.Request("x\ud800"), "answer_text"),
        (model.Request("x", (model.Source("a", "x"), model.Source("b", "\udfff"))), "sources[1].text"),
        (model.Request("x", config=model.Config(waivers=("w", "\ud800"))), "config.waivers[1]"),
    ],
)
def test_text_that_is_not_unicode_is_refused_before_it_is_sent(request_: model.Request, field: str) -> None:
    with Client("unix:/nobody/listens") as client, pytest.raises(InvalidRequest, match="lone surrogate") as refused:
        client.verify(request_)
    assert (refused.value.field, refused.value.reason) == (field, "INVALID_UTF8")
