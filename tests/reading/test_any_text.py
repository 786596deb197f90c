"""Any valid text is read: segments tile it, words and markers stay inside and in order, nothing is raised."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st
from whole_requests import ALPHABET

import sidecar
from sidecar import tables
from sidecar.model import Config, OffsetUnit, Request, Source

ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
SHAPED_TEXT = st.lists(st.sampled_from(ALPHABET), max_size=40).map("".join)
SETTINGS = settings(max_examples=250, deadline=None, derandomize=True, database=None)


@SETTINGS
@given(st.one_of(ANY_TEXT, SHAPED_TEXT))
@example("\r")
@example("```")
@example("《")
@example("[[" * 30)
@example("-\n" * 30)
@example("\n" * 5 + "a")
def test_rows_tile_and_stay_in_order(text: str) -> None:
    data = text.encode()
    for source in (False, True):
        rows = tables.segments(text, source=source)
        edges = [0, *(int(end) for end in rows["end_byte"])]
        assert edges[-1] == len(data) and [int(start) for start in rows["start_byte"]] == edges[:-1]
        for row in rows:
            assert row["start_byte"] < row["end_byte"]
            assert row["start_byte"] <= row["text_start"] <= row["text_end"] <= row["end_byte"]
            data[row["text_start"] : row["text_end"]].decode()
            data[row["start_byte"] : row["end_byte"]].decode()
    starts = [int(row["start_byte"]) for row in tables.tokenize(text) if not row["flags"] & tables.TOKEN_JOINED]
    assert starts == sorted(set(starts))
    for row in tables.tokenize(text):
        assert data[row["start_byte"] : row["end_byte"]].decode()
    place = 0
    for row in tables.markers(text, ["a", "s.1"])[0]:
        assert place <= row["start_byte"] < row["end_byte"] <= len(data)
        place = row["end_byte"]
    place = 0
    for quantity in tables.quantities(text):
        assert place <= quantity.start <= quantity.number_start < quantity.end <= len(data)
        data[quantity.start : quantity.end].decode()
        place = quantity.end


@SETTINGS
@given(st.one_of(ANY_TEXT, SHAPED_TEXT), st.one_of(ANY_TEXT, SHAPED_TEXT), ANY_TEXT, st.sampled_from(OffsetUnit))
def test_any_request_gets_a_report(answer: str, evidence: str, question: str, unit: OffsetUnit) -> None:
    unit = unit or OffsetUnit.CODE_POINTS
    sources = (Source("a", evidence), Source("b", answer))
    report = sidecar.verify(Request(answer, sources, question, config=Config(offset_unit=unit)))
    assert report.outcome and 0.0 <= report.support_score <= 1.0
    for claim in report.claims:
        assert claim.verdict and 0.0 <= claim.match_ratio <= 1.0 and 0.0 <= claim.support_score <= 1.0
