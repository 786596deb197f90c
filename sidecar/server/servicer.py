"""Answers RPCs: lets them in, translates, calls the engine, translates back. Takes and gives bytes.

Every RPC that grpc hands over has a thread of its own, so none waits in a queue without end. Of these,
`max_concurrent_rpcs` are let in and the rest are refused at once; of those that are in, `threads` compute at the same
time and the others wait, no longer than their deadline.
"""

from __future__ import annotations

import logging
import queue
import secrets
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import grpc

from sidecar import model
from sidecar.config import Limits
from sidecar.errors import ResourceExhausted
from sidecar.server import status, translate

LOGGER = logging.getLogger("sidecar.server")


class Engine(Protocol):
    """What the server needs of `sidecar.engine`."""

    def verify(self, request: model.Request, limits: Limits = ...) -> model.Report:
        """One answer, one report."""

    def info(self, limits: Limits = ...) -> model.Info:
        """What this build is and can do, and these limits."""


class GoneError(Exception):
    """The caller no longer waits for a reply: its deadline has passed, or it has canceled."""

    def __init__(self, code: grpc.StatusCode) -> None:
        super().__init__(code.name)
        self.code = code


class Gate:
    """Lets a bounded number of RPCs in, and fewer of them compute at the same time."""

    def __init__(self, max_concurrent_rpcs: int, threads: int) -> None:
        self._max_concurrent_rpcs = max_concurrent_rpcs
        self._places = _tokens(max_concurrent_rpcs)
        self._slots = _tokens(threads)

    @contextmanager
    def passed(self, context: grpc.ServicerContext) -> Iterator[None]:
        """Holds a place, and a slot to compute in.

        Raises ResourceExhausted where all places are taken, GoneError where nobody waits for the reply any more.
        """
        try:
            self._places.get_nowait()
        except queue.Empty:
            raise self._full() from None
        try:
            try:
                self._slots.get(timeout=_remaining(context))
            except queue.Empty:
                raise GoneError(grpc.StatusCode.DEADLINE_EXCEEDED) from None
            try:
                _remaining(context)
                yield
            finally:
                self._slots.put(None)
        finally:
            self._places.put(None)

    def _full(self) -> ResourceExhausted:
        return ResourceExhausted(
            f"{self._max_concurrent_rpcs} RPCs are being answered already",
            field="",
            reason=status.TOO_MANY_RPCS,
            limit=str(self._max_concurrent_rpcs),
            value=str(self._max_concurrent_rpcs + 1),
            fix="try again after the delay, or raise max-concurrent-rpcs of the server",
        )


class Servicer:
    """The methods of verify.v1, as functions from request bytes to reply bytes."""

    def __init__(self, engine: Engine, limits: Limits, threads: int) -> None:
        self._engine = engine
        self._limits = limits
        self._gate = Gate(limits.max_concurrent_rpcs, threads)

    def handlers(self) -> dict[str, dict[str, grpc.RpcMethodHandler[bytes, bytes]]]:
        """Method handlers by service and method; no serializers, so that grpc hands over and takes bytes."""
        return {
            "verify.v1.VerifyService": {"Verify": grpc.unary_unary_rpc_method_handler(self.verify)},
            "verify.v1.InfoService": {"GetInfo": grpc.unary_unary_rpc_method_handler(self.get_info)},
        }

    def verify(self, data: bytes, context: grpc.ServicerContext) -> bytes:
        """VerifyService.Verify."""
        return self._answer(self._verified, data, context)

    def get_info(self, data: bytes, context: grpc.ServicerContext) -> bytes:
        """InfoService.GetInfo."""
        return self._answer(self._informed, data, context)

    def _verified(self, data: bytes) -> bytes:
        request = translate.request_from_bytes(data, self._limits)
        return translate.report_to_bytes(self._engine.verify(request, self._limits))

    def _informed(self, data: bytes) -> bytes:
        translate.check_info_request(data, self._limits)
        return translate.info_to_bytes(self._engine.info(self._limits))

    def _answer(self, work: Callable[[bytes], bytes], data: bytes, context: grpc.ServicerContext) -> bytes:
        """The reply of `work`; whatever it raises ends the RPC with a status."""
        try:
            with self._gate.passed(context):
                reply = work(data)
            self._check_reply(reply)
        except status.REFUSALS as error:
            code, details = status.code_of(error), status.rpc_status(error)
        except GoneError as error:
            code, details = error.code, status.gone_status(error.code)
        except Exception as error:  # noqa: BLE001 - the last net: whatever it is, the server goes on
            code, details = grpc.StatusCode.INTERNAL, status.internal_status(_logged(error))
        else:
            return reply
        return status.abort(context, code, details)

    def _check_reply(self, reply: bytes) -> None:
        limit = self._limits.max_message_bytes
        if len(reply) > limit:
            raise ResourceExhausted(
                f"the reply has {len(reply)} bytes; at most {limit} are sent",
                field="",
                reason="REPLY_TOO_LONG",
                limit=str(limit),
                value=str(len(reply)),
                fix="ask for a smaller view, check a shorter answer, or raise max-message-bytes of the server",
            )


def _tokens(count: int) -> queue.SimpleQueue[None]:
    """A semaphore: as a queue of tokens it is a good deal faster than the one of threading."""
    tokens: queue.SimpleQueue[None] = queue.SimpleQueue()
    for _ in range(count):
        tokens.put(None)
    return tokens


def _remaining(context: grpc.ServicerContext) -> float:
    """Seconds until the deadline, if only as many as a lock can wait: without a deadline grpc says hundreds of years.

    Raises GoneError when the deadline has passed or the caller has canceled.
    """
    remaining = min(context.time_remaining(), threading.TIMEOUT_MAX)
    if remaining <= 0:
        raise GoneError(grpc.StatusCode.DEADLINE_EXCEEDED)
    if not context.is_active():
        raise GoneError(grpc.StatusCode.CANCELLED)
    return remaining


def _logged(error: Exception) -> str:
    """Logs the type and the place of an exception, never its text, which may quote an answer; returns the log's id."""
    incident_id = secrets.token_hex(8)
    kinds: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        kinds.append(f"{type(cause).__module__}.{type(cause).__qualname__}")
        cause = cause.__cause__ or cause.__context__
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    LOGGER.error("internal error %s: %s at %s", incident_id, " from ".join(kinds), " > ".join(places))
    return incident_id
