"""PDF files: pages, broken words, ligatures, pages without text, files that cannot be opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sidecar.errors import UnreadableDocument
from sidecar.evidence.documents import read_document, read_documents
from sidecar.evidence.readers.piece import ReadLimits

Make = Callable[..., Path]


def test_each_page_is_a_source_with_its_number_and_the_title_of_the_file(pdf: Make, tmp_path: Path) -> None:
    path = pdf(tmp_path / "terms.pdf", [["Page one says 90 days."], ["Page two, § 4: “Company”."]], title="Terms")

    first, second = read_document(path)

    assert (first.source_id, first.page, first.title, first.doc_id) == ("terms.pdf#page=1", 1, "Terms", "terms.pdf")
    assert first.text == "Page one says 90 days."
    assert (second.source_id, second.page, second.text) == ("terms.pdf#page=2", 2, "Page two, § 4: “Company”.")


def test_lines_stay_lines_and_a_word_broken_at_a_line_end_keeps_its_hyphen(pdf: Make, tmp_path: Path) -> None:
    path = pdf(
        tmp_path / "terms.pdf", [["The Executive may give writ-", "ten notice of a well-", "known kind.", "End"]]
    )

    (page,) = read_document(path)

    assert page.text == "The Executive may give writ-\nten notice of a well-\nknown kind.\nEnd"


def test_a_file_without_title_is_titled_by_its_name(pdf: Make, tmp_path: Path) -> None:
    (page,) = read_document(pdf(tmp_path / "plain.pdf", [["Text"]], title=" "))

    assert page.title == "plain.pdf"


def test_a_ligature_comes_as_its_letters(pdf_with_ligature: Make, tmp_path: Path) -> None:
    (page,) = read_document(pdf_with_ligature(tmp_path / "set.pdf"))

    assert page.text == "final payment"


def test_pages_without_text_keep_their_number_and_are_reported(pdf: Make, tmp_path: Path) -> None:
    path = pdf(tmp_path / "mixed.pdf", [["Words"], None, [], ["More words"]])

    evidence = read_documents([path])

    assert [source.page for source in evidence.sources] == [1, 2, 3, 4]
    assert [source.text for source in evidence.sources] == ["Words", "", "", "More words"]
    assert [(row.source_id, row.page) for row in evidence.unreadable] == [
        ("mixed.pdf#page=2", 2),
        ("mixed.pdf#page=3", 3),
    ]
    assert "OCR" in evidence.unreadable[0].reason
    assert "blank" in evidence.unreadable[1].reason


def test_an_encrypted_file_is_named_with_the_way_out(pdf: Make, tmp_path: Path) -> None:
    path = pdf(tmp_path / "secret.pdf", [["Text"]], password="open")

    with pytest.raises(UnreadableDocument, match=r"secret\.pdf: encrypted; save it without a password"):
        read_document(path)


@pytest.mark.parametrize("keep", [0, 10, 200])
def test_a_damaged_file_is_named(pdf: Make, tmp_path: Path, keep: int) -> None:
    whole = pdf(tmp_path / "whole.pdf", [["Text"]])
    path = tmp_path / "half.pdf"
    path.write_bytes(whole.read_bytes()[:keep])

    with pytest.raises(UnreadableDocument, match=r"half\.pdf: damaged"):
        read_document(path)


def test_too_many_pages_and_too_much_text_state_the_limit(pdf: Make, tmp_path: Path) -> None:
    path = pdf(tmp_path / "long.pdf", [["0123456789"], ["0123456789"], ["0123456789"]])

    with pytest.raises(UnreadableDocument, match="3 pages, the limit is 2"):
        read_document(path, ReadLimits(max_pieces=2))
    with pytest.raises(UnreadableDocument, match="over 25 characters up to page 3"):
        read_document(path, ReadLimits(max_characters=25))
