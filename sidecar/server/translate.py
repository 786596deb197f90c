"""Requests from protobuf bytes or JSON, reports and errors to protobuf bytes or JSON.

Refuses only what cannot become a `model.Request`; whether its content is sound is the engine's to judge.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeVar, cast

from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError, Message

from sidecar import model
from sidecar.config import Limits
from sidecar.errors import InvalidRequest, RequestError, ResourceExhausted
from sidecar.pb.verify.v1 import info_service_pb2, verify_service_pb2
from sidecar.server.json_message import bad_utf8, fill_message
from sidecar.server.status import code_of
from sidecar.server.wire_fault import bad_string_path
from sidecar.validate import check_source_count
from sidecar.wire.configs import DEFAULTS
from sidecar.wire.infos import info_message
from sidecar.wire.report_reader import report_from_bytes
from sidecar.wire.reports import report_bytes, report_message
from sidecar.wire.requests import request_from

__all__ = [
    "check_info_request",
    "check_length",
    "error_to_json",
    "info_to_bytes",
    "info_to_json",
    "report_from_bytes",
    "report_to_bytes",
    "report_to_json",
    "request_from_bytes",
    "request_from_json",
    "request_id_from_json",
]

_BYTE_ORDER_MARK = "\ufeff"

M = TypeVar("M", bound=Message)


def request_from_bytes(data: bytes, limits: Limits, *, defaults: model.Config = DEFAULTS) -> model.Request:
    """A serialized VerifyRequest; what its config leaves out is taken from `defaults`.

    Raises ResourceExhausted when it is longer than `max_message_bytes`, and InvalidRequest that names the field: a
    string that is not UTF-8, an unknown value of an enum, an unknown field inside `config`; with field "" where `data`
    is no message at all. Raises LimitExceeded for more than `max_sources` sources.
    """
    check_length(len(data), limits)
    message = _parsed(verify_service_pb2.VerifyRequest(), data)
    # Before they are built, as an empty one has two bytes on the wire and hundreds as an object.
    check_source_count(len(message.sources), limits)
    return request_from(message, defaults)


def request_from_json(text: str | bytes, limits: Limits, *, defaults: model.Config = DEFAULTS) -> model.Request:
    """One VerifyRequest as protobuf JSON, names in lowerCamelCase or as in the schema.

    Raises ResourceExhausted when the text is longer than `max_message_bytes`, and InvalidRequest that names the field
    for everything that `json_message.fill_message` refuses.
    """
    if isinstance(text, bytes):
        check_length(len(text), limits)
        # Bytes that are not UTF-8 become lone surrogates, which are refused where the field is known.
        text = text.decode(errors="surrogateescape")
    else:
        check_length(len(text) if text.isascii() else len(text.encode(errors="surrogatepass")), limits)
    message = verify_service_pb2.VerifyRequest()
    fill_message(message, text.removeprefix(_BYTE_ORDER_MARK))
    return request_from(message, defaults)


def request_id_from_json(text: str | bytes) -> str:
    """The id of a request that may be bad in every other way, for the reply that says so; "" where it has none."""
    if isinstance(text, bytes):
        text = text.decode(errors="replace")
    try:
        value = json.loads(text.removeprefix(_BYTE_ORDER_MARK))
    except (ValueError, RecursionError):
        return ""
    if not isinstance(value, dict):
        return ""
    request_id = value.get("requestId", value.get("request_id"))
    return request_id.encode(errors="replace").decode() if isinstance(request_id, str) else ""


def report_to_bytes(report: model.Report) -> bytes:
    """A serialized VerifyResponse; the same report gives the same bytes."""
    return report_bytes(report)


def report_to_json(report: model.Report, *, indent: int | None = None) -> str:
    """VerifyResponse as protobuf JSON, on one line unless `indent` is given; zero and empty fields are left out."""
    return _to_json(report_message(report), indent)


def info_to_bytes(info: model.Info) -> bytes:
    """A serialized GetInfoResponse."""
    return info_message(info).SerializeToString()


def info_to_json(info: model.Info, *, indent: int | None = None) -> str:
    """GetInfoResponse as protobuf JSON."""
    return _to_json(info_message(info), indent)


def check_info_request(data: bytes, limits: Limits) -> None:
    """Raises as `request_from_bytes` does when `data` is no GetInfoRequest."""
    check_length(len(data), limits)
    _parsed(info_service_pb2.GetInfoRequest(), data)


def error_to_json(request_id: str, error: RequestError) -> str:
    """The reply to a request that could not be answered, on one line; `code` is the name of the gRPC code."""
    detail = {"field": error.field, "limit": error.limit, "value": error.value, "fix": error.fix}
    body = {"code": code_of(error).name, "message": str(error), "details": [detail]}
    return json.dumps({"requestId": request_id, "error": body}, ensure_ascii=False)


def _to_json(message: Message, indent: int | None) -> str:
    return json.dumps(json_format.MessageToDict(message), ensure_ascii=False, indent=indent)


def check_length(length: int, limits: Limits) -> None:
    """Raises ResourceExhausted when a message of `length` bytes is longer than `max_message_bytes`."""
    if length > limits.max_message_bytes:
        raise ResourceExhausted(
            f"the request has {length} bytes; at most {limits.max_message_bytes} are accepted",
            field="",
            reason="MESSAGE_TOO_LONG",
            limit=str(limits.max_message_bytes),
            value=str(length),
            fix="send less evidence, or raise max-message-bytes of the server",
        )


def _parsed(message: M, data: bytes) -> M:
    try:
        message.ParseFromString(data)
    except DecodeError:
        # The cast: to checkers, protobuf has two classes of descriptors, of which only one is at work.
        fields = cast("Mapping[int, FieldDescriptor]", message.DESCRIPTOR.fields_by_number)
        path = bad_string_path(data, fields)
        if path:
            raise bad_utf8(path) from None
        raise InvalidRequest(
            f"the request is not a serialized {message.DESCRIPTOR.name}",
            field="",
            reason="MALFORMED_MESSAGE",
            limit=message.DESCRIPTOR.full_name,
            fix="serialize the request with the schema of verify.v1",
        ) from None
    return message
