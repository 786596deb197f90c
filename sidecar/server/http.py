"""The same calls over HTTP: POST /v1/verify, /v1/verify:batch, /v1/evidence:register and /v1/evidence:delete as
protobuf JSON, /v1/verify:stream as lines of it, GET /healthz and /metrics.

Answers in the gRPC server's process, through the same gate, so that its limits hold for both together. A body is read
no further than the limit on messages. Only hosts that the settings name are answered, and no page of another origin:
a browser on this machine must not be made to call for a stranger.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from math import ceil
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sidecar.config import Limits, ServerSettings, split_tcp_address
from sidecar.errors import AccessRefused
from sidecar.server import status, translate
from sidecar.server.calls import HTTP, OTHER, TRACE_HEADERS, Call, Observers, stage
from sidecar.server.gate import Gate
from sidecar.server.guard import Guard, surface_of_path
from sidecar.server.http_reply import JSON, NO_REPLY, Body, internal, media_fault, refused, written
from sidecar.server.http_stream import StreamRoute
from sidecar.server.metrics import CONTENT_TYPE, Metrics
from sidecar.server.policy import PolicyFile
from sidecar.server.servicer import Engine, Evidence

_LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
_JSON_ALONE = frozenset({JSON})
_OPENAPI = Path(__file__).with_name("openapi.json")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"})


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
            Route("/v1/verify:stream", StreamRoute(engine, evidence, settings.limits, gate, policy), methods=["POST"]),
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
        return FileResponse(_OPENAPI, media_type=JSON)

    async def _answer(self, request: Request, work: Callable[[bytes], str]) -> Response:
        if fault := media_fault(request, _JSON_ALONE):
            return fault
        data = b""
        body = Body(request.receive)
        try:
            with self._gate.entered():
                data = await body.whole(self._limits)
                return Response(await run_in_threadpool(self._computed, work, data, body), media_type=JSON)
        except Exception as error:  # noqa: BLE001 - the last net: whatever it is, the server goes on
            return refused(translate.request_id_from_json(data), error)
        finally:
            body.close()

    def _computed(self, work: Callable[[bytes], str], data: bytes, body: Body) -> bytes:
        with self._gate.computing(body):
            reply = work(data).encode()
        translate.check_reply_length(len(reply), self._limits)
        return reply

    def _verified(self, body: bytes) -> str:
        with stage("read"):
            request = translate.request_from_json(body, self._limits, defaults=self._policy.current.defaults)
        report = self._engine.verify(request, self._limits)
        with stage("write"):
            return translate.report_to_json(report)

    def _registered(self, body: bytes) -> str:
        return written({"evidenceId": self._evidence.register(translate.sources_from_json(body, self._limits))})

    def _deleted(self, body: bytes) -> str:
        self._evidence.delete(translate.evidence_id_from_json(body, self._limits))
        return written({})

    def _verified_all(self, body: bytes) -> str:
        parts = translate.batch_from_json(body, self._limits)
        results = [self._result(index, part) for index, part in enumerate(parts)]
        return written({"results": results, "last": True})

    def _result(self, index: int, part: object) -> dict[str, object]:
        """One BatchVerifyResult."""
        head: dict[str, object] = {"index": index, "requestId": translate.request_id_from_object(part)}
        try:
            request = translate.request_from_object(part, defaults=self._policy.current.defaults)
            return {**head, "response": translate.report_to_object(self._engine.verify(request, self._limits))}
        except status.REFUSALS as error:
            return {**head, "error": translate.error_to_object(error)}
        except Exception as error:  # noqa: BLE001 - one request's fault is not the others'
            return {**head, "error": internal(error)}


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
        code = NO_REPLY
        ended = left = False

        async def sending(message: Message) -> None:
            nonlocal code, ended
            if message["type"] == "http.response.start":
                code = message["status"]
            elif message["type"] == "http.response.body":
                self._observers.sent(call, len(message.get("body", b"")))
                ended = not message.get("more_body", False)
            await send(message)

        async def receiving() -> Message:
            nonlocal left
            message = await receive()
            if message["type"] == "http.request":
                self._observers.received(call, len(message.get("body", b"")))
            elif not ended:
                left = True
            return message

        with self._observers.observed(call, lambda _: str(NO_REPLY if left else code)):
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
                await refused("", error)(scope, receive, send)
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
