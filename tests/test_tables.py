"""The Python face of the core: shapes, dtypes, who owns the memory, and what an index says of its sources."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sidecar import tables
from sidecar.model import Attribute, OffsetUnit, Source, Span
from sidecar.reading_order import document_order

ROOT = Path(__file__).parents[1]
LEASE = Source(
    "lease", "押金 👍 is $900. The rent is due.", page=0, page_label="iv", title="T", uri="u:1", section_path=("a", "b")
)


def compare(index: tables.SourceIndex, answer: str, question: str = "") -> tables.Comparison:
    """The answer read with numbered markers from 1."""
    return index.compare(answer, question, offset_unit=OffsetUnit.UTF8_BYTES, marker_base=1, marker_kind=1)


def test_stages_give_read_only_rows_of_the_documented_types() -> None:
    text = "Rent is $5 [1]. 退货。"
    rows, ids = tables.markers(text, ["a"])
    stages = [
        (tables.tokenize(text), tables.row_dtype("token")),
        (tables.segments(text), tables.row_dtype("segment")),
        (rows, tables.row_dtype("marker")),
        (ids, tables.row_dtype("marker_id")),
        (tables.quantity_rows(text), tables.row_dtype("quantity")),
    ]
    for array, dtype in stages:
        assert array.ndim == 1 and len(array) > 0 and array.dtype == dtype
        assert not array.flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[0]


def test_rows_outlive_what_they_were_read_from() -> None:
    def read() -> np.ndarray[tuple[int], np.dtype[np.void]]:
        return compare(tables.SourceIndex([LEASE], OffsetUnit.UTF8_BYTES), "The rent is due. " * 50).token_rows()

    rows = read()
    gc.collect()
    assert len(rows) == 200 and [int(rows[place]["start_byte"]) for place in (0, 4, 8)] == [0, 17, 34]


def test_no_text_gives_no_rows() -> None:
    assert len(tables.tokenize("")) == len(tables.segments("")) == len(tables.quantity_rows("")) == 0
    assert tables.quantities("") == []
    read = compare(tables.SourceIndex([], OffsetUnit.UTF8_BYTES), "")
    assert (read.segments, read.claims, read.passages, read.word_count) == ([], [], [], 0)


def test_a_quantity_has_value_and_unit_written_out() -> None:
    (quantity,) = tables.quantities("It costs $1,250.50 now.")
    assert (quantity.start, quantity.end, quantity.value, quantity.unit) == (9, 18, "1250.5", "USD")
    assert tables.QUANTITY_KINDS[quantity.kind] == "money"


def test_a_reference_carries_everything_the_caller_gave() -> None:
    index = tables.SourceIndex([Source("x", "y"), LEASE], OffsetUnit.UTF16_CODE_UNITS)
    ref = index.ref(1, 15, 19)  # $900: two Han of 3 bytes, a blank, a sign of 4, " is "
    assert ref.text == "$900"
    assert ref.source_span == Span(9, 13)
    assert (ref.source_id, ref.page, ref.page_label, ref.title, ref.uri) == ("lease", 0, "iv", "T", "u:1")
    assert ref.section_path == ("a", "b")
    assert index.ref(0, 0, 1).page is None


def test_sources_without_an_id_go_by_their_number() -> None:
    index = tables.SourceIndex([Source("", "One."), Source("b", "Two."), Source("", "Three.")], OffsetUnit.UTF8_BYTES)
    assert index.ids == ["1", "b", "3"]
    read = compare(index, "It is one [b] or [3].")
    assert [[one.source for one in marker.ids] for marker in read.markers] == [[1], [2]]


def test_empty_and_unreadable_sources_are_told_apart() -> None:
    index = tables.SourceIndex(
        [Source("a", "words"), Source("b", " \n"), Source("c", "\ufffd\ufffd\ue000 x")], OffsetUnit.UTF8_BYTES
    )
    assert [bool(flags & tables.SOURCE_EMPTY) for flags in index.flags] == [False, True, False]
    assert [bool(flags & tables.SOURCE_UNREADABLE) for flags in index.flags] == [False, False, True]
    assert index.readable
    assert not tables.SourceIndex([Source("b", " ")], OffsetUnit.UTF8_BYTES).readable


def test_the_question_is_one_more_claim_and_no_evidence() -> None:
    index = tables.SourceIndex([LEASE], OffsetUnit.UTF8_BYTES)
    read = compare(index, "It is $777.", "Is the rent $777?")
    assert read.question is not None and read.question.word_count > 0 and len(read.claims) == len(read.segments) == 1
    (match,) = [row for row in read.matches_of[0] if row.relation == tables.EQUAL]
    assert match.source == -1
    assert compare(index, "It is $777.").question is None


def test_words_are_parted_by_whether_they_stand_in_the_evidence() -> None:
    index = tables.SourceIndex([Source("a", "退货运费由买家承担。The tenant pays.")], OffsetUnit.UTF8_BYTES)
    confirmed, unconfirmed = compare(index, "The tenant smiles. 退货运费").words()
    assert [word.text for word in confirmed] == ["tenant", "退货运费"]
    assert [word.text for word in unconfirmed] == ["smiles"]


def test_a_lone_surrogate_is_no_text() -> None:
    for call in (tables.tokenize, tables.segments, tables.quantities, tables.fold):
        with pytest.raises(UnicodeEncodeError):
            call("rent \ud800")


def test_a_text_in_ascii_is_folded_as_in_a_longer_one_that_is_not() -> None:
    text = "".join(map(chr, range(128))) * 2
    assert tables.fold(text) + "押" == tables.fold(text + "押")
    assert tables.fold("It’s ＡＢ ﬁt") == "it's ab fit"


def test_pieces_of_one_document_follow_one_another_by_page() -> None:
    def piece(title: str, page: int | None) -> Source:
        return Source("", "text", title=title, page=page)

    lease = [piece("lease", 4), piece("rules", None), piece("lease", 2), piece("", 1), piece("lease", 2)]
    assert document_order(lease) == ([2, 4, 0, 1, 3], [True, False, False, False, False])
    assert document_order([piece("a", 1), piece("b", 9), piece("a", None)]) == ([0, 2, 1], [True, False, False])
    assert document_order([Source("a.pdf#2", "x"), Source("b#1", "y"), Source("a.pdf#1", "z")]) == (
        [0, 2, 1],
        [True, False, False],
    )
    assert document_order(()) == ([], [])


def test_one_pass_over_sources_counts_characters_and_finds_the_first_faults() -> None:
    sources = (
        Source("a", "押金"),
        Source("b", "five!", section_path=("1",), attributes=(Attribute("key", "值"),)),
        Source("", "", title="退货"),
        Source("d", "x\ud800", uri="u"),  # the text itself is looked at when it is read
        Source("3", "named as the third one is"),
    )
    assert tables.scan_sources(sources) == (2 + 5 + 0 + 2 + 25, 4, -1)
    assert tables.scan_sources(sources[:3]) == (7, -1, -1)
    assert tables.scan_sources(()) == (0, -1, -1)
    unsound = (
        Source("d", "", uri="\ud800"),
        Source("\ud800", ""),
        Source("d", "", section_path=("a", "\ud800")),
        Source("d", "", attributes=(Attribute("key", "\ud800"),)),
    )
    for source in unsound:
        assert tables.scan_sources((sources[0], source, source)) == (2, 2, 1)
    with pytest.raises(TypeError, match="a source is a Source, not a str"):
        tables.scan_sources(("text",))  # type: ignore[arg-type]  # the wrong type is the case
    with pytest.raises(TypeError, match="a source is a Source"):
        tables.SourceIndex([None], OffsetUnit.UTF8_BYTES)  # type: ignore[list-item]  # likewise


def test_the_sources_that_hold_enough_come_best_first() -> None:
    texts = ("rent deposit garden", "rent 900 dollars", "rent", "nothing of it")
    index = tables.SourceIndex([Source(str(place), text) for place, text in enumerate(texts)], OffsetUnit.UTF8_BYTES)
    read = compare(index, "Rent deposit garden 900 dollars.")  # three words and one quantity
    everything = [(row.source, row.count, row.ratio) for row in read.best_sources(0.0, 1, 0.0, 9)]
    assert everything == [(1, 2, 0.5), (0, 3, 0.75), (2, 1, 0.25)]  # what holds the quantity is first
    assert [row.source for row in read.best_sources(0.25, 9, 0.0, 9)] == [1, 0]  # more than a quarter
    assert [row.source for row in read.best_sources(1.0, 3, 0.5, 9)] == [0]  # by count alone
    assert [row.source for row in read.best_sources(0.0, 1, 0.0, 1)] == [1]
    (row,) = read.best_sources(0.6, 9, 0.0, 9)
    assert index.text(row.source, row.start, row.end) == "rent deposit garden"


def test_a_verification_loads_no_numpy() -> None:
    program = (
        "import sys, sidecar;"
        "sidecar.verify(sidecar.Request('The fee is 12 euros.', (sidecar.Source('a', 'Fee: 12 euros.'),)));"
        "print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == b"False"
