"""What the paths of the HTTP server share: how a body is read, who waits for the reply, and replies that refuse."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator

import grpc
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Receive

from sidecar.config import Limits
from sidecar.errors import AccessRefused
from sidecar.server import status, translate
from sidecar.server.ending import logged
from sidecar.server.gate import GoneError

JSON = "application/json"
NO_REPLY = 499
"""The status of callers that have left before there was one, as nginx counts them; nobody is sent it."""

_HTTP_STATUS = {
    grpc.StatusCode.INVALID_ARGUMENT: 400,
    grpc.StatusCode.NOT_FOUND: 404,
    grpc.StatusCode.RESOURCE_EXHAUSTED: 429,
    grpc.StatusCode.UNAUTHENTICATED: 401,
    grpc.StatusCode.UNAVAILABLE: 503,
}
_TOO_LONG = frozenset({"MESSAGE_TOO_LONG", "REPLY_TOO_LONG", "ANSWER_TOO_LONG"})
_RETRY_AFTER_SECONDS = "1"


class Body:
    """The body of a request as it comes, and what the gate asks of a call.

    The next part is asked for while the last one is worked on: so it is seen at once that the caller has left.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._left = False
        self._next = asyncio.create_task(self._asked())

    def time_remaining(self) -> float:
        """Seconds until the deadline: there is none."""
        return threading.TIMEOUT_MAX

    def is_active(self) -> bool:
        """Whether somebody waits for the reply."""
        return not self._left

    async def parts(self) -> AsyncIterator[bytes]:
        """Its bytes. Raises GoneError where the caller leaves before the last of them."""
        more = True
        while more:
            message = await self._next
            if self._left:
                raise GoneError(grpc.StatusCode.CANCELLED)
            self._next = asyncio.create_task(self._asked())
            yield message.get("body", b"")
            more = message.get("more_body", False)

    async def whole(self, limits: Limits) -> bytes:
        """All of it. Raises ResourceExhausted as soon as it is longer than a message may be, and as `parts` does."""
        parts: list[bytes] = []
        size = 0
        async for part in self.parts():
            size += len(part)
            translate.check_length(size, limits)
            parts.append(part)
        return b"".join(parts)

    def close(self) -> None:
        """Looks after the caller no longer."""
        self._next.cancel()

    async def _asked(self) -> Message:
        message = await self._receive()
        self._left = message["type"] == "http.disconnect"
        return message


def media_fault(request: Request, media_types: frozenset[str]) -> Response | None:
    """The reply to a body of another media type, or one that is compressed.

    The types are such as no page of another origin sends without asking first.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() not in media_types:
        return PlainTextResponse(f"the content type must be {' or '.join(sorted(media_types))}\n", 415)
    if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
        return PlainTextResponse("the body must not be compressed\n", 415, {"Accept-Encoding": "identity"})
    return None


def refused(request_id: str, error: Exception) -> Response:
    """The reply where there is none, as the error has it."""
    if isinstance(error, GoneError):
        return Response(status_code=NO_REPLY)
    code, headers = 500, None
    if isinstance(error, status.REFUSALS):
        code = 413 if error.reason in _TOO_LONG else _HTTP_STATUS[status.code_of(error)]
        if status.waiting_helps(error):
            headers = {"Retry-After": _RETRY_AFTER_SECONDS}
        elif isinstance(error, AccessRefused):
            headers = {"WWW-Authenticate": "Bearer"}
    return Response(refusal_json(request_id, error), code, headers, JSON)


def refusal_json(request_id: str, error: Exception) -> str:
    """Why there is no reply; an unexpected exception is logged, and told by the id that the log has."""
    if isinstance(error, status.REFUSALS):
        return translate.error_to_json(request_id, error)
    return written({"requestId": request_id, "error": internal(error)})


def internal(error: Exception) -> dict[str, object]:
    """The RequestError for an unexpected exception, which is logged."""
    ended = status.internal_status(logged(error))
    return {"code": grpc.StatusCode.INTERNAL.name, "message": ended.message, "details": []}


def written(value: dict[str, object]) -> str:
    """As JSON on one line."""
    return json.dumps(value, ensure_ascii=False)
