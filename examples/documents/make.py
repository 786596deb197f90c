"""Makes the demo's employment agreement: `python examples/documents/make.py [FOLDER]`.

Needs reportlab (dependency group `documents`). Reads `agreement.txt` (blocks between blank lines: `#` title, `##`
heading, `|` table, `---` new page) and writes `employment-agreement.pdf` into the demo's data, or into FOLDER. The same
reportlab gives the same bytes on every run. Words are broken at line ends, as in print, and the pages have a running
header and a footer; the library that reads the file in the demo is another one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

HERE = Path(__file__).resolve().parent
DEMO_DATA = HERE.parents[1] / "sidecar" / "cli" / "demo_data"
NAME = "employment-agreement.pdf"
TITLE = "Executive Employment Agreement"
HEADER = f"Harrowgate Instruments, Inc.  |  {TITLE}"

BODY, BOLD, SIZE, LEADING = "Times-Roman", "Times-Bold", 12.0, 17.0
LEFT, WIDTH = 96.0, 420.0
TOP = letter[1] - 110.0
COLUMN = 150.0

# where a long word may be broken at the end of a line
BREAKS = """
agree-ment an-ni-ver-sa-ries ar-bi-tra-tion ben-e-fi-ci-ary Bur-ling-ton char-i-ta-ble com-pen-sa-tion com-po-nents
con-fi-den-tial con-tin-ues con-tri-bu-tions cor-po-ra-tion cus-tom-ary cus-tom-er de-duc-ti-ble di-rec-tors
doc-u-ments Ef-fec-tive em-ploy-ment em-ployed em-ploy-ee en-gage-ment ex-am-i-na-tion ex-er-cise Ex-ec-u-tive
ex-penses head-quar-ters im-me-di-ate in-for-ma-tion in-stall-ments in-stru-ments in-sur-ance in-ven-tions
li-a-bil-i-ty main-tains man-u-fac-tur-ing ma-te-ri-al mea-sur-ing mis-con-duct Of-fi-cer op-er-at-ing
or-ga-ni-za-tion pay-ment pe-ri-od po-si-tion pre-mi-um pre-mi-ums pro-cure-ment pur-chase rea-son-able re-duc-tion
re-im-burses re-lo-ca-tion re-tire-ment sev-er-ance sig-na-ture so-lic-it so-lic-i-ta-tion sub-mit-ted suc-ces-sive
ter-mi-nate Ter-mi-na-tion va-ca-tion writ-ten
"""
_POINTS = {word.replace("-", "").lower(): word for word in BREAKS.split()}


def make(folder: Path) -> Path:
    """Writes the agreement into `folder` and returns its path."""
    path = folder / NAME
    canvas = Canvas(str(path), pagesize=letter, invariant=1)
    canvas.setTitle(TITLE)
    canvas.setAuthor("verify-sidecar")
    pages = (HERE / "agreement.txt").read_text(encoding="utf-8").split("\n---\n")
    for number, page in enumerate(pages, 1):
        canvas.setFont(BODY, 9)
        canvas.drawString(LEFT, letter[1] - 60, HEADER)
        y = TOP
        for block in page.strip().split("\n\n"):
            y = _block(canvas, block, y)
        canvas.setFont(BODY, 9)
        canvas.drawString(LEFT, 48, f"Confidential  |  Page {number} of {len(pages)}")
        canvas.showPage()
    canvas.save()
    return path


def _block(canvas: Canvas, block: str, y: float) -> float:
    """Draws one block from `y` downward and returns where the next one starts."""
    if block.startswith("#"):
        level, _, heading = block.partition(" ")
        canvas.setFont(BOLD, SIZE + (2 if level == "#" else 0))
        canvas.drawString(LEFT, y, heading)
        return y - LEADING * 1.4
    if block.startswith("|"):
        return _table(canvas, block.split("\n"), y)
    canvas.setFont(BODY, SIZE)
    for line in _lines(block):
        canvas.drawString(LEFT, y, line)
        y -= LEADING
    return y - LEADING * 0.5


def _table(canvas: Canvas, rows: list[str], y: float) -> float:
    for number, row in enumerate(rows):
        canvas.setFont(BODY if number else BOLD, SIZE - 1)
        for column, cell in enumerate(row.strip("| ").split(" | ")):
            canvas.drawString(LEFT + column * COLUMN, y, cell)
        canvas.line(LEFT, y - 4, LEFT + WIDTH, y - 4)
        y -= LEADING
    return y - LEADING * 0.5


def _lines(content: str) -> Iterator[str]:
    """Fills lines greedily; a word that does not fit is broken at the last of its points that does."""
    line = ""
    for word in content.split():
        candidate = f"{line} {word}" if line else word
        if stringWidth(candidate, BODY, SIZE) <= WIDTH:
            line = candidate
            continue
        head, tail = _broken(word, line)
        yield f"{line} {head}" if head else line
        line = tail
    yield line


def _broken(word: str, line: str) -> tuple[str, str]:
    bare = word.strip("“”.,;:()").lower()
    marked = _POINTS.get(bare)
    if marked is None:
        return "", word
    start = word.lower().index(bare)
    best = ("", word)
    points = [place for place, sign in enumerate(marked) if sign == "-"]
    for earlier, place in enumerate(points):
        cut = start + place - earlier
        if stringWidth(f"{line} {word[:cut]}-", BODY, SIZE) <= WIDTH:
            best = (word[:cut] + "-", word[cut:])
    return best


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else DEMO_DATA)
