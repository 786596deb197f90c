"""VerifyRequest."""

from __future__ import annotations

from dataclasses import dataclass

from google.protobuf.message import DecodeError

from sidecar import model, tables
from sidecar.errors import InvalidRequest
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.remembered import by_identity
from sidecar.validate import check_texts
from sidecar.wire.configs import changes_message, config_from_bytes, config_from_request
from sidecar.wire.messages import reader, writer
from sidecar.wire.texts import source_from

ANSWERS = ("answer_text", "structured_answer", "structured_json")
_make_request = tables.builder(model.Request)
_write = writer(verify_service_pb2.VerifyRequest.DESCRIPTOR, without="config")


@dataclass(frozen=True, slots=True)
class _PlainRequest:
    """A VerifyRequest as it is read first: what is rare, or seldom differs from one request to the next, as bytes."""

    answer_text: str | None = None
    sources: tuple[model.Source, ...] = ()
    question_text: str = ""
    request_id: str = ""
    as_of_date: str = ""
    structured_answer: bytes | None = None
    structured_json: str | None = None
    evidence_id: str = ""
    config: bytes | None = None


_read = reader(
    verify_service_pb2.VerifyRequest.DESCRIPTOR, _PlainRequest, raw=frozenset({"structured_answer", "config"})
)


def request_bytes(request: model.Request) -> bytes:
    """A serialized VerifyRequest.

    Raises InvalidRequest for what the wire cannot hold: more than one answer, text that is not valid Unicode.
    """
    given = [name for name in ANSWERS if getattr(request, name) is not None]
    if len(given) > 1:
        raise InvalidRequest(
            f"the request has {len(given)} answers: {', '.join(given)}",
            field=given[1],
            reason="MORE_THAN_ONE_ANSWER",
            limit="1",
            value=str(len(given)),
            fix="set exactly one of " + ", ".join(ANSWERS),
        )
    try:
        return _write(request) + _config_bytes(request.config)
    except UnicodeEncodeError:
        check_texts(request)  # names the field
        raise


@by_identity
def _config_bytes(config: model.Config) -> bytes:
    """The last field of a VerifyRequest; nothing where the config says nothing of its own."""
    return verify_service_pb2.VerifyRequest(config=changes_message(config)).SerializeToString()


def request_message(request: model.Request) -> verify_service_pb2.VerifyRequest:
    """The message of a request. Raises as `request_bytes` does."""
    return verify_service_pb2.VerifyRequest.FromString(request_bytes(request))


def request_from_plain(data: bytes, defaults: model.Config, most_sources: int) -> model.Request | None:
    """The model's Request of a serialized message that is plain, in a tenth of the time that protobuf takes.

    None for what is not plain, which is for protobuf to read or to refuse: unknown or repeated fields, more than
    `most_sources` sources, bytes that are no message. Raises InvalidRequest for what `config_from_request` refuses.
    """
    row = _read(data, most_sources)
    if row is None:
        return None
    try:
        structured = (
            None
            if row.structured_answer is None
            else _structured_from(verify_service_pb2.StructuredAnswer.FromString(row.structured_answer))
        )
        config = defaults if row.config is None else config_from_bytes(row.config, defaults)
    except DecodeError:
        return None
    return _make_request(
        row.answer_text,
        row.sources,
        row.question_text,
        row.request_id,
        row.as_of_date,
        structured,
        row.structured_json,
        row.evidence_id,
        config,
    )


def request_from(message: verify_service_pb2.VerifyRequest, defaults: model.Config) -> model.Request:
    """The model's Request. Raises InvalidRequest for what `config_from_request` refuses."""
    answer = message.WhichOneof("answer")
    return model.Request(
        answer_text=message.answer_text if answer == "answer_text" else None,
        sources=tuple([source_from(source) for source in message.sources]),
        question_text=message.question_text,
        request_id=message.request_id,
        as_of_date=message.as_of_date,
        structured_answer=_structured_from(message.structured_answer) if answer == "structured_answer" else None,
        structured_json=message.structured_json if answer == "structured_json" else None,
        evidence_id=message.evidence_id,
        config=config_from_request(message.config, defaults) if message.HasField("config") else defaults,
    )


def _structured_from(message: verify_service_pb2.StructuredAnswer) -> model.StructuredAnswer:
    return model.StructuredAnswer(
        claims=tuple(model.StructuredClaim(claim.text, tuple(claim.citation_ids)) for claim in message.claims),
        insufficient_evidence=message.insufficient_evidence,
    )
