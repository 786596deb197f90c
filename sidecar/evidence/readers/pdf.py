"""PDF: one piece a page. PDFium must not be called from several threads at once."""

from __future__ import annotations

import re

import pypdfium2  # type: ignore[import-untyped]  # the library ships no types
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]  # likewise

from sidecar.errors import UnreadableDocument
from sidecar.evidence.readers.piece import Piece, ReadLimits

# PDFium joins the two lines of a word that was broken at a hyphen and leaves one of these in between
_BROKEN_WORD = re.compile("[\x02\ufffe]")


def read(data: bytes, name: str, limits: ReadLimits) -> tuple[Piece, ...]:
    """The pages in order, `page` counted from 1, a page without text kept with the reason.

    Raises UnreadableDocument for a file that is damaged, encrypted or over a limit.
    """
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            raise UnreadableDocument(f"{name}: encrypted; save it without a password") from None
        raise UnreadableDocument(f"{name}: damaged, no PDF reader can open it; export the document again") from None
    try:
        if len(document) > limits.max_pieces:
            raise UnreadableDocument(
                f"{name}: {len(document)} pages, the limit is {limits.max_pieces}; split the document"
            )
        title = document.get_metadata_value("Title").strip("\x00 ")
        pieces = []
        characters = 0
        for index in range(len(document)):
            piece = _page(document, index, name, title)
            characters += len(piece.text)
            if characters > limits.max_characters:
                raise UnreadableDocument(
                    f"{name}: over {limits.max_characters} characters up to page {index + 1}; split the document"
                )
            pieces.append(piece)
        return tuple(pieces)
    finally:
        document.close()


def _page(document: pypdfium2.PdfDocument, index: int, name: str, title: str) -> Piece:
    number = index + 1
    try:
        page = document[index]
        text = page.get_textpage().get_text_bounded()
        label = document.get_page_label(index)
    except pypdfium2.PdfiumError:
        raise UnreadableDocument(f"{name}: page {number} is damaged; export the document again") from None
    text = _BROKEN_WORD.sub("-\n", text.replace("\r\n", "\n")).replace("\x00", "")
    problem = ""
    if not text.strip():
        text = ""
        # a drawing without letters may be lettering all the same, so every mark on the page counts
        problem = "no text under its image, run OCR on the file" if _has_marks(page) else "the page is blank"
    return Piece(text, f"page={number}", page=number, page_label=label, title=title, problem=problem)


def _has_marks(page: pypdfium2.PdfPage) -> bool:
    return next(page.get_objects(), None) is not None
