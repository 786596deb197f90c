"""The same calls over HTTP: POST /v1/verify, /v1/verify:batch, /v1/evidence:register and /v1/evidence:delete as
protobuf JSON, GET /healthz and /metrics.

Answers in the gRPC server's process, through the same gate, so that its limits hold for both together. A body is read
no further than the limit on messages. Only hosts that the settings name are answered, and no page of another origin:
a browser on this machine must not be made to call for a stranger.
"""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from math import ceil
from pathlib import Path
from urllib.parse import urlsplit

import grpc
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sidecar.config import Limits, ServerSettings, split_tcp_address
from sidecar.errors import AccessRefused, RequestError
from sidecar.server import status, translate
from sidecar.server.calls import HTTP, OTHER, TRACE_HEADERS, Call, Observers, stage
from sidecar.server.ending import logged
from sidecar.server.gate import Gate
from sidecar.server.guard import Guard, surface_of_path
from sidecar.server.metrics import CONTENT_TYPE, Metrics
from sidecar.server.policy import PolicyFile
from sidecar.server.servicer import Engine, Evidence

_LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
_JSON = "application/json"
_OPENAPI = Path(__file__).with_name("openapi.json")
_HTTP_STATUS = {
    grpc.StatusCode.INVALID_ARGUMENT: 400,
    grpc.StatusCode.NOT_FOUND: 404,
    grpc.StatusCode.RESOURCE_EXHAUSTED: 429,
    grpc.StatusCode.UNAUTHENTICATED: 401,
}
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"})
_NO_REPLY = "499"  # as nginx counts callers that have gone before there was one
_TOO_LONG = frozenset({"MESSAGE_TOO_LONG", "REPLY_TOO_LONG"})
_RETRY_AFTER_SECONDS = "1"


class NoDeadline:
    """What the gate asks of a call, for one that nobody limits."""

    def time_remaining(self) -> float:
        """Seconds until the deadline."""
        return threading.TIMEOUT_MAX

    def is_active(self) -> bool:
        """Whether somebody waits for the reply."""
        return True


class HttpServer:
    """Answers on a socket of its own thread, from `start` to `drain`. `paths`: what is there."""

    def __init__(
        self,
        settings: ServerSettings,
        engine: Engine,
        evidence: Evidence,
        gate: Gate,
        policy: PolicyFile,
        metrics: Metrics,
        observers: Observers,
        guard: Guard,
        listener: socket.socket,
    ) -> None:
        """`listener` is bound, and closed at the end."""
        self._listener = listener
        routes = Routes(engine, evidence, settings.limits, gate, policy, metrics)
        hosts = _LOOPBACK_HOSTS | _named_hosts(settings)
        paths = [
            Route("/v1/verify", routes.verify, methods=["POST"]),
            Route("/v1/verify:batch", routes.batch, methods=["POST"]),
            Route("/v1/evidence:register", routes.register, methods=["POST"]),
            Route("/v1/evidence:delete", routes.delete, methods=["POST"]),
            Route("/healthz", routes.health),
            Route("/metrics", routes.metrics),
            Route("/openapi.json", routes.schema),
        ]
        self.paths = frozenset(route.path for route in paths)
        application = OnlyKnownHosts(Guarded(Starlette(routes=paths), guard), hosts)
        self._server = _Server(
            uvicorn.Config(
                Observed(application, observers, self.paths),
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
            )
        )
        self._routes = routes
        self._thread = threading.Thread(target=self._run, name="http", daemon=True)

    def start(self) -> None:
        """Returns once requests are answered."""
        self._thread.start()
        self._server.ready.wait()

    def drain(self, grace_seconds: float) -> None:
        """Takes no new connection, lets what is being answered end for so long; returns when done."""
        self._routes.draining = True
        self._server.config.timeout_graceful_shutdown = max(1, ceil(grace_seconds))
        self._server.should_exit = True
        self._thread.join()

    def _run(self) -> None:
        try:
            self._server.run(sockets=[self._listener])
        finally:
            self._server.ready.set()


class _Server(uvicorn.Server):
    """Says when it has begun to listen."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


class Routes:
    """What the paths do."""

    def __init__(
        self, engine: Engine, evidence: Evidence, limits: Limits, gate: Gate, policy: PolicyFile, metrics: Metrics
    ) -> None:
        self._evidence = evidence
        self._policy = policy
        self._metrics = metrics
        self._engine = engine
        self._limits = limits
        self._gate = gate
        self.draining = False

    async def verify(self, request: Request) -> Response:
        """One VerifyRequest, one VerifyResponse."""
        return await self._answer(request, self._verified)

    async def batch(self, request: Request) -> Response:
        """One BatchVerifyRequest, one BatchVerifyResponse with all results."""
        return await self._answer(request, self._verified_all)

    async def register(self, request: Request) -> Response:
        """One RegisterEvidenceRequest, one RegisterEvidenceResponse."""
        return await self._answer(request, self._registered)

    async def delete(self, request: Request) -> Response:
        """One DeleteEvidenceRequest, one DeleteEvidenceResponse."""
        return await self._answer(request, self._deleted)

    async def health(self, _: Request) -> Response:
        """200 from the start to the drain."""
        return PlainTextResponse("draining\n", 503) if self.draining else PlainTextResponse("ok\n")

    async def metrics(self, _: Request) -> Response:
        """The counters of all workers, for Prometheus."""
        return Response(await run_in_threadpool(self._metrics.page), media_type=CONTENT_TYPE)

    async def schema(self, _: Request) -> Response:
        """The OpenAPI document."""
        return FileResponse(_OPENAPI, media_type=_JSON)

    async def _answer(self, request: Request, work: Callable[[bytes], str]) -> Response:
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _JSON:
            return PlainTextResponse(f"the content type must be {_JSON}\n", 415)
        if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
            return PlainTextResponse("the body must not be compressed\n", 415, {"Accept-Encoding": "identity"})
        body = b""
        try:
            with self._gate.entered():
                body = await self._body(request)
                return Response(await run_in_threadpool(self._computed, work, body), media_type=_JSON)
        except status.REFUSALS as error:
            return _refusal(translate.request_id_from_json(body), error)
        except ClientDisconnect:
            raise
        except Exception as error:  # noqa: BLE001 - the last net: whatever it is, the server goes on
            return _failure(translate.request_id_from_json(body), error)

    async def _body(self, request: Request) -> bytes:
        """The body. Raises ResourceExhausted as soon as it is longer than a message may be."""
        parts: list[bytes] = []
        size = 0
        async for part in request.stream():
            size += len(part)
            translate.check_length(size, self._limits)
            parts.append(part)
        return b"".join(parts)

    def _computed(self, work: Callable[[bytes], str], body: bytes) -> bytes:
        with self._gate.computing(NoDeadline()):
            reply = work(body).encode()
        translate.check_reply_length(len(reply), self._limits)
        return reply

    def _verified(self, body: bytes) -> str:
        with stage("read"):
            request = translate.request_from_json(body, self._limits, defaults=self._policy.current.defaults)
        report = self._engine.verify(request, self._limits)
        with stage("write"):
            return translate.report_to_json(report)

    def _registered(self, body: bytes) -> str:
        return _written({"evidenceId": self._evidence.register(translate.sources_from_json(body, self._limits))})

    def _deleted(self, body: bytes) -> str:
        self._evidence.delete(translate.evidence_id_from_json(body, self._limits))
        return _written({})

    def _verified_all(self, body: bytes) -> str:
        parts = translate.batch_from_json(body, self._limits)
        results = [self._result(index, part) for index, part in enumerate(parts)]
        return _written({"results": results, "last": True})

    def _result(self, index: int, part: object) -> dict[str, object]:
        """One BatchVerifyResult."""
        head: dict[str, object] = {"index": index, "requestId": translate.request_id_from_object(part)}
        try:
            request = translate.request_from_object(part, defaults=self._policy.current.defaults)
            return {**head, "response": translate.report_to_object(self._engine.verify(request, self._limits))}
        except status.REFUSALS as error:
            return {**head, "error": translate.error_to_object(error)}
        except Exception as error:  # noqa: BLE001 - one request's fault is not the others'
            return {**head, "error": _internal(error)}


class Observed:
    """Tells the observers of each request; what a stranger asks for is no path of ours."""

    def __init__(self, application: ASGIApp, observers: Observers, paths: frozenset[str]) -> None:
        self._application = application
        self._observers = observers
        self._paths = paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on."""
        path = scope["path"] if scope["path"] in self._paths else OTHER
        method = scope["method"] if scope["method"] in _METHODS else OTHER
        headers = {key: value for key, value in Request(scope).headers.items() if key in TRACE_HEADERS}
        call = Call(HTTP, HTTP, method, path, headers)
        status = ""

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            elif message["type"] == "http.response.body":
                self._observers.sent(call, len(message.get("body", b"")))
            await send(message)

        async def receiving() -> Message:
            message = await receive()
            if message["type"] == "http.request":
                self._observers.received(call, len(message.get("body", b"")))
            return message

        with self._observers.observed(call, lambda _: status or _NO_REPLY):
            await self._application(scope, receiving, sending)


class Guarded:
    """Lets only callers with a credential through to guarded surfaces."""

    def __init__(self, application: ASGIApp, guard: Guard) -> None:
        self._application = application
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what may come in."""
        if self._guard.guards(surface_of_path(scope["path"])):
            try:
                self._guard.check(Request(scope).headers.get("authorization", ""))
            except AccessRefused as error:
                await _refusal("", error)(scope, receive, send)
                return
        await self._application(scope, receive, send)


class OnlyKnownHosts:
    """Refuses requests that name another host than ours, and those that a page of another origin makes."""

    def __init__(self, application: ASGIApp, hosts: frozenset[str]) -> None:
        self._application = application
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what may come in."""
        if fault := self._fault(scope):
            await PlainTextResponse(fault, 403)(scope, receive, send)
            return
        await self._application(scope, receive, send)

    def _fault(self, scope: Scope) -> str:
        headers = Request(scope).headers
        if _host_of("//" + headers.get("host", "")) not in self._hosts:
            return "the Host is not one of http-allowed-hosts\n"
        origin = headers.get("origin")
        if origin is not None and _host_of(origin) not in self._hosts:
            return "the Origin is not one of http-allowed-hosts\n"
        return ""


def _host_of(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _named_hosts(settings: ServerSettings) -> frozenset[str]:
    """Hosts by which callers may name us, beside the loopback's."""
    listening = split_tcp_address(settings.http_address)
    own = (listening[0].lower(),) if listening is not None else ()
    return frozenset((*own, *settings.http_allowed_hosts))


def _refusal(request_id: str, error: RequestError) -> Response:
    code = 413 if error.reason in _TOO_LONG else _HTTP_STATUS[status.code_of(error)]
    headers = None
    if error.reason == status.TOO_MANY_RPCS:
        headers = {"Retry-After": _RETRY_AFTER_SECONDS}
    elif isinstance(error, AccessRefused):
        headers = {"WWW-Authenticate": "Bearer"}
    return Response(translate.error_to_json(request_id, error), code, headers, _JSON)


def _failure(request_id: str, error: Exception) -> Response:
    return Response(_written({"requestId": request_id, "error": _internal(error)}), 500, None, _JSON)


def _written(value: dict[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _internal(error: Exception) -> dict[str, object]:
    ended = status.internal_status(logged(error))
    return {"code": grpc.StatusCode.INTERNAL.name, "message": ended.message, "details": []}
