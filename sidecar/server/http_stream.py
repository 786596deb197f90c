"""POST /v1/verify:stream, VerifyStream over HTTP: the messages in as lines of protobuf JSON, out as server-sent events.

A line is worked on as soon as it is there, and the events that it makes due are sent before the next one is. The reply
begins once the stream is opened: what is refused before has the status of any other refusal, what is refused later
comes as an event of the type `error`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from sidecar.config import Limits
from sidecar.server import translate
from sidecar.server.gate import Gate, GoneError
from sidecar.server.http_reply import JSON, Body, media_fault, refusal_json, refused, written
from sidecar.server.policy import PolicyFile
from sidecar.server.servicer import Engine, Evidence
from sidecar.server.streaming import Growing
from sidecar.wire.streams import final_dict, progress_dict

_MEDIA_TYPES = frozenset({JSON, "application/jsonl", "application/x-ndjson"})
_HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx would keep the events back
]


class StreamRoute:
    """The ASGI application of the path."""

    def __init__(self, engine: Engine, evidence: Evidence, limits: Limits, gate: Gate, policy: PolicyFile) -> None:
        self._engine = engine
        self._evidence = evidence
        self._limits = limits
        self._gate = gate
        self._policy = policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One answer, from its open message to its report."""
        if fault := media_fault(Request(scope), _MEDIA_TYPES):
            await fault(scope, receive, send)
            return
        growing = Growing(self._engine.verify, self._evidence.index_for, self._limits, self._policy.current.defaults)
        body = Body(receive)
        begun = False
        try:
            with self._gate.entered():
                async for line in _lines(body, self._limits):
                    event = await run_in_threadpool(self._taken, growing, line, body)
                    if not begun:
                        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
                        begun = True
                    if event:
                        await send({"type": "http.response.body", "body": event, "more_body": True})
                last = await run_in_threadpool(self._ended, growing, body)
        except GoneError:
            return
        except Exception as error:  # noqa: BLE001 - the last net: whatever it is, the server goes on
            if not begun:
                await refused(growing.request_id, error)(scope, receive, send)
                return
            last = b"event: error\n" + _event(refusal_json(growing.request_id, error))
        finally:
            body.close()
        await send({"type": "http.response.body", "body": last})

    def _taken(self, growing: Growing, line: bytes, body: Body) -> bytes:
        with self._gate.computing(body):
            progress = growing.advance(translate.stream_request_from_json(line, self._limits))
            return b"" if progress is None else _event(written(progress_dict(progress)))

    def _ended(self, growing: Growing, body: Body) -> bytes:
        with self._gate.computing(body):
            progress, report = growing.finish()
            last = _event(written(final_dict(report)))
        translate.check_reply_length(len(last), self._limits)
        return last if progress is None else _event(written(progress_dict(progress))) + last


async def _lines(body: Body, limits: Limits) -> AsyncIterator[bytes]:
    """The lines that are not blank. Raises ResourceExhausted as soon as one is longer than a message may be."""
    held: list[bytes] = []
    size = 0
    async for part in body.parts():
        *ended, rest = part.split(b"\n")
        for end in ended:
            line = b"".join([*held, end])
            held, size = [], 0
            if not line.isspace() and line:
                yield line
        held.append(rest)
        size += len(rest)
        translate.check_length(size, limits)
    line = b"".join(held)
    if not line.isspace() and line:
        yield line


def _event(text: str) -> bytes:
    return f"data: {text}\n\n".encode()
