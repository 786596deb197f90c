"""How an RPC ends that cannot be answered, and what the log is told of it."""

from __future__ import annotations

import logging
import secrets
import traceback
from typing import Never

import grpc

from sidecar.server import status
from sidecar.server.gate import GoneError

LOGGER = logging.getLogger("sidecar.server")


def end_with(context: grpc.ServicerContext, error: Exception) -> Never:
    """Ends the RPC with the status of this exception; raises what grpc raises to unwind."""
    if isinstance(error, status.REFUSALS):
        status.abort(context, status.code_of(error), status.rpc_status(error))
    if isinstance(error, GoneError):
        status.abort(context, error.code, status.gone_status(error.code))
    status.abort(context, grpc.StatusCode.INTERNAL, status.internal_status(logged(error)))


def logged(error: Exception) -> str:
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
