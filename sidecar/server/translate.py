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
from sidecar.errors import InvalidRequest, LimitExceeded, RequestError, ResourceExhausted
from sidecar.pb.verify.v1 import evidence_service_pb2, info_service_pb2, verify_service_pb2
from sidecar.server.json_message import bad_utf8, fill_from_object, parse
from sidecar.server.status import code_of, request_error
from sidecar.server.wire_fault import bad_string_path
from sidecar.validate import check_source_count
from sidecar.wire.configs import DEFAULTS
from sidecar.wire.evidences import sources_from, sources_from_plain
from sidecar.wire.infos import info_message
from sidecar.wire.report_reader import report_from_bytes
from sidecar.wire.reports import report_bytes, report_dict
from sidecar.wire.requests import request_from, request_from_plain

__all__ = [
    "batch_from_json",
    "check_batch_count",
    "check_info_request",
    "check_length",
    "check_reply_length",
    "error_to_json",
    "error_to_object",
    "evidence_id_from_bytes",
    "evidence_id_from_json",
    "info_to_bytes",
    "info_to_json",
    "report_from_bytes",
    "report_to_bytes",
    "report_to_json",
    "report_to_object",
    "request_from_bytes",
    "request_from_json",
    "request_from_object",
    "request_from_open",
    "request_id_from_json",
    "request_id_from_object",
    "sources_from_bytes",
    "sources_from_json",
    "stream_request_from_bytes",
    "stream_request_from_json",
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
    plain = request_from_plain(data, defaults, limits.max_sources)
    if plain is not None:
        return plain
    message = parsed(verify_service_pb2.VerifyRequest(), data)
    # Before they are built, as an empty one has two bytes on the wire and hundreds as an object.
    check_source_count(len(message.sources), limits)
    return request_from(message, defaults)


def stream_request_from_bytes(data: bytes, limits: Limits) -> verify_service_pb2.VerifyStreamRequest:
    """A serialized VerifyStreamRequest. Raises as `request_from_bytes` does for the message as such."""
    check_length(len(data), limits)
    return parsed(verify_service_pb2.VerifyStreamRequest(), data)


def stream_request_from_json(text: str | bytes, limits: Limits) -> verify_service_pb2.VerifyStreamRequest:
    """One VerifyStreamRequest as protobuf JSON. Raises as `request_from_json` does."""
    message = verify_service_pb2.VerifyStreamRequest()
    fill_from_object(message, parse(_text(text, limits)))
    return message


def request_from_open(
    message: verify_service_pb2.VerifyStreamOpen, limits: Limits, defaults: model.Config
) -> model.Request:
    """The request, without an answer, that opens a stream: its fields have the same numbers."""
    return request_from_bytes(message.SerializeToString(), limits, defaults=defaults)


def request_from_json(text: str | bytes, limits: Limits, *, defaults: model.Config = DEFAULTS) -> model.Request:
    """One VerifyRequest as protobuf JSON, names in lowerCamelCase or as in the schema.

    Raises ResourceExhausted when the text is longer than `max_message_bytes`, and InvalidRequest that names the field
    for everything that `json_message` refuses.
    """
    return request_from_object(parse(_text(text, limits)), defaults=defaults)


def request_from_object(value: object, *, defaults: model.Config = DEFAULTS) -> model.Request:
    """The same from JSON that has been parsed."""
    message = verify_service_pb2.VerifyRequest()
    fill_from_object(message, value)
    return request_from(message, defaults)


def batch_from_json(text: str | bytes, limits: Limits) -> list[object]:
    """The requests of one BatchVerifyRequest as protobuf JSON, each parsed and not yet looked at.

    Raises ResourceExhausted and InvalidRequest where the message as a whole is refused.
    """
    value = parse(_text(text, limits))
    requests = value.get("requests", []) if isinstance(value, dict) else None
    if not isinstance(requests, list) or (isinstance(value, dict) and value.keys() - {"requests"}):
        raise InvalidRequest(
            "the message is not a BatchVerifyRequest",
            field="",
            reason="MALFORMED_JSON",
            fix='send {"requests": [...]}, each a VerifyRequest as protobuf JSON',
        )
    check_batch_count(len(requests), limits)
    return requests


def sources_from_bytes(data: bytes, limits: Limits) -> tuple[model.Source, ...]:
    """The sources of a serialized RegisterEvidenceRequest. Raises as `request_from_bytes` does."""
    check_length(len(data), limits)
    plain = sources_from_plain(data, limits.max_sources)
    if plain is not None:
        return plain
    message = parsed(evidence_service_pb2.RegisterEvidenceRequest(), data)
    check_source_count(len(message.sources), limits)
    return sources_from(message)


def sources_from_json(text: str | bytes, limits: Limits) -> tuple[model.Source, ...]:
    """The sources of a RegisterEvidenceRequest as protobuf JSON. Raises as `request_from_json` does."""
    message = evidence_service_pb2.RegisterEvidenceRequest()
    fill_from_object(message, parse(_text(text, limits)))
    return sources_from(message)


def evidence_id_from_bytes(data: bytes, limits: Limits) -> str:
    """The id in a serialized DeleteEvidenceRequest. Raises as `request_from_bytes` does."""
    check_length(len(data), limits)
    return parsed(evidence_service_pb2.DeleteEvidenceRequest(), data).evidence_id


def evidence_id_from_json(text: str | bytes, limits: Limits) -> str:
    """The id in a DeleteEvidenceRequest as protobuf JSON. Raises as `request_from_json` does."""
    message = evidence_service_pb2.DeleteEvidenceRequest()
    fill_from_object(message, parse(_text(text, limits)))
    return message.evidence_id


def request_id_from_json(text: str | bytes) -> str:
    """The id of a request that may be bad in every other way, for the reply that says so; "" where it has none."""
    if isinstance(text, bytes):
        text = text.decode(errors="replace")
    try:
        return request_id_from_object(json.loads(text.removeprefix(_BYTE_ORDER_MARK)))
    except (ValueError, RecursionError):
        return ""


def request_id_from_object(value: object) -> str:
    """The same from JSON that has been parsed."""
    if not isinstance(value, dict):
        return ""
    request_id = value.get("requestId", value.get("request_id"))
    return request_id.encode(errors="replace").decode() if isinstance(request_id, str) else ""


def report_to_bytes(report: model.Report) -> bytes:
    """A serialized VerifyResponse; the same report gives the same bytes."""
    return report_bytes(report)


def report_to_json(report: model.Report, *, indent: int | None = None) -> str:
    """VerifyResponse as protobuf JSON, on one line unless `indent` is given; zero and empty fields are left out."""
    return json.dumps(report_dict(report), ensure_ascii=False, indent=indent)


def report_to_object(report: model.Report) -> dict[str, object]:
    """The same, not yet written."""
    return report_dict(report)


def info_to_bytes(info: model.Info) -> bytes:
    """A serialized GetInfoResponse."""
    return info_message(info).SerializeToString()


def info_to_json(info: model.Info, *, indent: int | None = None) -> str:
    """GetInfoResponse as protobuf JSON."""
    return _to_json(info_message(info), indent)


def check_info_request(data: bytes, limits: Limits) -> None:
    """Raises as `request_from_bytes` does when `data` is no GetInfoRequest."""
    check_length(len(data), limits)
    parsed(info_service_pb2.GetInfoRequest(), data)


def error_to_json(request_id: str, error: RequestError) -> str:
    """The reply to a request that could not be answered, on one line; `code` is the name of the gRPC code."""
    detail = {"field": error.field, "limit": error.limit, "value": error.value, "fix": error.fix}
    body = {"code": code_of(error).name, "message": str(error), "details": [detail]}
    return json.dumps({"requestId": request_id, "error": body}, ensure_ascii=False)


def error_to_object(error: RequestError) -> dict[str, object]:
    """RequestError of a batch as protobuf JSON, not yet written."""
    fields: dict[str, object] = json_format.MessageToDict(request_error(error))
    return fields


def _to_json(message: Message, indent: int | None) -> str:
    return json.dumps(json_format.MessageToDict(message), ensure_ascii=False, indent=indent)


def _text(text: str | bytes, limits: Limits) -> str:
    """JSON text without a byte order mark. Raises ResourceExhausted when it is longer than `max_message_bytes`."""
    if isinstance(text, bytes):
        check_length(len(text), limits)
        # Bytes that are not UTF-8 become lone surrogates, which are refused where the field is known.
        text = text.decode(errors="surrogateescape")
    else:
        check_length(len(text) if text.isascii() else len(text.encode(errors="surrogatepass")), limits)
    return text.removeprefix(_BYTE_ORDER_MARK)


def check_length(length: int, limits: Limits) -> None:
    """Raises ResourceExhausted when a message of `length` bytes is longer than `max_message_bytes`."""
    if length > limits.max_message_bytes:
        fix = "send less evidence, or raise max-message-bytes of the server"
        raise ResourceExhausted(
            f"the request has {length} bytes; at most {limits.max_message_bytes} are accepted; {fix}",
            field="",
            reason="MESSAGE_TOO_LONG",
            limit=str(limits.max_message_bytes),
            value=str(length),
            fix=fix,
        )


def check_reply_length(length: int, limits: Limits) -> None:
    """Raises ResourceExhausted when a reply of `length` bytes is longer than `max_message_bytes`."""
    limit = limits.max_message_bytes
    if length > limit:
        fix = "ask for a smaller view, check a shorter answer, or raise max-message-bytes of the server"
        raise ResourceExhausted(
            f"the reply has {length} bytes; at most {limit} are sent; {fix}",
            field="",
            reason="REPLY_TOO_LONG",
            limit=str(limit),
            value=str(length),
            fix=fix,
        )


def check_batch_count(count: int, limits: Limits) -> None:
    """Raises LimitExceeded when a message of a batch has more than `max_batch_requests` requests."""
    if count > limits.max_batch_requests:
        raise LimitExceeded(
            f"the message has {count} requests; at most {limits.max_batch_requests} are accepted",
            field="requests",
            reason="TOO_MANY_REQUESTS",
            limit=str(limits.max_batch_requests),
            value=str(count),
            fix="send them in several messages of the same call, or raise max-batch-requests of the server",
        )


def parsed(message: M, data: bytes) -> M:
    """The message, read from `data`. Raises InvalidRequest, which names the field where a string is at fault."""
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
            fix=f"serialize the request with the schema of {message.DESCRIPTOR.file.package}",
        ) from None
    return message
