"""Who is let in, who may compute, and that every place and slot comes back. Without a server, so that nothing races."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import grpc
import pytest
from wire_support import WAIT_SECONDS

import sidecar
from sidecar.errors import ResourceExhausted
from sidecar.interruption import checkpoint
from sidecar.server.gate import Gate, GoneError


class Context:
    """As much of grpc's context as the gate asks for; without a deadline grpc says hundreds of years."""

    def __init__(self, remaining: float = 9e9, *, active: bool = True) -> None:
        self._remaining = remaining
        self._active = active

    def time_remaining(self) -> float:
        return self._remaining

    def is_active(self) -> bool:
        return self._active


def context() -> Any:
    return Context()


@contextmanager
def passed(gate: Gate, asking: Any) -> Iterator[None]:
    with gate.entered(), gate.computing(asking):
        yield


def enters(gate: Gate, asking: Any) -> bool:
    with passed(gate, asking):
        return True


def test_all_places_come_back() -> None:
    gate = Gate(1, 1)
    for _ in range(3):
        assert enters(gate, Context())
        with pytest.raises(ZeroDivisionError), passed(gate, context()):
            raise ZeroDivisionError


def test_one_too_many_is_refused_at_once() -> None:
    gate = Gate(1, 1)
    with passed(gate, context()), pytest.raises(ResourceExhausted) as caught:
        enters(gate, Context())
    assert (caught.value.reason, caught.value.limit) == ("TOO_MANY_RPCS", "1")
    assert enters(gate, Context())


@pytest.mark.parametrize(
    ("gone", "code"),
    [
        (Context(0.0), grpc.StatusCode.DEADLINE_EXCEEDED),
        (Context(active=False), grpc.StatusCode.CANCELLED),
    ],
)
def test_a_caller_that_has_gone_is_not_served_and_leaves_its_place(gone: Context, code: grpc.StatusCode) -> None:
    gate = Gate(1, 1)
    for _ in range(2):
        with pytest.raises(GoneError) as caught:
            enters(gate, gone)
        assert caught.value.code is code
    assert enters(gate, Context())


def test_a_caller_that_waits_past_its_deadline_is_not_served() -> None:
    gate = Gate(2, 1)
    with passed(gate, context()), pytest.raises(GoneError) as caught:
        enters(gate, Context(0.01))
    assert caught.value.code is grpc.StatusCode.DEADLINE_EXCEEDED
    assert enters(gate, Context())


def test_a_caller_that_goes_while_it_waits_is_not_served() -> None:
    gate = Gate(2, 1)
    leaving = Context()
    seen: list[grpc.StatusCode] = []

    def wait() -> None:
        try:
            enters(gate, leaving)
        except GoneError as error:
            seen.append(error.code)

    waiting = threading.Thread(target=wait)
    with passed(gate, context()):
        waiting.start()
        leaving._active = False
    waiting.join(WAIT_SECONDS)
    assert seen == [grpc.StatusCode.CANCELLED]
    assert enters(gate, Context())


def test_the_work_for_a_caller_that_has_gone_is_left_at_the_next_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidecar.server.gate._LOOK_SECONDS", 0.0)
    gate = Gate(1, 1)
    caller = Context()
    steps = []

    def work() -> None:
        with passed(gate, caller):
            checkpoint()
            steps.append("first")
            caller._remaining = 0.0
            checkpoint()
            steps.append("second")

    with pytest.raises(GoneError) as caught:
        work()
    assert caught.value.code is grpc.StatusCode.DEADLINE_EXCEEDED
    assert steps == ["first"]
    checkpoint()  # outside of a call nobody is asked
    assert enters(gate, Context())


def test_the_engine_passes_checkpoints_while_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidecar.server.gate._LOOK_SECONDS", 0.0)
    request = sidecar.Request("The fee is 15 euros [1].", (sidecar.Source("a", "Fee: 12 euros."),))
    for looks in range(20):
        caller = Leaving(looks)
        try:
            with passed(Gate(1, 1), caller):
                sidecar.verify(request)
        except GoneError:
            continue
        break
    # Two looks before it begins; then after the reading of the evidence, the comparison, and steps of the judgement.
    assert 6 <= looks - 2 <= 12


class Leaving(Context):
    """A caller that goes after it was asked so many times whether it waits."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._looks = looks

    def is_active(self) -> bool:
        self._looks -= 1
        return self._looks >= 0
