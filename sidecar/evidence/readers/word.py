"""Word (.docx): one piece, headings marked, tables as tables, footnotes at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

import docx
from docx.oxml import parse_xml
from docx.oxml.ns import qn
from docx.oxml.xmlchemy import BaseOxmlElement

from sidecar.errors import UnreadableDocument
from sidecar.evidence.readers.piece import Piece, ReadLimits, check_archive, pipe_table

if TYPE_CHECKING:
    from docx.document import Document

_LETTERS = {qn("w:tab"): "\t", qn("w:br"): "\n", qn("w:cr"): "\n", qn("w:noBreakHyphen"): "-"}
# Fallback repeats a text box for old readers; deleted text has a tag of its own, but moved text has not
_TWICE = frozenset({"{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback", qn("w:moveFrom")})


def read(data: bytes, name: str, limits: ReadLimits) -> tuple[Piece, ...]:
    """The body in order, as it reads with all tracked changes accepted.

    Raises UnreadableDocument for a file that is damaged, encrypted or over a limit.
    """
    check_archive(data, name, limits)
    try:
        document = docx.Document(BytesIO(data))
        blocks = [*_blocks(document.element.body, _headings(document)), *_notes(document)]
        title = document.core_properties.title
    except Exception as error:  # noqa: BLE001 -- on a damaged package the library raises whatever the zip or XML did
        raise UnreadableDocument(f"{name}: damaged ({type(error).__name__}); save the document again") from None
    text = "\n\n".join(block for block in blocks if block.strip())
    if len(text) > limits.max_characters:
        raise UnreadableDocument(f"{name}: {len(text)} characters, the limit is {limits.max_characters}; split it")
    return (Piece(text, title=title, problem="" if text else "no text in the document; run OCR on its images"),)


def _headings(document: Document) -> dict[str, int]:
    """Level of each paragraph style that is a heading, by style id."""
    levels = {}
    for style in document.styles:
        match = re.fullmatch(r"Heading ([1-6])", style.name or "")
        if match:
            levels[style.style_id] = int(match[1])
        elif style.name == "Title":
            levels[style.style_id] = 1
    return levels


def _blocks(container: BaseOxmlElement, headings: dict[str, int]) -> Iterator[str]:
    for child in container.iterchildren():
        if child.tag == qn("w:p"):
            text = "".join(_letters(child)).strip("\n")
            level = headings.get(child.style or "", 0)
            yield "#" * level + " " + text if level and text.strip() else text
        elif child.tag == qn("w:tbl"):
            yield pipe_table([[_cell(cell) for cell in _inner(row, "w:tc")] for row in _inner(child, "w:tr")])
        elif child.tag == qn("w:sdt"):
            content = child.find(qn("w:sdtContent"))
            if content is not None:
                yield from _blocks(content, headings)


def _cell(cell: BaseOxmlElement) -> str:
    return " ".join(_blocks(cell, {}))


def _inner(element: BaseOxmlElement, tag: str) -> Iterator[BaseOxmlElement]:
    """Rows of a table or cells of a row, also those inside content controls, not those of a table inside a cell."""
    for child in element.iterchildren():
        if child.tag == qn(tag):
            yield child
        elif child.tag in (qn("w:sdt"), qn("w:sdtContent")):
            yield from _inner(child, tag)


def _letters(element: BaseOxmlElement) -> Iterator[str]:
    for child in element.iterchildren():
        if child.tag == qn("w:t"):
            yield child.text or ""
        elif child.tag in _LETTERS:
            yield _LETTERS[child.tag]
        elif child.tag not in _TWICE:
            yield from _letters(child)
            if child.tag == qn("w:p"):  # a paragraph inside a paragraph: a text box
                yield "\n"


def _notes(document: Document) -> Iterator[str]:
    for relation in document.part.rels.values():
        if relation.reltype.endswith(("/footnotes", "/endnotes")):
            for note in parse_xml(relation.target_part.blob).iterchildren():
                if note.get(qn("w:type")) is None:  # the typed ones are the lines drawn above the notes
                    yield "".join(_letters(note)).strip()
