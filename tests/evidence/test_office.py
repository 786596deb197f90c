"""Word and Excel files, made by the libraries that read them, and some that were tampered with."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from pathlib import Path

import docx
import openpyxl
import pytest
from docx.oxml import parse_xml

from sidecar.errors import UnreadableDocument
from sidecar.evidence.documents import read_document, read_documents
from sidecar.evidence.readers.piece import ReadLimits

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def test_word_keeps_headings_paragraphs_and_tables_in_order(tmp_path: Path) -> None:
    document = docx.Document()
    document.core_properties.title = "Offer"
    document.add_heading("Pay", level=2)
    document.add_paragraph("Base salary is $240,000.00 a year.")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(table._cells, ("Year", "Bonus", "2024", "12.5%"), strict=True):
        cell.text = text
    document.add_paragraph("The end.")
    document.save(str(tmp_path / "offer.docx"))

    (source,) = read_document(tmp_path / "offer.docx")

    assert (source.source_id, source.title, source.page) == ("offer.docx", "Offer", None)
    assert source.text == (
        "## Pay\n\nBase salary is $240,000.00 a year.\n\n| Year | Bonus |\n| --- | --- |\n| 2024 | 12.5% |\n\nThe end."
    )


def test_word_reads_as_with_tracked_changes_accepted_and_content_controls_opened(tmp_path: Path) -> None:
    document = docx.Document()
    body = document.element.body
    changed = (
        f'<w:p {WORD}><w:r><w:t xml:space="preserve">Notice is </w:t></w:r>'
        "<w:del><w:r><w:delText>30</w:delText></w:r></w:del><w:ins><w:r><w:t>60</w:t></w:r></w:ins>"
        '<w:r><w:t xml:space="preserve"> days</w:t></w:r><w:r><w:tab/><w:t>net.</w:t></w:r></w:p>'
    )
    control = f"<w:sdt {WORD}><w:sdtContent><w:p><w:r><w:t>Filled in: 7 weeks.</w:t></w:r></w:p></w:sdtContent></w:sdt>"
    body.insert(0, parse_xml(changed))
    body.insert(1, parse_xml(control))
    document.save(str(tmp_path / "changed.docx"))

    (source,) = read_document(tmp_path / "changed.docx")

    assert source.text == "Notice is 60 days\tnet.\n\nFilled in: 7 weeks."


def test_a_word_file_without_text_is_reported(tmp_path: Path) -> None:
    docx.Document().save(str(tmp_path / "empty.docx"))

    evidence = read_documents([tmp_path / "empty.docx"])

    assert evidence.sources[0].text == ""
    assert [row.source_id for row in evidence.unreadable] == ["empty.docx"]


def test_each_sheet_is_a_source_and_cells_read_as_shown(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    pay = book.active
    pay.title = "Pay"
    pay.append(["Item", "Amount", "Share", "Due"])
    pay.append(["Base | fixed", 240000.5, 0.125, dt.date(2024, 3, 5)])
    pay.append([None, None, None, None])
    pay.append(["Loss", -1200, 0.1 + 0.2, dt.datetime(2024, 3, 5, 9, 30)])
    for row in (2, 4):
        pay.cell(row, 2).number_format = '"US"$#,##0'
        pay.cell(row, 3).number_format = "0%"
    other = book.create_sheet("二 月")
    other.append(["件数", 3])
    other.append(["完了", True])
    other["B1"].number_format = "[$EUR] #,##0"
    book.save(tmp_path / "pay.xlsx")

    first, second = read_document(tmp_path / "pay.xlsx")

    assert (first.source_id, first.page, first.doc_id) == ("pay.xlsx#Pay", None, "pay.xlsx")
    assert first.text.split("\n") == [
        "| Item | Amount | Share | Due |",
        "| --- | --- | --- | --- |",
        "| Base \\| fixed | $240000.5 | 12.5% | 2024-03-05 |",
        "| Loss | -$1200 | 30% | 2024-03-05 09:30:00 |",
    ]
    assert second.source_id == "pay.xlsx#二 月"
    assert second.text == "| 件数 | EUR 3 |\n| --- | --- |\n| 完了 | TRUE |"


def test_formulas_that_were_never_calculated_and_empty_sheets_are_reported(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append([1, 2, "=A1+B1"])
    book.create_sheet("Blank")
    book.save(tmp_path / "sums.xlsx")

    evidence = read_documents([tmp_path / "sums.xlsx"])

    assert [source.source_id for source in evidence.sources] == ["sums.xlsx#Sheet", "sums.xlsx#Blank"]
    assert evidence.sources[1].text == ""
    assert [row.source_id for row in evidence.unreadable] == ["sums.xlsx#Sheet", "sums.xlsx#Blank"]
    assert evidence.unreadable[0].reason.startswith("1 formulas without a stored value")


@pytest.mark.parametrize("name", ["bomb.docx", "bomb.xlsx"])
def test_an_archive_that_would_unpack_to_too_much_is_refused_before_it_is_opened(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(tmp_path / name, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"\0" * 3_000_000)
    assert (tmp_path / name).stat().st_size < 10_000

    with pytest.raises(UnreadableDocument, match="unpacks to 3000000 bytes, the limit is 2000000"):
        read_document(tmp_path / name, ReadLimits(max_expanded_bytes=2_000_000))


@pytest.mark.parametrize("name", ["broken.docx", "broken.xlsx"])
def test_what_is_no_office_file_is_named(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"not a zip archive")
    with pytest.raises(UnreadableDocument, match=f"{name}: damaged, not a zip archive"):
        read_document(path)

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types")
    path.write_bytes(buffer.getvalue())
    with pytest.raises(UnreadableDocument, match=f"{name}: damaged"):
        read_document(path)

    path.write_bytes(bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 504)
    with pytest.raises(UnreadableDocument, match=f"{name}: protected by a password"):
        read_document(path)


def test_too_many_cells_state_the_limit(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for _ in range(10):
        book.active.append([1, 2, 3])
    book.save(tmp_path / "wide.xlsx")

    with pytest.raises(UnreadableDocument, match="over 20 cells up to sheet Sheet"):
        read_document(tmp_path / "wide.xlsx", ReadLimits(max_cells=20))
