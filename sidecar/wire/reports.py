"""VerifyResponse, written. This is the hot path of every reply: see benchmarks before changing its style.

Messages are built from nested dicts, which protobuf reads in C; what is mostly empty is left out of them. The words of
the answer, of which there are as many as everything else together, are written as bytes: twice as fast as any way that
protobuf offers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from google.protobuf.message import Message

from sidecar import model
from sidecar.pb.verify.v1 import report_pb2, text_pb2, verify_service_pb2
from sidecar.wire.configs import config_message
from sidecar.wire.texts import Fields, attributes_fields, ref_fields, refs_fields, span_fields

_LENGTH_DELIMITED = 2
# Below these, a number in base 128 has one byte, or two.
_ONE_BYTE = 0x80
_TWO_BYTES = 0x4000


def report_bytes(report: model.Report) -> bytes:
    """A serialized VerifyResponse; the same report gives the same bytes. `coverage` and `word_match` come last."""
    parts = [verify_service_pb2.VerifyResponse(**_report_fields(report)).SerializeToString()]
    parts += [_coverage(row.check_id, row.state, row.reason) for row in report.coverage]
    if report.word_match is not None:
        body = _word_match_bytes(report.word_match)
        parts += (_WORD_MATCH_TAG, _varint(len(body)), body)
    return b"".join(parts)


def report_message(report: model.Report) -> verify_service_pb2.VerifyResponse:
    """The message of a report."""
    return verify_service_pb2.VerifyResponse.FromString(report_bytes(report))


def _report_fields(report: model.Report) -> Fields:
    """Keyword arguments of a VerifyResponse, all but `coverage` and `word_match`."""
    return {
        "request_id": report.request_id,
        "engine_version": report.engine_version,
        "offset_unit": report.offset_unit,
        "policy_id": report.policy_id,
        "answer_text": report.answer_text,
        "effective_config": None if report.effective_config is None else config_message(report.effective_config),
        "outcome": report.outcome,
        "counts": _counts(report.counts),
        "classification": _classification(report.classification),
        "support_score": report.support_score,
        "claims": [_claim(claim) for claim in report.claims],
        "quantities": [_quantity(quantity) for quantity in report.quantities],
        "citations": [_citation(citation) for citation in report.citations],
        "quotes": [_quote(quote) for quote in report.quotes],
        "findings": [_finding(finding) for finding in report.findings],
        "sources": [_ranked_source(source) for source in report.sources],
        "repair": None if report.repair is None else _repair(report.repair),
        "rendered_answer": report.rendered_answer,
        "rendered_sources": [_ranked_source(source) for source in report.rendered_sources],
        "digest": report.digest,
    }


def _counts(counts: model.Counts) -> Fields:
    return {
        "claims": [{"verdict": verdict, "count": count} for verdict, count in counts.claims],
        "quantities": [{"status": status, "count": count} for status, count in counts.quantities],
        "citations": [{"status": status, "count": count} for status, count in counts.citations],
        "findings": [{"severity": severity, "count": count} for severity, count in counts.findings],
    }


def _classification(classification: model.Classification) -> Fields:
    return {
        "kind": classification.kind,
        "tests": [{"test_id": test.test_id, "vote": test.vote} for test in classification.tests],
        "false_abstention_refs": refs_fields(classification.false_abstention_refs),
    }


def _claim(claim: model.Claim) -> Fields:
    span = claim.answer_span
    fields: Fields = {
        "answer_span": {"start": span.start, "end": span.end},
        "text": claim.text,
        "kind": claim.kind,
        "verdict": claim.verdict,
        "match_ratio": claim.match_ratio,
        "support_score": claim.support_score,
    }
    if claim.reason_id:
        fields["reason_id"] = claim.reason_id
    if claim.citation_indexes:
        fields["citation_indexes"] = claim.citation_indexes
    if claim.refs:
        fields["refs"] = refs_fields(claim.refs)
    return fields


def _quantity(quantity: model.Quantity) -> Fields:
    span = quantity.answer_span
    fields: Fields = {
        "answer_span": {"start": span.start, "end": span.end},
        "text": quantity.text,
        "kind": quantity.kind,
        "value": quantity.value,
        "unit": quantity.unit,
        "status": quantity.status,
        "refs": refs_fields(quantity.refs),
        "claim_index": quantity.claim_index,
    }
    if quantity.derivation is not None:
        fields["derivation"] = {
            "formula": quantity.derivation.formula,
            "operands": refs_fields(quantity.derivation.operands),
        }
    if quantity.nearest is not None:
        nearest = quantity.nearest
        fields["nearest"] = {"value": nearest.value, "unit": nearest.unit, "ref": ref_fields(nearest.ref)}
    return fields


def _citation(citation: model.Citation) -> Fields:
    span = citation.answer_span
    fields: Fields = {
        "answer_span": {"start": span.start, "end": span.end},
        "text": citation.text,
        "status": citation.status,
        "source_ids": citation.source_ids,
        "claim_index": citation.claim_index,
    }
    if citation.unresolved_ids:
        fields["unresolved_ids"] = citation.unresolved_ids
    if citation.better_source_ids:
        fields["better_source_ids"] = citation.better_source_ids
    return fields


def _quote(quote: model.Quote) -> Fields:
    return {
        "answer_span": span_fields(quote.answer_span),
        "text": quote.text,
        "status": quote.status,
        "refs": refs_fields(quote.refs),
        "difference": quote.difference,
        "claim_index": quote.claim_index,
    }


def _finding(finding: model.Finding) -> Fields:
    return {
        "finding_id": finding.finding_id,
        "check_id": finding.check_id,
        "reason_id": finding.reason_id,
        "severity": finding.severity,
        "likely_cause": finding.likely_cause,
        "answer_span": None if finding.answer_span is None else span_fields(finding.answer_span),
        "claim_index": finding.claim_index,
        "refs": refs_fields(finding.refs),
        "message": finding.message,
        "waived": finding.waived,
    }


def _ranked_source(source: model.RankedSource) -> Fields:
    return {
        "source_id": source.source_id,
        "match_ratio": source.match_ratio,
        "match_count": source.match_count,
        "snippet": source.snippet,
        "snippet_span": span_fields(source.snippet_span),
        "conclusive": source.conclusive,
        "page": source.page,
        "page_label": source.page_label,
        "title": source.title,
        "uri": source.uri,
        "section_path": source.section_path,
        "doc_id": source.doc_id,
        "block_id": source.block_id,
        "rank": source.rank,
        "retrieval_score": source.retrieval_score,
        "origin_span": None if source.origin_span is None else span_fields(source.origin_span),
        "attributes": attributes_fields(source.attributes),
    }


def _repair(repair: model.Repair) -> Fields:
    return {
        "patches": [
            {
                "answer_span": span_fields(patch.answer_span),
                "replacement": patch.replacement,
                "reason_id": patch.reason_id,
            }
            for patch in repair.patches
        ],
        "feedback_text": repair.feedback_text,
    }


def _word_match_bytes(match: model.WordMatch) -> bytes:
    """A serialized WordMatch: ratio and key points by protobuf, then the words."""
    head = report_pb2.WordMatch(
        ratio=match.ratio,
        key_points=[_key_point(point) for point in match.key_points],
    ).SerializeToString()
    return b"".join((head, *_words(match.confirmed, _CONFIRMED_TAG), *_words(match.unconfirmed, _UNCONFIRMED_TAG)))


def _key_point(point: model.KeyPoint) -> Fields:
    return {
        "answer_span": span_fields(point.answer_span),
        "text": point.text,
        "ratio": point.ratio,
        "ref": None if point.ref is None else ref_fields(point.ref),
    }


def _words(words: Iterable[model.Word], tag: bytes) -> list[bytes]:
    """Each word as a field of WordMatch: tag, length, then span and text, each with tag and length."""
    rows = []
    for word in words:
        span = word.answer_span
        start, end = span.start, span.end
        if 0 <= start < _TWO_BYTES and 0 <= end < _TWO_BYTES:
            place = b"%b%b%b%b" % (_START_TAG, _VARINTS[start], _END_TAG, _VARINTS[end])
        else:
            place = b"".join((_START_TAG, _varint(start), _END_TAG, _varint(end)))
        text = word.text.encode()
        # 4: tag and length of the span and of the text, one byte each, as the test of the whole length makes sure.
        length = len(place) + len(text) + 4
        if length < _ONE_BYTE:
            rows.append(
                b"%b%c%b%c%b%b%c%b" % (tag, length, _WORD_SPAN_TAG, len(place), place, _WORD_TEXT_TAG, len(text), text)
            )
        else:
            body = b"".join((_WORD_SPAN_TAG, _varint(len(place)), place, _WORD_TEXT_TAG, _varint(len(text)), text))
            rows.append(b"".join((tag, _varint(len(body)), body)))
    return rows


@lru_cache(maxsize=1024)
def _coverage(check_id: str, state: model.CoverageState, reason: str) -> bytes:
    """A field `coverage` of VerifyResponse. The checks are few, and so are the reasons."""
    fields: Fields = {"check_id": check_id, "state": state, "reason": reason}
    return verify_service_pb2.VerifyResponse(coverage=[fields]).SerializeToString()


def _varint(number: int) -> bytes:
    """A number in base 128, least digit first. Raises ValueError below 0, where no span and no length is."""
    if 0 <= number < _TWO_BYTES:
        return _VARINTS[number]
    if number < 0:
        raise ValueError(f"{number} is no place in a text")
    return bytes((number % _ONE_BYTE + _ONE_BYTE,)) + _varint(number >> 7)


def _tag(message: type[Message], name: str) -> bytes:
    """What stands before a length-delimited field on the wire."""
    return _varint(message.DESCRIPTOR.fields_by_name[name].number << 3 | _LENGTH_DELIMITED)


_VARINTS = tuple(bytes((number,)) for number in range(_ONE_BYTE)) + tuple(
    bytes((number % _ONE_BYTE + _ONE_BYTE, number >> 7)) for number in range(_ONE_BYTE, _TWO_BYTES)
)
_WORD_MATCH_TAG = _tag(verify_service_pb2.VerifyResponse, "word_match")
_CONFIRMED_TAG = _tag(report_pb2.WordMatch, "confirmed")
_UNCONFIRMED_TAG = _tag(report_pb2.WordMatch, "unconfirmed")
_WORD_SPAN_TAG = _tag(report_pb2.Word, "answer_span")
_WORD_TEXT_TAG = _tag(report_pb2.Word, "text")
_START_TAG = _varint(text_pb2.Span.DESCRIPTOR.fields_by_name["start"].number << 3)
_END_TAG = _varint(text_pb2.Span.DESCRIPTOR.fields_by_name["end"].number << 3)
