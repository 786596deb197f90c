"""Requests as protobuf JSON: what protobuf's own parser accepts means the same here; what is wrong is named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from google.protobuf import json_format
from hypothesis import given
from wire_support import CALM, values_of

from sidecar import model
from sidecar.config import Limits
from sidecar.errors import InvalidRequest, ResourceExhausted
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server.translate import request_from_json, request_id_from_json
from sidecar.wire.requests import request_from, request_message

LIMITS = Limits()


def refused(text: str | bytes) -> InvalidRequest:
    with pytest.raises(InvalidRequest) as caught:
        request_from_json(text, LIMITS)
    return caught.value


def test_a_whole_request() -> None:
    text = """{
        "requestId": "r1", "questionText": "多少?", "asOfDate": "2024-06-17",
        "structuredAnswer": {"claims": [{"text": "买家", "citationIds": ["1"]}], "insufficientEvidence": true},
        "sources": [{"sourceId": "1", "text": "", "page": 0, "retrievalScore": 1, "originSpan": {"start": 2, "end": 9},
                     "sectionPath": ["a", "b"], "attributes": [{"key": "k", "value": "v"}]}, {}],
        "config": {"view": "VIEW_FINDINGS", "offsetUnit": 3, "wantDigest": true,
                   "citationPolicy": {"required": true, "markerBase": "0", "maxSharePerSource": "0.5"},
                   "quantityPolicy": {"relativeTolerance": "0.01"},
                   "severityOverrides": [{"reasonId": "low-support", "severity": "SEVERITY_ERROR"}]}}"""
    assert request_from_json(text, LIMITS) == model.Request(
        request_id="r1",
        question_text="多少?",
        as_of_date="2024-06-17",
        structured_answer=model.StructuredAnswer((model.StructuredClaim("买家", ("1",)),), True),
        sources=(
            model.Source(
                "1",
                "",
                page=0,
                retrieval_score=1.0,
                origin_span=model.Span(2, 9),
                section_path=("a", "b"),
                attributes=(model.Attribute("k", "v"),),
            ),
            model.Source("", ""),
        ),
        config=model.Config(
            view=model.View.FINDINGS,
            offset_unit=model.OffsetUnit.CODE_POINTS,
            want_digest=True,
            citation_policy=model.CitationPolicy(required=True, marker_base=0, max_share_per_source=0.5),
            quantity_policy=model.QuantityPolicy(relative_tolerance="0.01"),
            severity_overrides=(model.SeverityOverride("low-support", model.Severity.ERROR),),
        ),
    )
    assert request_from_json(text.encode(), LIMITS) == request_from_json("\ufeff" + text, LIMITS)


def test_snake_case_and_null_are_protobuf_json_too() -> None:
    text = '{"answer_text": "", "structuredJson": null, "sources": null, "config": {"want_digest": null}, "page": null}'
    assert refused(text).field == "page"
    assert request_from_json(text.replace(', "page": null', ""), LIMITS) == model.Request(answer_text="")


@CALM
@given(values_of(model.Request))
def test_protobuf_s_own_parser_reads_the_same(request: model.Request) -> None:
    if [request.answer_text, request.structured_answer, request.structured_json].count(None) < 2:
        return
    text = json_format.MessageToJson(request_message(request))
    theirs = json_format.Parse(text, verify_service_pb2.VerifyRequest())
    assert request_from_json(text, LIMITS) == request_from(theirs, model.Config()) == request


@pytest.mark.parametrize(
    ("document", "field", "reason"),
    [
        ({"answer": "x"}, "answer", "UNKNOWN_FIELD"),
        ({"sources": [{}, {"txt": "x"}]}, "sources[1].txt", "UNKNOWN_FIELD"),
        ({"config": {"citationPolicy": {"requird": True}}}, "config.citation_policy.requird", "UNKNOWN_FIELD"),
        ({"config": {"view": "VIEW_ALL"}}, "config.view", "UNKNOWN_ENUM_VALUE"),
        ({"config": {"view": "FULL"}}, "config.view", "UNKNOWN_ENUM_VALUE"),
        ({"config": {"view": 4}}, "config.view", "UNKNOWN_ENUM_VALUE"),
        ({"config": {"view": 10**30}}, "config.view", "UNKNOWN_ENUM_VALUE"),
        ({"config": {"offsetUnit": -1}}, "config.offset_unit", "UNKNOWN_ENUM_VALUE"),
        (
            {"config": {"severityOverrides": [{"reasonId": "x", "severity": "FATAL"}]}},
            "config.severity_overrides[0].severity",
            "UNKNOWN_ENUM_VALUE",
        ),
        ({"config": {"view": True}}, "config.view", "WRONG_TYPE"),
        ({"config": {"view": 1.5}}, "config.view", "WRONG_TYPE"),
        ({"config": []}, "config", "WRONG_TYPE"),
        ({"config": {"checkIds": "quantities"}}, "config.check_ids", "WRONG_TYPE"),
        ({"config": {"checkIds": [None]}}, "config.check_ids[0]", "WRONG_TYPE"),
        ({"config": {"wantDigest": "true"}}, "config.want_digest", "WRONG_TYPE"),
        ({"config": {"wantDigest": 1}}, "config.want_digest", "WRONG_TYPE"),
        ({"answerText": 3}, "answer_text", "WRONG_TYPE"),
        ({"sources": {"text": "x"}}, "sources", "WRONG_TYPE"),
        ({"sources": ["x"]}, "sources[0]", "WRONG_TYPE"),
        ({"sources": [None]}, "sources[0]", "WRONG_TYPE"),
        ({"sources": [{"page": "one"}]}, "sources[0].page", "WRONG_TYPE"),
        ({"sources": [{"page": True}]}, "sources[0].page", "WRONG_TYPE"),
        ({"sources": [{"page": 1.5}]}, "sources[0].page", "WRONG_TYPE"),
        ({"sources": [{"page": 2**31}]}, "sources[0].page", "OUT_OF_RANGE"),
        ({"sources": [{"page": "-2147483649"}]}, "sources[0].page", "OUT_OF_RANGE"),
        ({"sources": [{"retrievalScore": "high"}]}, "sources[0].retrieval_score", "WRONG_TYPE"),
        ({"answerText": "x", "structuredJson": "{}"}, "structured_json", "DUPLICATE_FIELD"),
        ({"answerText": "x", "answer_text": "x"}, "answer_text", "DUPLICATE_FIELD"),
        ({"answerText": "ab\ud800"}, "answer_text", "INVALID_UTF8"),
        ({"sources": [{"sectionPath": ["a", "\udfff"]}]}, "sources[0].section_path[1]", "INVALID_UTF8"),
        ([], "", "WRONG_TYPE"),
        ("x", "", "WRONG_TYPE"),
        (None, "", "WRONG_TYPE"),
    ],
)
def test_what_is_wrong_is_named(document: Any, field: str, reason: str) -> None:
    error = refused(json.dumps(document))
    assert (error.field, error.reason) == (field, reason)
    assert error.fix


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "not json",
        '{"answerText": "x"} {"answerText": "y"}',
        '{"sources": [{"retrievalScore": NaN}]}',
        '{"sources": [{"retrievalScore": -Infinity}]}',
        '{"sources": [{"page": ' + "9" * 5_000 + "}]}",
        '{"config": ' + "[" * 200_000 + "]" * 200_000 + "}",
        '{"a": ' * 100_000 + "1" + "}" * 100_000,
    ],
)
def test_what_is_no_json_of_a_request(text: str) -> None:
    error = refused(text)
    assert error.reason == "MALFORMED_JSON"
    assert len(str(error)) < 200


def test_a_key_that_is_given_twice_is_refused() -> None:
    assert refused('{"config": {"view": 1, "view": 2}}').field == "view"


def test_bytes_that_are_not_utf8_are_named_where_they_are() -> None:
    good = b'{"answerText": "x", "sources": [{"sourceId": "1"}, {"title": "MARK"}]}'
    error = refused(good.replace(b"MARK", b"ab\xe4\xb8"))
    assert (error.field, error.reason) == ("sources[1].title", "INVALID_UTF8")


def test_errors_quote_no_text_and_clip_names() -> None:
    secret = "the secret answer"
    for document in ({"sources": [{"page": secret}]}, {"answerText": [secret]}, {"config": {"view": {secret: 1}}}):
        error = refused(json.dumps(document))
        assert secret not in f"{error} {error.field} {error.value} {error.limit} {error.fix}"
    error = refused(json.dumps({"x" * 10_000: 1}))
    assert len(str(error)) < 200
    assert "10000 characters" in error.field


def test_quoted_numbers_that_json_does_not_have_are_protobuf_json() -> None:
    request = request_from_json('{"sources": [{"retrievalScore": "-Infinity"}, {"retrievalScore": "1e3"}]}', LIMITS)
    assert [source.retrieval_score for source in request.sources] == [float("-inf"), 1000.0]
    (nan,) = request_from_json('{"sources": [{"retrievalScore": "NaN"}]}', LIMITS).sources
    assert nan.retrieval_score is not None
    assert nan.retrieval_score != nan.retrieval_score


def test_the_longest_text_is_read_and_one_byte_more_is_not() -> None:
    text = '{"answerText": "费"}'
    length = len(text.encode())
    for form in (text, text.encode()):
        assert request_from_json(form, Limits(max_message_bytes=length)).answer_text == "费"
        with pytest.raises(ResourceExhausted) as caught:
            request_from_json(form, Limits(max_message_bytes=length - 1))
        assert caught.value.reason == "MESSAGE_TOO_LONG"


def test_the_id_of_a_bad_request_is_found_where_it_can_be() -> None:
    assert request_id_from_json('{"requestId": "r1", "nonsense": 1}') == "r1"
    assert request_id_from_json(b'{"request_id": "r2", "answerText": "\xff"}') == "r2"
    for text in ("", "[]", "{", '{"requestId": 3}', "[" * 200_000):
        assert request_id_from_json(text) == ""
