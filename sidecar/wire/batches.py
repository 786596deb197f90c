"""BatchVerifyRequest and BatchVerifyResponse, whose parts stay bytes on the server's side.

On the wire a message inside another one is its bytes behind their length. So these classes, which have bytes where the
schema has messages, read and write the same form: a request is taken out of its batch, and a reply put into one,
without being parsed twice. A test holds them against the schema.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError

from sidecar import model
from sidecar.errors import InvalidRequest, RequestError, ResourceExhausted, UnknownEvidence
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.wire.report_reader import report_from_bytes
from sidecar.wire.requests import request_bytes

MAX_REPLY_BYTES = 4 * 1024 * 1024
"""The longest reply message; most gRPC clients refuse a longer one unless they are told otherwise."""

_ERRORS: dict[str, type[RequestError]] = {
    "INVALID_ARGUMENT": InvalidRequest,
    "NOT_FOUND": UnknownEvidence,
    "RESOURCE_EXHAUSTED": ResourceExhausted,
}

_Field = descriptor_pb2.FieldDescriptorProto


_POOL = descriptor_pool.DescriptorPool()


def _message_class(name: str, *fields: str, opaque: tuple[str, ...]) -> Any:
    """The class of a message with these fields of the schema's, `opaque` ones as bytes."""
    schema = verify_service_pb2.DESCRIPTOR.message_types_by_name[name]
    file = descriptor_pb2.FileDescriptorProto(name=f"{name}.proto", package="opaque", syntax="proto3")
    own = file.message_type.add(name=name)
    for field in (schema.fields_by_name[field_name] for field_name in (*fields, *opaque)):
        kind = _Field.TYPE_BYTES if field.name in opaque else field.type
        label = _Field.LABEL_REPEATED if field.is_repeated else _Field.LABEL_OPTIONAL
        own.field.add(name=field.name, number=field.number, type=kind, label=label)
    _POOL.AddSerializedFile(file.SerializeToString())
    return message_factory.GetMessageClass(_POOL.FindMessageTypeByName(f"opaque.{name}"))


_Batch = _message_class("BatchVerifyRequest", opaque=("requests",))
_Request = _message_class("VerifyRequest", opaque=("request_id",))
_Result = _message_class("BatchVerifyResult", "index", "request_id", opaque=("response", "error"))
_Response = _message_class("BatchVerifyResponse", "last", opaque=("results",))


def request_parts(data: bytes) -> list[bytes]:
    """The serialized requests of a serialized BatchVerifyRequest. Raises DecodeError where it is none."""
    return list(_Batch.FromString(data).requests)


def request_id(data: bytes) -> str:
    """The id of a serialized VerifyRequest that may be bad in every other way; "" where none can be read."""
    try:
        found: bytes = _Request.FromString(data).request_id
        return found.decode()
    except (DecodeError, UnicodeDecodeError):
        return ""


def result_bytes(index: int, request_id: str, *, response: bytes = b"", error: bytes = b"") -> bytes:
    """A serialized BatchVerifyResult, from the serialized reply or error, one of which is not empty."""
    data: bytes = _Result(index=index, request_id=request_id, response=response, error=error).SerializeToString()
    return data


def response_bytes(results: list[bytes], *, last: bool) -> bytes:
    """A serialized BatchVerifyResponse from serialized results."""
    data: bytes = _Response(results=results, last=last).SerializeToString()
    return data


def in_messages(requests: Iterable[model.Request], count: int) -> Iterator[bytes]:
    """Serialized BatchVerifyRequests of `count` requests each, the last one of fewer. Raises as `request_bytes`."""
    if count < 1:
        raise ValueError(f"{count} requests a message; give at least 1")
    left = iter(requests)
    while rows := list(islice(left, count)):
        data: bytes = _Batch(requests=[request_bytes(row) for row in rows]).SerializeToString()
        yield data


def results_from_bytes(data: bytes) -> Iterator[model.Report | RequestError]:
    """What a serialized BatchVerifyResponse tells of its requests, in order."""
    for part in _Response.FromString(data).results:
        result = _Result.FromString(part)
        if result.response:
            yield report_from_bytes(result.response)
        else:
            yield _error_from(verify_service_pb2.RequestError.FromString(result.error))


def _error_from(message: verify_service_pb2.RequestError) -> RequestError:
    detail = next(iter(message.details), verify_service_pb2.RequestErrorDetail())
    return _ERRORS.get(message.code, RequestError)(
        message.message,
        field=detail.field,
        reason=detail.reason or message.code,
        limit=detail.limit,
        value=detail.value,
        fix=detail.fix,
    )
