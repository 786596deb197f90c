"""Dataclasses to protobuf bytes and JSON, and back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from google.protobuf import json_format, text_format
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from wire_support import CALM, INFO, small_report, values_of

from sidecar import model
from sidecar.errors import InvalidRequest, LimitExceeded, ResourceExhausted
from sidecar.pb.verify.v1 import report_pb2, text_pb2, verify_service_pb2
from sidecar.server import translate
from sidecar.wire.configs import DEFAULTS
from sidecar.wire.infos import info_from, info_message
from sidecar.wire.report_reader import report_from, report_from_bytes
from sidecar.wire.reports import report_bytes
from sidecar.wire.requests import request_bytes, request_from, request_from_plain, request_message

REQUESTS = values_of(model.Request).filter(
    lambda request: [request.answer_text, request.structured_answer, request.structured_json].count(None) >= 2
)


@CALM
@given(values_of(model.Report))
def test_a_report_is_the_same_after_the_wire(report: model.Report) -> None:
    assert report_from_bytes(report_bytes(report)) == report


@CALM
@given(REQUESTS)
def test_a_request_is_the_same_after_the_wire(request: model.Request) -> None:
    data = request_message(request).SerializeToString()
    assert request_from(verify_service_pb2.VerifyRequest.FromString(data), model.Config()) == request


def test_info_is_the_same_after_the_wire() -> None:
    assert info_from(info_message(INFO)) == INFO


@CALM
@given(
    st.lists(
        st.tuples(
            st.one_of(st.integers(0, 300), st.integers(16_000, 17_000), st.integers(2_000_000, 2**31 - 1)),
            st.integers(0, 2**31 - 1),
            st.text(st.characters(codec="utf-8"), max_size=200),
        )
    )
)
def test_words_are_written_as_protobuf_reads_them(rows: list[tuple[int, int, str]]) -> None:
    words = tuple(model.Word(model.Span(start, end), text) for start, end, text in rows)
    report = replace(small_report(model.Request()), word_match=model.WordMatch(0.5, words, words[::-1]))
    message = verify_service_pb2.VerifyResponse.FromString(report_bytes(report)).word_match
    expected = [report_pb2.Word(answer_span=text_pb2.Span(start=a, end=b), text=text) for a, b, text in rows]
    assert list(message.confirmed) == expected
    assert list(message.unconfirmed) == expected[::-1]
    assert message.ratio == 0.5


@CALM
@given(values_of(model.Report))
def test_a_report_is_written_as_protobuf_writes_it(report: model.Report) -> None:
    data = report_bytes(report)
    assert verify_service_pb2.VerifyResponse.FromString(data).SerializeToString(deterministic=True) == data


@CALM
@given(values_of(model.Report))
def test_the_json_of_a_report_is_protobuf_s(report: model.Report) -> None:
    expected = json_format.MessageToDict(verify_service_pb2.VerifyResponse.FromString(report_bytes(report)))
    assert translate.report_to_json(report) == json.dumps(expected, ensure_ascii=False)


def test_zeros_in_json_are_left_out_where_they_say_nothing() -> None:
    source = model.RankedSource("s", -0.0, 0, "", model.Span(0, 0), False, page=0, rank=None, retrieval_score=0.0)
    report = replace(small_report(model.Request()), sources=(source,), support_score=1)
    shown = json.loads(translate.report_to_json(report))
    assert shown["supportScore"] == 1.0
    assert shown["sources"] == [
        {"sourceId": "s", "matchRatio": -0.0, "snippetSpan": {}, "page": 0, "retrievalScore": 0.0}
    ]
    assert str(shown["sources"][0]["matchRatio"]) == "-0.0"


@CALM
@given(REQUESTS)
def test_a_request_is_written_as_protobuf_writes_it(request: model.Request) -> None:
    data = request_bytes(request)
    assert verify_service_pb2.VerifyRequest.FromString(data).SerializeToString(deterministic=True) == data


@pytest.mark.parametrize("number", [-(2**31), -1, 0, 1, 127, 128, 2**31 - 1])
def test_every_number_of_32_bits_is_written(number: int) -> None:
    words = (model.Word(model.Span(0, number), "x" * 200),)
    report = replace(small_report(model.Request()), word_match=model.WordMatch(-0.0, words))
    message = verify_service_pb2.VerifyResponse.FromString(report_bytes(report))
    assert message.word_match.confirmed[0].answer_span.end == number
    assert str(message.word_match.ratio) == "-0.0"


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1, 2**70])
def test_a_number_of_more_than_32_bits_is_never_cut(number: int) -> None:
    words = (model.Word(model.Span(0, number), "x"),)
    with pytest.raises(OverflowError):
        report_bytes(replace(small_report(model.Request()), word_match=model.WordMatch(0.5, words)))


def test_what_has_the_wrong_class_is_not_written() -> None:
    with pytest.raises(TypeError, match="a Span is wanted, not a Word"):
        report_bytes(
            replace(
                small_report(model.Request()),
                word_match=model.WordMatch(0.5, (model.Word(model.Word(model.Span(0, 1), "x"), "x"),)),  # type: ignore[arg-type]
            )
        )
    with pytest.raises(TypeError, match="is not set"):
        report_bytes(replace(small_report(model.Request()), policy_id=None))  # type: ignore[arg-type]


@CALM
@given(REQUESTS)
def test_a_plain_request_is_read_as_protobuf_reads_it(request: model.Request) -> None:
    data = request_bytes(request)
    assert request_from_plain(data, model.Config(), 10_000) == request


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(REQUESTS, st.data())
def test_bytes_read_as_plain_are_read_as_protobuf_reads_them(request: model.Request, data: st.DataObject) -> None:
    whole = request_bytes(request)
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 8)))
    put = data.draw(st.one_of(st.binary(max_size=12), st.sampled_from((whole, b"\x22\x01x", b"\x3a\x00", b"\x32\x00"))))
    changed = whole[:start] + put + whole[end:]
    try:
        plain = request_from_plain(changed, DEFAULTS, 10_000)
    except InvalidRequest as error:
        with pytest.raises(InvalidRequest) as refused:
            request_from(verify_service_pb2.VerifyRequest.FromString(changed), DEFAULTS)
        assert refused.value.field == error.field
        return
    if plain is not None:
        assert repr(plain) == repr(request_from(verify_service_pb2.VerifyRequest.FromString(changed), DEFAULTS))


def test_what_is_not_plain_is_left_to_protobuf() -> None:
    answer = b"\x22\x01x"
    source = b"\x3a\x03\x12\x01y"
    assert request_from_plain(answer + source, DEFAULTS, 1) == model.Request("x", (model.Source("", "y"),))
    for data in (
        answer + source + source,  # more sources than asked for
        answer + answer,  # a choice made twice
        answer + b"\x32\x02{}",  # two choices
        b"\x4a\x00\x4a\x00",  # a message to be merged
        b"\x9a\x06\x00",  # an unknown field
        b"\x20\x01",  # a text as a number
        b"\x22\x02x",  # cut off
        b"\x22\x01\xff",  # no UTF-8
        b"\xa2\x80\x80\x80\x80\x00\x01x",  # a tag of six bytes
        b"\x00",
    ):
        assert request_from_plain(data, DEFAULTS, 1) is None


def test_a_report_field_by_field() -> None:
    ref = model.Ref("lease.pdf#page=0", model.Span(3, 8), "12 km", page=0, section_path=("2", "2.1"))
    report = model.Report(
        outcome=model.Outcome.FAIL,
        classification=model.Classification(
            model.AnswerKind.PARTIAL, (model.NotFoundTest("phrase", model.Vote.NOT_FOUND),)
        ),
        counts=model.Counts(quantities=((model.QuantityStatus.WRONG_UNIT, 1),), findings=((model.Severity.ERROR, 1),)),
        coverage=(model.Coverage("roles", model.CoverageState.SKIPPED, "not-implemented"),),
        request_id="r-7",
        offset_unit=model.OffsetUnit.CODE_POINTS,
        quantities=(
            model.Quantity(
                model.Span(0, 4),
                "12 m",
                "measure",
                "12",
                "m",
                model.QuantityStatus.WRONG_UNIT,
                nearest=model.NearestQuantity("12000", "m", ref),
                claim_index=0,
            ),
        ),
        findings=(model.Finding("f1", "quantities", "quantity-wrong-unit", model.Severity.ERROR),),
    )
    expected = text_format.Parse(
        """
        request_id: "r-7" offset_unit: OFFSET_UNIT_CODE_POINTS outcome: OUTCOME_FAIL
        counts {
          quantities { status: QUANTITY_STATUS_WRONG_UNIT count: 1 } findings { severity: SEVERITY_ERROR count: 1 }
        }
        classification { kind: ANSWER_KIND_PARTIAL tests { test_id: "phrase" vote: VOTE_NOT_FOUND } }
        coverage { check_id: "roles" state: COVERAGE_STATE_SKIPPED reason: "not-implemented" }
        quantities {
          answer_span { start: 0 end: 4 } text: "12 m" kind: "measure" value: "12" unit: "m"
          status: QUANTITY_STATUS_WRONG_UNIT claim_index: 0
          nearest {
            value: "12000" unit: "m"
            ref {
              source_id: "lease.pdf#page=0" source_span { start: 3 end: 8 } text: "12 km" page: 0
              section_path: "2" section_path: "2.1"
            }
          }
        }
        findings { finding_id: "f1" check_id: "quantities" reason_id: "quantity-wrong-unit" severity: SEVERITY_ERROR }
        """,
        verify_service_pb2.VerifyResponse(),
    )
    assert verify_service_pb2.VerifyResponse.FromString(report_bytes(report)) == expected


def test_report_json_is_one_line_in_lower_camel_case_with_text_as_it_is() -> None:
    report = replace(
        small_report(model.Request(request_id="r1")),
        claims=(model.Claim(model.Span(0, 4), "退货\n费", "claim", model.Verdict.CONTRADICTED),),
    )
    text = translate.report_to_json(report)
    assert "\n" not in text
    assert "退货\\n费" in text
    assert json.loads(text) == {
        "requestId": "r1",
        "engineVersion": "1.2.3",
        "offsetUnit": "OFFSET_UNIT_UTF8_BYTES",
        "policyId": "sources-0",
        "outcome": "OUTCOME_PASS",
        "counts": {"claims": [{"verdict": "VERDICT_SUPPORTED", "count": 1}]},
        "classification": {"kind": "ANSWER_KIND_ANSWERED"},
        "coverage": [{"checkId": "quantities", "state": "COVERAGE_STATE_RAN"}],
        "claims": [{"answerSpan": {"end": 4}, "text": "退货\n费", "kind": "claim", "verdict": "VERDICT_CONTRADICTED"}],
    }
    assert json.loads(translate.report_to_json(report, indent=2)) == json.loads(text)
    assert translate.report_to_json(report, indent=2).count("\n") > 10


def test_error_json() -> None:
    error = LimitExceeded(
        "too many sources", field="sources", reason="TOO_MANY_SOURCES", limit="2", value="3", fix="send fewer"
    )
    assert json.loads(translate.error_to_json("r1", error)) == {
        "requestId": "r1",
        "error": {
            "code": "INVALID_ARGUMENT",
            "message": "too many sources",
            "details": [{"field": "sources", "limit": "2", "value": "3", "fix": "send fewer"}],
        },
    }
    exhausted = ResourceExhausted("too long", field="", reason="MESSAGE_TOO_LONG")
    assert json.loads(translate.error_to_json("", exhausted))["error"]["code"] == "RESOURCE_EXHAUSTED"


def test_what_a_newer_server_says_is_read_to_the_careful_side() -> None:
    message = verify_service_pb2.VerifyResponse(
        outcome=77,  # type: ignore[arg-type]
        offset_unit=text_pb2.OFFSET_UNIT_CODE_POINTS,
        classification=report_pb2.Classification(kind=78),  # type: ignore[arg-type]
        claims=[report_pb2.Claim(verdict=79)],  # type: ignore[arg-type]
        quantities=[report_pb2.Quantity(status=80)],  # type: ignore[arg-type]
        citations=[report_pb2.Citation(status=81)],  # type: ignore[arg-type]
        quotes=[report_pb2.Quote(status=82)],  # type: ignore[arg-type]
        findings=[report_pb2.Finding(severity=83)],  # type: ignore[arg-type]
        counts=report_pb2.Counts(
            claims=[
                report_pb2.VerdictCount(verdict=report_pb2.VERDICT_UNVERIFIABLE, count=1),
                report_pb2.VerdictCount(verdict=79, count=2),  # type: ignore[arg-type]
            ]
        ),
    )
    report = report_from(message)
    assert report.outcome is model.Outcome.REVIEW
    assert report.classification.kind is model.AnswerKind.UNDETERMINED
    assert report.claims[0].verdict is model.Verdict.UNVERIFIABLE
    assert report.quantities[0].status is model.QuantityStatus.UNVERIFIABLE
    assert report.citations[0].status is model.CitationStatus.UNVERIFIABLE
    assert report.quotes[0].status is model.QuoteStatus.UNVERIFIABLE
    assert report.findings[0].severity is model.Severity.WARNING
    assert report.counts.claims == ((model.Verdict.UNVERIFIABLE, 3),)


def test_two_answers_cannot_be_sent() -> None:
    with pytest.raises(InvalidRequest) as caught:
        request_message(model.Request(answer_text="a", structured_json="{}"))
    assert caught.value.field == "structured_json"


def test_absent_config_takes_the_defaults_and_present_fields_keep_theirs() -> None:
    defaults = model.Config(view=model.View.VERDICT, source_policy=model.SourcePolicy(max_sources=9))
    message = text_format.Parse(
        'answer_text: "x" config { want_digest: true source_policy { min_match_ratio: 0 } view: VIEW_UNSPECIFIED }',
        verify_service_pb2.VerifyRequest(),
    )
    config = request_from(message, defaults).config
    assert config == replace(
        defaults, want_digest=True, source_policy=model.SourcePolicy(max_sources=9, min_match_ratio=0.0)
    )
    bare = text_format.Parse('answer_text: ""', verify_service_pb2.VerifyRequest())
    assert request_from(bare, defaults) == model.Request(answer_text="", config=defaults)
