"""Which RPCs are let in, and which of them compute."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from typing import Protocol

import grpc

from sidecar.errors import ResourceExhausted
from sidecar.interruption import interruptible
from sidecar.server import status
from sidecar.server.calls import stage

_LOOK_SECONDS = 0.005


class GoneError(Exception):
    """The caller no longer waits for a reply: its deadline has passed, or it has canceled."""

    def __init__(self, code: grpc.StatusCode) -> None:
        super().__init__(code.name)
        self.code = code


class Call(Protocol):
    """What the gate asks of a call; a grpc.ServicerContext has it."""

    def time_remaining(self) -> float:
        """Seconds until the deadline."""

    def is_active(self) -> bool:
        """Whether somebody waits for the reply."""


class Gate:
    """Lets a bounded number of RPCs in, and fewer of them compute at the same time."""

    def __init__(self, max_concurrent_rpcs: int, threads: int) -> None:
        self._max_concurrent_rpcs = max_concurrent_rpcs
        self._places = _tokens(max_concurrent_rpcs)
        self._slots = _tokens(threads)

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Holds a place. Raises ResourceExhausted where all are taken."""
        try:
            self._places.get_nowait()
        except queue.Empty:
            raise self._full() from None
        try:
            yield
        finally:
            self._places.put(None)

    @contextmanager
    def computing(self, context: Call) -> Iterator[None]:
        """Holds a slot to compute in, for one that has a place.

        Raises GoneError where nobody waits for the reply, and lets the engine's next checkpoint raise it.
        """
        try:
            with stage("wait"):
                self._slots.get(timeout=remaining_seconds(context))
        except queue.Empty:
            raise GoneError(grpc.StatusCode.DEADLINE_EXCEEDED) from None
        try:
            remaining_seconds(context)
            with interruptible(_Watch(context).look):
                yield
        finally:
            self._slots.put(None)

    def _full(self) -> ResourceExhausted:
        fix = "try again after the delay, or raise max-concurrent-rpcs of the server"
        return ResourceExhausted(
            f"{self._max_concurrent_rpcs} RPCs are being answered already; {fix}",
            field="",
            reason=status.TOO_MANY_RPCS,
            limit=str(self._max_concurrent_rpcs),
            value=str(self._max_concurrent_rpcs + 1),
            fix=fix,
        )


class _Watch:
    """Looks after a caller, not too often: asking grpc takes longer than most steps of the engine."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._next = time.monotonic() + _LOOK_SECONDS

    def look(self) -> None:
        """Raises GoneError when it is time to look and nobody waits."""
        now = time.monotonic()
        if now >= self._next:
            remaining_seconds(self._call)
            self._next = now + _LOOK_SECONDS


def _tokens(count: int) -> queue.SimpleQueue[None]:
    """A semaphore: as a queue of tokens it is a good deal faster than the one of threading."""
    tokens: queue.SimpleQueue[None] = queue.SimpleQueue()
    for _ in range(count):
        tokens.put(None)
    return tokens


def remaining_seconds(context: Call) -> float:
    """Seconds until the deadline, if only as many as a lock can wait: without a deadline grpc says hundreds of years.

    Raises GoneError when the deadline has passed or the caller has canceled.
    """
    remaining = min(context.time_remaining(), threading.TIMEOUT_MAX)
    if remaining <= 0:
        raise GoneError(grpc.StatusCode.DEADLINE_EXCEEDED)
    if not context.is_active():
        raise GoneError(grpc.StatusCode.CANCELLED)
    return remaining


def taken(messages: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
    """The messages of a call until the caller has said all. Raises GoneError where it has left instead.

    To grpc, one who leaves has first of all nothing more to say; that he has left it tells next. So it is asked twice:
    the second answer comes behind that.
    """
    with suppress(grpc.RpcError):  # that he has left, as is seen below
        yield from chain(messages, messages)
    remaining_seconds(context)
