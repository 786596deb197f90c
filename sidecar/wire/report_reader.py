"""VerifyResponse, read: what a client makes of it.

A newer server may send values of enums that this version does not know. Its outcome then is REVIEW, a verdict or status
UNVERIFIABLE, and so on to the careful side; nothing unknown ever looks like a pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sidecar import model
from sidecar.pb.verify.v1 import report_pb2, verify_service_pb2
from sidecar.wire.configs import config_from_reply
from sidecar.wire.enums import E, member_or
from sidecar.wire.texts import attributes_from, ref_from, refs_from, span_from


def report_from_bytes(data: bytes) -> model.Report:
    """The model's Report. Raises google.protobuf.message.DecodeError when `data` is no VerifyResponse."""
    return report_from(verify_service_pb2.VerifyResponse.FromString(data))


def report_from(message: verify_service_pb2.VerifyResponse) -> model.Report:
    """The model's Report. Raises ValueError for a unit of spans that this version does not know."""
    return model.Report(
        outcome=member_or(model.Outcome, message.outcome, model.Outcome.REVIEW),
        classification=_classification(message.classification),
        counts=_counts(message.counts),
        coverage=tuple(
            model.Coverage(
                row.check_id, member_or(model.CoverageState, row.state, model.CoverageState.UNAVAILABLE), row.reason
            )
            for row in message.coverage
        ),
        request_id=message.request_id,
        engine_version=message.engine_version,
        offset_unit=model.OffsetUnit(message.offset_unit),
        policy_id=message.policy_id,
        answer_text=message.answer_text,
        effective_config=config_from_reply(message.effective_config) if message.HasField("effective_config") else None,
        claims=tuple(_claim(claim) for claim in message.claims),
        quantities=tuple(_quantity(quantity) for quantity in message.quantities),
        citations=tuple(_citation(citation) for citation in message.citations),
        quotes=tuple(_quote(quote) for quote in message.quotes),
        sources=tuple(_ranked_source(source) for source in message.sources),
        word_match=_word_match(message.word_match) if message.HasField("word_match") else None,
        findings=tuple(_finding(finding) for finding in message.findings),
        support_score=message.support_score,
        repair=_repair(message.repair) if message.HasField("repair") else None,
        rendered_answer=message.rendered_answer,
        rendered_sources=tuple(_ranked_source(source) for source in message.rendered_sources),
        digest=message.digest,
    )


def _claim_index(
    message: report_pb2.Quantity | report_pb2.Citation | report_pb2.Quote | report_pb2.Finding,
) -> int | None:
    return message.claim_index if message.HasField("claim_index") else None


def _merged(rows: Iterator[tuple[E, int]]) -> tuple[tuple[E, int], ...]:
    """One row for each member, as several unknown values may have become the same one."""
    merged: dict[E, int] = {}
    for member, count in rows:
        merged[member] = merged.get(member, 0) + count
    return tuple(merged.items())


def _counts(message: report_pb2.Counts) -> model.Counts:
    return model.Counts(
        claims=_merged((_verdict(row.verdict), row.count) for row in message.claims),
        quantities=_merged((_quantity_status(row.status), row.count) for row in message.quantities),
        citations=_merged((_citation_status(row.status), row.count) for row in message.citations),
        findings=_merged((_severity(row.severity), row.count) for row in message.findings),
    )


def _classification(message: report_pb2.Classification) -> model.Classification:
    return model.Classification(
        kind=member_or(model.AnswerKind, message.kind, model.AnswerKind.UNDETERMINED),
        tests=tuple(
            model.NotFoundTest(test.test_id, member_or(model.Vote, test.vote, model.Vote.NO_OPINION))
            for test in message.tests
        ),
        false_abstention_refs=refs_from(message.false_abstention_refs),
    )


def _claim(message: report_pb2.Claim) -> model.Claim:
    return model.Claim(
        answer_span=span_from(message.answer_span),
        text=message.text,
        kind=message.kind,
        verdict=_verdict(message.verdict),
        reason_id=message.reason_id,
        citation_indexes=tuple(message.citation_indexes),
        refs=refs_from(message.refs),
        match_ratio=message.match_ratio,
        support_score=message.support_score,
    )


def _quantity(message: report_pb2.Quantity) -> model.Quantity:
    derivation, nearest = message.derivation, message.nearest
    return model.Quantity(
        answer_span=span_from(message.answer_span),
        text=message.text,
        kind=message.kind,
        value=message.value,
        unit=message.unit,
        status=_quantity_status(message.status),
        refs=refs_from(message.refs),
        derivation=model.Derivation(derivation.formula, refs_from(derivation.operands))
        if message.HasField("derivation")
        else None,
        nearest=model.NearestQuantity(nearest.value, nearest.unit, ref_from(nearest.ref))
        if message.HasField("nearest")
        else None,
        claim_index=_claim_index(message),
    )


def _citation(message: report_pb2.Citation) -> model.Citation:
    return model.Citation(
        answer_span=span_from(message.answer_span),
        text=message.text,
        status=_citation_status(message.status),
        source_ids=tuple(message.source_ids),
        unresolved_ids=tuple(message.unresolved_ids),
        better_source_ids=tuple(message.better_source_ids),
        claim_index=_claim_index(message),
    )


def _quote(message: report_pb2.Quote) -> model.Quote:
    return model.Quote(
        answer_span=span_from(message.answer_span),
        text=message.text,
        status=member_or(model.QuoteStatus, message.status, model.QuoteStatus.UNVERIFIABLE),
        refs=refs_from(message.refs),
        difference=tuple(message.difference),
        claim_index=_claim_index(message),
    )


def progress_from(message: verify_service_pb2.VerifyStreamProgress) -> model.Progress:
    """What has become sure of a growing answer."""
    return model.Progress(tuple([_finding(row) for row in message.findings]), message.verified_through)


def _finding(message: report_pb2.Finding) -> model.Finding:
    return model.Finding(
        finding_id=message.finding_id,
        check_id=message.check_id,
        reason_id=message.reason_id,
        severity=_severity(message.severity),
        likely_cause=member_or(model.LikelyCause, message.likely_cause, model.LikelyCause.NONE),
        answer_span=span_from(message.answer_span) if message.HasField("answer_span") else None,
        claim_index=_claim_index(message),
        refs=refs_from(message.refs),
        message=message.message,
        waived=message.waived,
    )


def _ranked_source(message: report_pb2.RankedSource) -> model.RankedSource:
    return model.RankedSource(
        source_id=message.source_id,
        match_ratio=message.match_ratio,
        match_count=message.match_count,
        snippet=message.snippet,
        snippet_span=span_from(message.snippet_span),
        conclusive=message.conclusive,
        page=message.page if message.HasField("page") else None,
        page_label=message.page_label,
        title=message.title,
        uri=message.uri,
        section_path=tuple(message.section_path),
        doc_id=message.doc_id,
        block_id=message.block_id,
        rank=message.rank if message.HasField("rank") else None,
        retrieval_score=message.retrieval_score if message.HasField("retrieval_score") else None,
        origin_span=span_from(message.origin_span) if message.HasField("origin_span") else None,
        attributes=attributes_from(message.attributes),
    )


def _word_match(message: report_pb2.WordMatch) -> model.WordMatch:
    return model.WordMatch(
        ratio=message.ratio,
        confirmed=_words(message.confirmed),
        unconfirmed=_words(message.unconfirmed),
        key_points=tuple(
            model.KeyPoint(
                span_from(point.answer_span),
                point.text,
                point.ratio,
                ref_from(point.ref) if point.HasField("ref") else None,
            )
            for point in message.key_points
        ),
    )


def _words(messages: Iterable[report_pb2.Word]) -> tuple[model.Word, ...]:
    return tuple(model.Word(span_from(word.answer_span), word.text) for word in messages)


def _repair(message: report_pb2.Repair) -> model.Repair:
    return model.Repair(
        patches=tuple(
            model.Patch(span_from(patch.answer_span), patch.replacement, patch.reason_id) for patch in message.patches
        ),
        feedback_text=message.feedback_text,
    )


def _verdict(number: int) -> model.Verdict:
    return member_or(model.Verdict, number, model.Verdict.UNVERIFIABLE)


def _quantity_status(number: int) -> model.QuantityStatus:
    return member_or(model.QuantityStatus, number, model.QuantityStatus.UNVERIFIABLE)


def _citation_status(number: int) -> model.CitationStatus:
    return member_or(model.CitationStatus, number, model.CitationStatus.UNVERIFIABLE)


def _severity(number: int) -> model.Severity:
    return member_or(model.Severity, number, model.Severity.WARNING)
