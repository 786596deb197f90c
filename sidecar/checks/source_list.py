"""The list of sources that an answer appends: which segments are that list, and whether it agrees with the markers.

"References", "参考资料" and the like head a list; a footnote's own line (`[^1]: lease.pdf`) and a line
"Source: lease.pdf" are such lists too. What stands in it is no claim. Byte offsets throughout.
"""

from __future__ import annotations

from functools import cache

from sidecar import lang, tables
from sidecar.columns import Columns, Note
from sidecar.model import Severity
from sidecar.tables import SOURCE_LINE_PHRASE, Segment

CHECK_ID = "citations"
REASON_IDS = ("citation-not-listed", "citation-only-listed")
MOST_IDS_SHOWN = 10
LONGEST_ENTRY_BYTES = 400  # a longer one says more than where something stands
LONGEST_FILE_ENDING, LONGEST_PLACE = 5, 40  # letters of ".docx"; characters of ", pp. 3-5, section 2"
_ENDS = ("\n", ",", " p.", " page", " (", " —", " – ", " - ", "#", "第")  # what may stand behind a title


def settle(columns: Columns) -> None:
    """Gives the segments of the appended list the kind `citation-only` and its head the kind `heading`."""
    segments = columns.comparison.segments
    open_list = False
    for number, segment in enumerate(segments):
        if not (open_list or segment.marker_count or (segment.phrases | segment.whole_phrases) & SOURCE_LINE_PHRASE):
            continue  # most segments: nothing speaks for a list
        if segment.whole_phrases & SOURCE_LINE_PHRASE and number + 1 < len(segments):
            open_list = True
            if columns.kinds[number] != "citation-only":
                columns.kinds[number] = "heading"
        elif open_list and columns.kinds[number] == "heading":
            open_list = False
        elif (open_list and _entry(columns, segment)) or _source_line(columns, segment) or _footnote(columns, segment):
            columns.kinds[number] = "citation-only"
            columns.listing.append(number)
        else:
            open_list = False


def _entry(columns: Columns, segment: Segment) -> bool:
    """A line that only says where something stands: a claim among them stays a claim."""
    if segment.text_end - segment.text_start > LONGEST_ENTRY_BYTES:
        return False
    markers = _markers(columns, segment)
    rest = columns.text(markers[0].end if _leads(markers, segment) else segment.text_start, segment.text_end)
    if _names_place(columns, rest):
        return True
    # Where the evidence has no titles, a marker and a few words without a figure may be one.
    bare = not columns.titles and not segment.quantity_count and not segment.flags & tables.SEGMENT_IS_CLOSED
    return bare and _leads(markers, segment)


def _leads(markers: list[tables.Marker], segment: Segment) -> bool:
    return bool(markers) and markers[0].start == segment.text_start


def _names_place(columns: Columns, text: str) -> bool:
    """An address, or a title of the evidence, alone or before a page or a part."""
    return "://" in text or "www." in text or bool(_titled(columns, text))


def _titled(columns: Columns, text: str) -> tuple[int, ...]:
    """The sources whose title stands at the start of a line, or behind its first colon."""
    if not columns.titles:
        for place, source in enumerate(columns.index.sources):
            title = tables.fold(source.title)
            for name in {title, title.rpartition(".")[0], title.rpartition("/")[2]} - {""}:
                columns.titles[name] = (*columns.titles.get(name, ()), place)
    written = tables.fold(text).strip(" *_-:")
    for start in (written, written.partition(":")[2].strip()):
        for sign in _ENDS:
            found = columns.titles.get(start.split(sign, 1)[0].strip(" *_"))
            if found:
                return found
    return ()


def _footnote(columns: Columns, segment: Segment) -> bool:
    markers = _markers(columns, segment)
    if not _leads(markers, segment) or columns.text(markers[0].end, segment.text_end)[:1] not in (":", "："):
        return False
    return _entry(columns, segment) or _file_named(columns.text(markers[0].end, segment.text_end))


def _file_named(text: str) -> bool:
    """ "lease.pdf, p. 3": the first word is the name of a file, and no sentence follows."""
    name, _, rest = text.lstrip(" :：*_").partition(",")
    stem, dot, ending = name.strip().rpartition(".")
    short = 0 < len(ending) <= LONGEST_FILE_ENDING and ending.isalnum() and len(rest) <= LONGEST_PLACE
    return bool(stem and dot) and short and " " not in ending and not stem.endswith(" ")


def _source_line(columns: Columns, segment: Segment) -> bool:
    """ "Source: lease.pdf, page 3": a word that heads lists, a colon, and no sentence."""
    if not segment.phrases & SOURCE_LINE_PHRASE or segment.flags & tables.SEGMENT_IS_CLOSED:
        return False
    written = columns.text(segment.text_start, segment.text_end)
    head, colon, _ = written.replace("：", ":").partition(":")
    if not colon or tables.fold(head.strip(" *_")) not in _heads():
        return False
    return not segment.quantity_count or _names_place(columns, written)


@cache
def _heads() -> frozenset[str]:
    return frozenset(lang.all_phrases("source_lines"))


def _markers(columns: Columns, segment: Segment) -> list[tables.Marker]:
    rows = columns.comparison.markers[segment.first_marker : segment.first_marker + segment.marker_count]
    return [row for row in rows if not row.flags & (tables.MARKER_OPENING | tables.MARKER_INLINE)]


def notes(columns: Columns) -> list[Note]:
    """INFO findings where the list and the markers of the answer disagree."""
    listed = _listed(columns)
    if not listed:
        return []
    inside = set(columns.listing)
    cited = {source for number, sources in enumerate(columns.cited) if number not in inside for source in sources}
    out: list[Note] = []
    for reason, sources, message in (
        ("citation-not-listed", cited - listed, "cited, and not in the answer's own list of sources: "),
        ("citation-only-listed", listed - cited, "in the answer's own list of sources, and cited nowhere: "),
    ):
        if sources and (cited or reason == "citation-not-listed"):
            first, last = (
                columns.comparison.segments[columns.listing[0]],
                columns.comparison.segments[columns.listing[-1]],
            )
            note = Note(CHECK_ID, reason, Severity.INFO, first.text_start, last.text_end)
            ids = [columns.index.ids[source] for source in sorted(sources)]
            note.message = message + ", ".join(ids[:MOST_IDS_SHOWN]) + (", ..." if len(ids) > MOST_IDS_SHOWN else "")
            out.append(note)
    return out


def _listed(columns: Columns) -> set[int]:
    """The sources that the list names: by marker, else by title."""
    out: set[int] = set()
    for number in columns.listing:
        segment = columns.comparison.segments[number]
        out.update(columns.cited[number] or _titled(columns, columns.text(segment.text_start, segment.text_end)))
    return out
