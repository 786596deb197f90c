"""Loads, the echo server's replies, what is checked of a report, and which cases belong together. No absolute times."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import sidecar
from sidecar.errors import BenchmarkError
from sidecar.measure import bench, calls, echo, material, servers
from sidecar.measure.cases import Case, Choice, Evidence, Language, Size, Surface
from sidecar.measure.load import LEAST_CALLS, Load, Target, compare
from sidecar.model import View

LOAD = Load(calls=9, items_per_second=1.0, p50_seconds=1.0, p99_seconds=2.0, cpu_seconds=0.004, client_cpu_seconds=0.1)


def target_of(order: list[str], name: str, cost: float) -> Target:
    """Each call "costs" so much of a clock of its own."""
    clock = [0.0]

    def call() -> None:
        order.append(name)
        clock[0] += cost

    return Target([call], 2, lambda: clock[0], client=False)


def test_targets_take_turns_and_cpu_is_that_of_an_item() -> None:
    order: list[str] = []
    loads = compare((target_of(order, "a", 6.0), target_of(order, "b", 3.0)), 0.0, 2)
    turn = ["a"] * LEAST_CALLS + ["b"] * LEAST_CALLS
    assert order == turn * 3  # the first to warm up
    assert [load.cpu_seconds for load in loads] == [3.0, 1.5]
    assert [load.items_per_core_second for load in loads] == [1 / 3.0, 1 / 1.5]
    assert [load.calls for load in loads] == [2 * LEAST_CALLS] * 2
    assert [load.client_cpu_seconds for load in loads] == [None, None]


def test_each_of_many_callers_calls() -> None:
    clock = iter(range(1, 1_000))
    target = Target([lambda: None] * 4, 1, lambda: float(next(clock)), client=True)
    (load,) = compare((target,), 0.0, 1)
    assert load.calls == 4 * LEAST_CALLS
    assert 0.0 <= load.p50_seconds <= load.p99_seconds


@pytest.mark.parametrize("replies", [(), (b"",), (b"one", b"", b"three" * 10_000)])
def test_replies_come_back_as_they_were_written(tmp_path: Path, replies: tuple[bytes, ...]) -> None:
    assert echo.write_replies(tmp_path, "batch-x", replies) == "/echo/batch-x"
    assert echo.read_replies((tmp_path / "batch-x").read_bytes()) == replies


@pytest.mark.parametrize(
    ("surface", "sent", "replies"),
    [
        (Surface.UNARY, (b"request",), (b"reply",)),
        (Surface.BATCH, (b"many",), (b"some", b"others")),
        (Surface.STREAM, (b"open", b"delta", b"delta"), (b"found", b"report")),
    ],
)
def test_the_echo_server_answers_each_kind_of_call_again_and_again(
    tmp_path: Path, surface: Surface, sent: tuple[bytes, ...], replies: tuple[bytes, ...]
) -> None:
    with servers.echo_server(tmp_path, 1, None) as server:
        method = echo.write_replies(tmp_path, f"{surface}-x", replies)
        with calls.calling(server.address, method, surface, sent, len(replies)) as call:
            assert [call() for _ in range(3)] == [replies] * 3
        assert server.cpu_seconds() > 0.0


def test_a_call_that_fails_is_told_with_its_status(tmp_path: Path) -> None:
    with servers.echo_server(tmp_path, 1, None) as server:
        for surface in (Surface.UNARY, Surface.BATCH, Surface.STREAM):
            with (
                calls.calling(server.address, "/verify.v1.VerifyService/None", surface, (b"",), 1) as call,
                pytest.raises(BenchmarkError, match="UNIMPLEMENTED"),
            ):
                call()


def test_a_server_that_does_not_start_is_told() -> None:
    with (
        pytest.raises(BenchmarkError, match="ended with 2 before it served"),
        servers.process("sidecar", "serve", "--address", "nowhere"),
    ):
        pass


def test_reports_that_are_not_the_materials_are_refused() -> None:
    request = material.request(Language.EN, Size.KIB_2)
    calls.check_report(sidecar.verify(request))
    with pytest.raises(BenchmarkError, match="outcome"):
        calls.check_report(sidecar.verify(replace(request, answer_text="Nothing is said of it.")))
    with pytest.raises(BenchmarkError, match="refused"):
        calls.check_report(sidecar.InvalidRequest("no", field="", reason="X"))


def test_the_answer_of_a_stream_is_cut_and_whole() -> None:
    request = material.request(Language.ZH, Size.KIB_2)
    assert request.answer_text is not None
    messages = calls.messages_of(Surface.STREAM, Language.ZH, (request,))
    assert len(messages) == 1 + -(-len(request.answer_text) // 2)


def test_a_choice_is_the_product_of_what_is_named_and_else_what_belongs_together() -> None:
    one = Choice((Surface.UNARY,), (Language.EN,), (Size.KIB_2, Size.KIB_8))
    assert [(case.size, case.view, case.evidence) for case in one.cases()] == [
        (Size.KIB_2, View.VERDICT, Evidence.INLINE),
        (Size.KIB_2, View.FINDINGS, Evidence.INLINE),
        (Size.KIB_2, View.FULL, Evidence.INLINE),
        (Size.KIB_2, View.FULL, Evidence.HANDLE),
        (Size.KIB_8, View.FULL, Evidence.INLINE),
        (Size.KIB_8, View.FULL, Evidence.HANDLE),
    ]
    named = replace(one, views=(View.VERDICT,), evidences=(Evidence.HANDLE,)).cases()
    assert [(case.size, case.view, case.evidence) for case in named] == [
        (Size.KIB_2, View.VERDICT, Evidence.HANDLE),
        (Size.KIB_8, View.VERDICT, Evidence.HANDLE),
    ]


def row(surface: Surface, size: Size, view: View, evidence: Evidence, verify_us: float, echo_us: float) -> bench.Row:
    case = Case(surface, Language.EN, size, view, evidence)
    loads = (replace(LOAD, cpu_seconds=us / 1e6) for us in (verify_us, echo_us))
    return bench.Row(case, 2_000, 1_000, *loads)


@pytest.mark.parametrize(
    ("rows", "value", "met"),
    [
        ([row(Surface.BATCH, Size.KIB_2, View.VERDICT, Evidence.INLINE, 8.0, 2.0)], 0.25, True),
        ([row(Surface.BATCH, Size.KIB_2, View.VERDICT, Evidence.INLINE, 16.0, 2.0)], 0.125, False),
        ([row(Surface.BATCH, Size.KIB_2, View.FULL, Evidence.INLINE, 16.0, 2.0)], 0.125, True),
        ([row(Surface.UNARY, Size.KIB_2, View.FULL, Evidence.INLINE, 259.0, 200.0)], 59.0, True),
        ([row(Surface.UNARY, Size.KIB_2, View.FULL, Evidence.INLINE, 261.0, 200.0)], 61.0, False),
        (
            [
                row(Surface.UNARY, Size.KIB_23, View.FULL, Evidence.INLINE, 900.0, 200.0),
                row(Surface.UNARY, Size.KIB_23, View.FULL, Evidence.HANDLE, 250.0, 190.0),
            ],
            3.6,
            True,
        ),
    ],
)
def test_what_is_wanted(rows: list[bench.Row], value: float, met: bool) -> None:
    (found,) = bench.wanted(rows)
    assert found.value == pytest.approx(value)
    assert found.met is met


def test_nothing_is_wanted_of_other_cases() -> None:
    others = [
        row(Surface.UNARY, Size.KIB_8, View.FULL, Evidence.INLINE, 900.0, 200.0),
        row(Surface.UNARY, Size.KIB_23, View.FULL, Evidence.HANDLE, 900.0, 200.0),
        row(Surface.STREAM, Size.KIB_2, View.FULL, Evidence.INLINE, 900.0, 200.0),
        row(Surface.BATCH, Size.KIB_2, View.FINDINGS, Evidence.INLINE, 900.0, 200.0),
    ]
    assert bench.wanted(others) == []


def test_the_server_has_a_core_of_its_own_where_it_can() -> None:
    cores = servers.share_cores(1)
    if cores.server is not None:
        assert cores.client is not None
        assert len(cores.server) == 1
        assert not cores.server & cores.client
    assert servers.share_cores(2) == servers.Cores(None, None)
