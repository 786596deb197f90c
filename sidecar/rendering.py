"""The answer put together anew from what was validated, with markers and a list of sources of our own.

Nothing of the model's own list of references gets in, no heading, no greeting: claims that are SUPPORTED without a
finding against them, and honest abstentions. What is left out is said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from sidecar import lang, tables
from sidecar.checks import sources
from sidecar.columns import Columns
from sidecar.model import Finding, LikelyCause, RankedSource, Severity, Verdict
from sidecar.wording import language_of

Rendered: TypeAlias = tuple[str, tuple[RankedSource, ...]]
NOTHING: Rendered = ("", ())
_STOPS = ".!?。！？…；;"
_WIDE = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")
_SPACES = re.compile(r"[ \t]+")


def build(columns: Columns, findings: Sequence[Finding]) -> Rendered:
    """The text, and the sources that its markers [1], [2], ... name, in this order."""
    wording = lang.wording(language_of(columns))
    # What was merely cited wrong is said again with the right source.
    against = {
        row.claim_index
        for row in findings
        if not row.waived and row.severity > Severity.INFO and row.likely_cause != LikelyCause.CITATION
    }
    rows = sources.rows(columns)
    numbers: dict[int, int] = {}  # of each source, in the order of first use
    text = ""
    block = -1
    left_out = 0
    for number, segment in enumerate(columns.comparison.segments):
        verdict = columns.claims[number].verdict
        if verdict == Verdict.ABSTENTION and number not in against:
            rests_on: tuple[int, ...] = ()
        elif verdict == Verdict.SUPPORTED and number not in against:
            rests_on = _rests_on(columns, number)
        else:
            left_out += columns.judged(number)
            continue
        markers = "".join(f"[{numbers.setdefault(source, len(numbers) + 1)}]" for source in rests_on if source in rows)
        said = _with_markers(_said(columns, number), markers)
        if segment.kind == tables.SEGMENT_LIST_ITEM:
            said = said if segment.block == block else f"- {said}"
        elif segment.kind == tables.SEGMENT_TABLE_ROW:
            said = f"- {said}"
        text += _joint(text, said, same_block=segment.block == block) + said
        block = segment.block
    if not text:
        return wording["nothing"], ()
    if left_out:
        text += "\n\n" + (wording["left_out_one"] if left_out == 1 else wording["left_out"].format(count=left_out))
    return text, tuple(rows[source] for source in numbers)


def _rests_on(columns: Columns, number: int) -> tuple[int, ...]:
    """The sources that support a claim: the cited ones that do, another one that does, else that of its passage."""
    claim = columns.claims[number]
    if claim.source >= 0:
        return (claim.source,)
    quoted = [place.source for quote in columns.quotes if quote.segment == number for place in quote.row.places[:1]]
    held = [row.holders[0] for row in columns.quantities_of(number) if row.holders]
    places = [columns.index.ordinals[ref.source_id] for ref in claim.refs]
    cited = columns.cited[number]
    found = [source for source in (*places, *held, *quoted) if not cited or source in cited]
    return tuple(dict.fromkeys(found)) or cited[:1]


def _said(columns: Columns, number: int) -> str:
    """What a segment says without its markers, on one line; cells of a table parted by commas."""
    segment = columns.comparison.segments[number]
    at = segment.text_start
    parts = []
    for marker in columns.comparison.markers[segment.first_marker : segment.first_marker + segment.marker_count]:
        if marker.flags & tables.MARKER_INLINE:
            continue  # a reference in words belongs to what is said
        parts.append(columns.text(at, min(marker.start, segment.text_end)) if marker.start > at else "")
        at = max(at, marker.end)
    parts.append(columns.text(at, segment.text_end) if at < segment.text_end else "")
    text = " ".join("".join(parts).split())
    if segment.kind == tables.SEGMENT_TABLE_ROW:
        return ", ".join(cell.strip() for cell in text.strip("|").split("|") if cell.strip())
    return re.sub(r" +(?=[.,;:!?。，；：！？])", "", text)


def _with_markers(said: str, markers: str) -> str:
    """Markers stand before the stop that ends the sentence."""
    body = said.rstrip(_STOPS)
    blank = "" if not markers or _WIDE.match(body[-1:]) else " "
    return body + blank + markers + said[len(body) :]


def _joint(before: str, said: str, *, same_block: bool) -> str:
    if not before:
        return ""
    if same_block and not said.startswith("- "):
        return "" if _WIDE.match(before[-1]) else " "
    return "\n" if said.startswith("- ") and before.rpartition("\n")[2].startswith("- ") else "\n\n"
