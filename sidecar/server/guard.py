"""Who may use the guarded surfaces: callers with a bearer token, or with a certificate whose name is on a list.

A surface is what a part of the server is for, over gRPC and HTTP alike: `verify` is VerifyService and /v1/verify.
Health and reflection are none: probes and tools bring no credential, and neither tells anything of the texts.
"""

from __future__ import annotations

import hmac
import logging
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import grpc

from sidecar.config import ServerSettings, token_fault
from sidecar.errors import AccessRefused, ConfigurationError
from sidecar.server import handlers
from sidecar.server.ending import end_with

LOGGER = logging.getLogger("sidecar.server")

_SERVICE = re.compile(r"verify\.v1\.([A-Z][a-z]+)Service")
_PATH = re.compile(r"/(?:v1/)?([a-z]+)(?::[a-z]+)?")
_SCHEME = "bearer "

Stamp = tuple[int, int, int]


def surface_of_service(service: str) -> str:
    """The surface of a gRPC service by its full name, "" for health, reflection and strangers."""
    found = _SERVICE.fullmatch(service)
    return found[1].lower() if found else ""


def surface_of_path(path: str) -> str:
    """The surface of a path of the HTTP server."""
    found = _PATH.fullmatch(path)
    return found[1] if found else ""


class Guard:
    """Knows the tokens and the names. Without either, nothing is guarded."""

    def __init__(self, settings: ServerSettings) -> None:
        """Raises ConfigurationError where the file with tokens cannot be read or has none."""
        self._path = settings.token_file
        self._own = tuple([settings.token] if settings.token else [])
        self._names = frozenset(settings.client_names)
        self._stamp = self._stamped()
        self._filed = self._read()
        self._surfaces = frozenset(settings.guarded if self._own or self._filed or self._names else ())

    def __bool__(self) -> bool:
        """Whether anything is guarded."""
        return bool(self._surfaces)

    def guards(self, surface: str) -> bool:
        """Whether a surface asks for a credential."""
        return surface in self._surfaces

    def check(self, authorization: str, names: Iterable[str] = ()) -> None:
        """Raises AccessRefused unless the header `authorization` has a token, or a name of a certificate is known."""
        if not self._names.isdisjoint(names):
            return
        shown = authorization[len(_SCHEME) :].strip() if authorization[: len(_SCHEME)].lower() == _SCHEME else ""
        # All of them, so that the time tells nothing of which one was nearly right.
        matches = [hmac.compare_digest(shown.encode(), token.encode()) for token in self._tokens()]
        if any(matches):
            return
        fix = "send the header `authorization: Bearer TOKEN` with a token of the server's token-file"
        if self._names:
            fix += ", or use a certificate with one of its client-names"
        raise AccessRefused(
            f"the credential is {'not valid' if authorization else 'missing'}; {fix}",
            field="",
            reason="CREDENTIAL_INVALID" if authorization else "CREDENTIAL_MISSING",
            fix=fix,
        )

    def _tokens(self) -> tuple[str, ...]:
        if self._path and (stamp := self._stamped()) != self._stamp:
            self._stamp = stamp
            try:
                self._filed = self._read()
            except ConfigurationError as error:
                LOGGER.error("the tokens are not replaced: %s", error)
            else:
                LOGGER.info("the tokens are replaced from %s", self._path)
        return self._own + self._filed

    def _read(self) -> tuple[str, ...]:
        if not self._path:
            return ()
        try:
            lines = Path(self._path).read_text("ascii").splitlines()
        except OSError as error:
            raise ConfigurationError(f"cannot read {self._path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise ConfigurationError(f"{self._path} is not ASCII; it must hold a bearer token on each line") from None
        tokens = tuple(line.strip() for line in lines if line.strip())
        if not tokens:
            raise ConfigurationError(f"{self._path} has no token; it must hold a bearer token on each line")
        for number, token in enumerate(tokens, 1):
            if fault := token_fault(token):
                raise ConfigurationError(f"{self._path}, token {number}: {fault}")
        return tokens

    def _stamped(self) -> Stamp:
        try:
            found = Path(self._path).stat()
        except OSError:
            return (0, 0, 0)
        return (found.st_mtime_ns, found.st_size, found.st_ino)


class GuardInterceptor(grpc.ServerInterceptor):
    """Lets only callers with a credential through to guarded services."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._wrappings = handlers.Wrappings(self._around)

    def intercept_service(
        self, continuation: Callable[[grpc.HandlerCallDetails], Any], details: grpc.HandlerCallDetails
    ) -> Any:
        """The handler of a call, with the guard before it."""
        handler = continuation(details)
        return None if handler is None else self._wrappings.around(details.method, handler)

    def _around(self, path: str, handler: Any) -> Any:
        if not self._guard.guards(surface_of_service(path.split("/", 2)[1])):
            return handler

        def around(behavior: handlers.Behavior) -> handlers.Behavior:
            def answer(given: Any, context: grpc.ServicerContext) -> Any:
                metadata = context.invocation_metadata() or ()
                shown = "".join([str(value) for key, value in metadata if key == "authorization"])
                try:
                    self._guard.check(shown, _names_of(context))
                except AccessRefused as error:
                    end_with(context, error)
                return behavior(given, context)

            return answer

        return handlers.wrapped(handler, around)


def _names_of(context: grpc.ServicerContext) -> list[str]:
    """What the caller's certificate, which grpc has checked, is called; nothing without one."""
    shown = context.auth_context()
    rows = (*shown.get("x509_common_name", ()), *shown.get("x509_subject_alternative_name", ()))
    return [row.decode(errors="replace") for row in rows]
