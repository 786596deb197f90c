"""Errors to gRPC codes and google.rpc details: the one table, and the one place where details are written and read.

    InvalidRequest, LimitExceeded   INVALID_ARGUMENT     BadRequest where a field is at fault, ErrorInfo
    UnknownEvidence                 NOT_FOUND            BadRequest, ErrorInfo
    ResourceExhausted               RESOURCE_EXHAUSTED   ErrorInfo; RetryInfo where waiting helps
    Unavailable                     UNAVAILABLE          ErrorInfo; RetryInfo where waiting helps
    AccessRefused                   UNAUTHENTICATED      ErrorInfo
    GoneError (of gate)             DEADLINE_EXCEEDED or CANCELLED: nobody reads it
    any other                       INTERNAL             ErrorInfo with an id that the log has too

ErrorInfo.metadata holds `limit`, `value`, `fix`, those that are not empty, and `error`, the name of our class.
"""

from __future__ import annotations

from typing import Never

import grpc
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]  # ships stubs, lacks the marker

from sidecar.errors import (
    AccessRefused,
    InvalidRequest,
    RequestError,
    ResourceExhausted,
    Unavailable,
    UnknownEvidence,
)
from sidecar.evidence.store import FOLDER_GONE
from sidecar.pb.verify.v1 import verify_service_pb2

DETAILS_KEY = "grpc-status-details-bin"
DOMAIN = "verify-sidecar"
TOO_MANY_RPCS = "TOO_MANY_RPCS"

# The first class that fits wins.
_CODES: tuple[tuple[type[RequestError], grpc.StatusCode], ...] = (
    (InvalidRequest, grpc.StatusCode.INVALID_ARGUMENT),
    (UnknownEvidence, grpc.StatusCode.NOT_FOUND),
    (ResourceExhausted, grpc.StatusCode.RESOURCE_EXHAUSTED),
    (Unavailable, grpc.StatusCode.UNAVAILABLE),
    (AccessRefused, grpc.StatusCode.UNAUTHENTICATED),
)
REFUSALS = tuple(kind for kind, _ in _CODES)
"""The errors that are told to the caller as they are; every other one is an internal error."""

# The second: until a process that drains is gone, and its successor answers.
_RETRY_AFTER_MILLISECONDS = {TOO_MANY_RPCS: 50, FOLDER_GONE: 1_000}
# Clients accept 8 KiB of trailing metadata, and the details travel there beside the message.
_MAX_BYTES = 256


def code_of(error: RequestError) -> grpc.StatusCode:
    """The gRPC code of an error. Raises TypeError for a class that the table does not have."""
    for kind, code in _CODES:
        if isinstance(error, kind):
            return code
    raise TypeError(f"{type(error).__name__} has no row in the table of status codes")


def rpc_status(error: RequestError) -> status_pb2.Status:
    """The google.rpc.Status of an error; what is long in it is clipped visibly."""
    status = status_pb2.Status(code=code_of(error).value[0], message=_clipped(str(error)))
    if error.field:
        violation = error_details_pb2.BadRequest.FieldViolation(
            field=_clipped(error.field), description=_clipped(error.fix or str(error))
        )
        status.details.add().Pack(error_details_pb2.BadRequest(field_violations=[violation]), deterministic=True)
    metadata = {"limit": error.limit, "value": error.value, "fix": error.fix, "error": type(error).__name__}
    info = error_details_pb2.ErrorInfo(
        reason=error.reason,
        domain=DOMAIN,
        metadata={key: _clipped(text) for key, text in metadata.items() if text},
    )
    status.details.add().Pack(info, deterministic=True)
    if waiting_helps(error):
        retry = error_details_pb2.RetryInfo()
        retry.retry_delay.FromMilliseconds(_RETRY_AFTER_MILLISECONDS[error.reason])
        status.details.add().Pack(retry, deterministic=True)
    return status


def waiting_helps(error: RequestError) -> bool:
    """Whether the same request may be answered when it is repeated a little later."""
    return error.reason in _RETRY_AFTER_MILLISECONDS


def request_error(error: RequestError) -> verify_service_pb2.RequestError:
    """The same for one request among many."""
    detail = verify_service_pb2.RequestErrorDetail(
        field=_clipped(error.field),
        limit=_clipped(error.limit),
        value=_clipped(error.value),
        fix=_clipped(error.fix),
        reason=error.reason,
    )
    return verify_service_pb2.RequestError(code=code_of(error).name, message=_clipped(str(error)), details=[detail])


def internal_status(incident_id: str) -> status_pb2.Status:
    """The google.rpc.Status of an unexpected exception: an id that the log has too, and nothing of the exception."""
    status = status_pb2.Status(
        code=grpc.StatusCode.INTERNAL.value[0],
        message=f"internal error {incident_id}; the log of the server says where under this id",
    )
    info = error_details_pb2.ErrorInfo(reason="INTERNAL", domain=DOMAIN, metadata={"id": incident_id})
    status.details.add().Pack(info, deterministic=True)
    return status


def gone_status(code: grpc.StatusCode) -> status_pb2.Status:
    """The google.rpc.Status where nobody waits for the reply any more."""
    return status_pb2.Status(
        code=code.value[0], message="the caller no longer waits; the work was not begun, or was left"
    )


def abort(context: grpc.ServicerContext, code: grpc.StatusCode, status: status_pb2.Status) -> Never:
    """Ends an RPC with a status and its details; raises what grpc raises to unwind."""
    context.set_trailing_metadata(((DETAILS_KEY, status.SerializeToString(deterministic=True)),))
    context.abort(code, status.message)


def _clipped(text: str) -> str:
    data = text.encode(errors="replace")
    if len(data) <= _MAX_BYTES:
        return data.decode()
    return f"{data[:_MAX_BYTES].decode(errors='ignore')}... ({len(text)} characters)"
