"""VerifyRequest."""

from __future__ import annotations

from typing import Any

from sidecar import model
from sidecar.errors import InvalidRequest
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.wire.configs import changes_message, config_from_request
from sidecar.wire.texts import source_fields, source_from

ANSWERS = ("answer_text", "structured_answer", "structured_json")


def request_message(request: model.Request) -> verify_service_pb2.VerifyRequest:
    """The message of a request. Raises InvalidRequest where it has more than one answer: the wire can hold only one."""
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
    fields: dict[str, Any] = {
        "request_id": request.request_id,
        "question_text": request.question_text,
        "as_of_date": request.as_of_date,
        "answer_text": request.answer_text,
        "structured_json": request.structured_json,
        "sources": [source_fields(source) for source in request.sources],
        "evidence_id": request.evidence_id,
        "config": changes_message(request.config),
    }
    answer = request.structured_answer
    if answer is not None:
        fields["structured_answer"] = {
            "claims": [{"text": claim.text, "citation_ids": claim.citation_ids} for claim in answer.claims],
            "insufficient_evidence": answer.insufficient_evidence,
        }
    return verify_service_pb2.VerifyRequest(**fields)


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
