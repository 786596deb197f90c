"""grpc's four kinds of methods, under one name each, and how to put something around any of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import grpc

Behavior = Callable[[Any, grpc.ServicerContext], Any]
"""From a request, or an iterator of them, to a reply, or an iterator of them."""

_KINDS = {
    (False, False): ("unary", "unary_unary", grpc.unary_unary_rpc_method_handler),
    (False, True): ("server_stream", "unary_stream", grpc.unary_stream_rpc_method_handler),
    (True, False): ("client_stream", "stream_unary", grpc.stream_unary_rpc_method_handler),
    (True, True): ("bidi_stream", "stream_stream", grpc.stream_stream_rpc_method_handler),
}


def kind_of(handler: Any) -> str:
    """The kind as metrics call it: "unary", "server_stream", "client_stream" or "bidi_stream"."""
    return _KINDS[handler.request_streaming, handler.response_streaming][0]


def wrapped(handler: Any, around: Callable[[Behavior], Behavior]) -> Any:
    """The same handler with `around` its behavior, answering in the same threads."""
    behavior = getattr(handler, _KINDS[handler.request_streaming, handler.response_streaming][1])
    outer = around(behavior)

    # A function of its own, as grpc looks for the thread pool of a method among the behavior's attributes.
    @wraps(behavior)
    def answer(given: Any, context: grpc.ServicerContext) -> Any:
        return outer(given, context)

    return _made(handler, answer, handler.request_deserializer)


class Wrappings:
    """Handlers of methods with something around them, each made once and not for each call."""

    def __init__(self, make: Callable[[str, Any], Any]) -> None:
        """`make(method, handler)` gives the handler that stands around one of `/SERVICE/METHOD`."""
        self._make = make
        self._made: dict[str, tuple[Any, Any]] = {}

    def around(self, method: str, handler: Any) -> Any:
        """What stands around this handler; made again where the method has another one than before."""
        known = self._made.get(method)
        if known is not None and known[0] is handler:
            return known[1]
        made = self._make(method, handler)
        self._made[method] = (handler, made)
        return made


def reading(handler: Any, deserializer: Callable[[bytes], Any]) -> Any:
    """The same handler with another way to read its requests."""
    return _made(
        handler, getattr(handler, _KINDS[handler.request_streaming, handler.response_streaming][1]), deserializer
    )


def _made(handler: Any, behavior: Behavior, deserializer: Callable[[bytes], Any] | None) -> Any:
    make: Callable[..., Any] = _KINDS[handler.request_streaming, handler.response_streaming][2]
    return make(behavior, request_deserializer=deserializer, response_serializer=handler.response_serializer)
