"""What holds of every report: spans cover what they say, segments tile, nothing depends on chance or on company."""

from __future__ import annotations

import dataclasses
from concurrent.futures import ThreadPoolExecutor

import pytest
from whole_requests import ANSWERS, SOURCES, UNITS, random_requests, requests, slice_of, spans

import sidecar
from sidecar.model import Config, OffsetUnit, Report, Request, Source

# Sources that share no word and no number with any answer above.
STRANGERS = (
    Source("garden", "Hedgehogs hibernate beneath piles of leaves. Owls hunt voles at dusk: 7,777 feathers."),
    Source("星空", "猎户座悬挂夜幕，彗星拖曳尾巴。望远镜镜筒锃亮。"),
    Source("blank", " \n "),
)


def judged(report: Report) -> tuple[object, ...]:
    """Everything of a report that a stranger among the sources must not change."""
    return (
        report.outcome,
        report.classification.kind,
        report.counts,
        tuple((claim.answer_span, claim.verdict, claim.reason_id, claim.match_ratio) for claim in report.claims),
        tuple((row.answer_span, row.status, row.value, row.unit) for row in report.quantities),
        tuple((row.answer_span, row.status, row.source_ids, row.unresolved_ids) for row in report.citations),
        tuple((row.finding_id, row.severity, row.answer_span) for row in report.findings),
    )


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_every_span_covers_what_the_report_says(unit: OffsetUnit) -> None:
    seen = 0
    for request in requests(unit):
        report = sidecar.verify(request)
        assert report.offset_unit == unit
        for whole, span, written in spans(report, request):
            assert 0 <= span.start <= span.end
            assert slice_of(whole, span, unit) == written
            seen += 1
    assert seen > 500


def test_every_span_of_random_reports() -> None:
    seen = 0
    for request in random_requests(400, seed=31):
        report = sidecar.verify(request)
        for whole, span, written in spans(report, request):
            assert slice_of(whole, span, report.offset_unit) == written, request
            seen += 1
    assert seen > 2_000


def test_units_tell_of_the_same_characters() -> None:
    reports = [[sidecar.verify(request) for request in requests(unit)] for unit in UNITS]
    texts = [
        [
            [written for _, _, written in spans(report, request)]
            for report, request in zip(row, requests(unit), strict=True)
        ]
        for row, unit in zip(reports, UNITS, strict=True)
    ]
    assert texts[0] == texts[1] == texts[2]


def test_claims_tile_the_answer() -> None:
    config = Config(offset_unit=OffsetUnit.CODE_POINTS)
    answers = [*ANSWERS, *(str(request.answer_text) for request in random_requests(200, seed=32))]
    for answer in answers:
        report = sidecar.verify(Request(answer, SOURCES, config=config))
        places = [place for claim in report.claims for place in (claim.answer_span.start, claim.answer_span.end)]
        assert places[:1] == [0] * bool(answer) and places[-1:] == [len(answer)] * bool(answer)
        assert places[1:-1:2] == places[2::2]
        assert "".join(answer[claim.answer_span.start : claim.answer_span.end] for claim in report.claims) == answer


def test_strangers_among_the_sources_change_no_verdict() -> None:
    for request in requests(OffsetUnit.UTF8_BYTES):
        alone = judged(sidecar.verify(request))
        company = dataclasses.replace(request, sources=(*request.sources, *STRANGERS))
        assert judged(sidecar.verify(company)) == alone, request.answer_text


def test_the_same_request_twice_gives_the_same_report() -> None:
    for request in [*requests(OffsetUnit.UTF16_CODE_UNITS), *random_requests(60, seed=33)]:
        assert sidecar.verify(request) == sidecar.verify(dataclasses.replace(request))


def test_threads_get_what_one_alone_gets() -> None:
    work = [*requests(OffsetUnit.CODE_POINTS), *random_requests(100, seed=34)]
    alone = [sidecar.verify(request) for request in work]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(2):
            assert list(pool.map(sidecar.verify, work)) == alone
