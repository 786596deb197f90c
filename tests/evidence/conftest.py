"""Makes the files that the tests read, each with the library that people make such files with."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas


def _pdf(path: Path, pages: Sequence[Sequence[str] | None], *, title: str = "", password: str | None = None) -> Path:
    """A PDF of lines of text; a page that is None holds a drawing and no letter, an empty one nothing at all."""
    canvas = Canvas(str(path), pagesize=letter, invariant=1, encrypt=password)
    canvas.setTitle(title)
    for lines in pages:
        if lines is None:
            canvas.rect(100, 100, 200, 300, fill=1)
        else:
            text = canvas.beginText(72, 700)
            text.setFont("Times-Roman", 11)
            for line in lines:
                text.textLine(line)
            canvas.drawText(text)
        canvas.showPage()
    canvas.save()
    return path


def _pdf_with_ligature(path: Path) -> Path:
    """A PDF in a font whose table for extraction says that one glyph is U+FB01, as typesetting programs write it."""
    to_unicode = b"1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <78> <FB01> endbfchar"
    cmap = b"/CIDInit /ProcSet findresource begin begincmap " + to_unicode + b" endcmap end"
    content = b"BT /F1 12 Tf 72 700 Td (xnal payment) Tj ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        (
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
            b" /Resources << /Font << /F1 5 0 R >> >> >>"
        ),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(cmap), cmap),
    ]
    out = io.BytesIO(b"%PDF-1.4\n")
    out.seek(0, io.SEEK_END)
    places = []
    for number, body in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    for place in places:
        out.write(b"%010d 00000 n \n" % place)
    out.write(b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start))
    path.write_bytes(out.getvalue())
    return path


@pytest.fixture
def pdf() -> Callable[..., Path]:
    """Makes a PDF of lines of text; see `_pdf`."""
    return _pdf


@pytest.fixture
def pdf_with_ligature() -> Callable[[Path], Path]:
    """Makes a PDF whose only word begins with a ligature; see `_pdf_with_ligature`."""
    return _pdf_with_ligature
