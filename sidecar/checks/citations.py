"""citations: what each marker occurrence is worth, and which claims lack one (CONTRACT §5, status of a citation)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sidecar import tables
from sidecar.columns import Columns, Note
from sidecar.model import CitationStatus, LikelyCause, Severity, Verdict

CHECK_ID = "citations"
REASON_IDS = (
    "citation-out-of-range",
    "citation-unsupported",
    "citation-wrong-source",
    "citation-malformed",
    "citation-unverifiable",
    "citation-missing",
    "citation-concentrated",
    "citation-beside-insufficiency",
)
# A share says something only over so many markers.
LEAST_MARKERS_FOR_SHARE = 3


@dataclass(slots=True)
class CitationJudgement:
    """One marker occurrence: its status, the sources that it names, the ids that name none, the ones that would fit."""

    start: int
    end: int
    segment: int
    status: CitationStatus
    sources: tuple[int, ...]
    unresolved: tuple[str, ...]
    better: tuple[int, ...]
    first_segment: int = -1  # of the text that it wraps; -1: it stands for its own segment alone
    inline: bool = False  # a reference in the prose of the sentence

    def covers(self) -> range:
        """The segments that it stands for."""
        return range(self.first_segment if self.first_segment >= 0 else self.segment, self.segment + 1)


def judge(columns: Columns) -> list[CitationJudgement]:
    """The status of every marker, in order."""
    out: list[CitationJudgement] = []
    for marker in columns.comparison.markers:
        if marker.flags & tables.MARKER_OPENING:
            continue
        sources = tuple(dict.fromkeys(one.source for one in marker.ids if one.source >= 0))
        unresolved = tuple(
            str(one.number) if one.number >= 0 else columns.text(one.start, one.end)
            for one in marker.ids
            if one.source < 0
        )
        row = CitationJudgement(
            marker.start, marker.end, marker.segment, CitationStatus.UNVERIFIABLE, sources, unresolved, ()
        )
        row.inline = bool(marker.flags & tables.MARKER_INLINE)
        if marker.wrapped_start >= 0:
            row.first_segment = columns.comparison.segment_at(marker.wrapped_start, marker.segment)
        if marker.flags & tables.MARKER_MALFORMED:
            row.status = CitationStatus.MALFORMED
        elif not marker.flags & tables.MARKER_VAGUE:
            for segment in row.covers():
                row.status, row.better = _status(columns, segment, sources, unresolved)
                if row.status != CitationStatus.OK:
                    break
        out.append(row)
    return out


def judge_structured(columns: Columns, citation_ids: Sequence[Sequence[str]]) -> list[CitationJudgement]:
    """The citations of a structured answer, one for each id of each claim; their span is the claim's."""
    ordinals = columns.index.ordinals
    out: list[CitationJudgement] = []
    for number, ids in enumerate(citation_ids):
        segment = columns.comparison.segments[number]
        for name in ids:
            sources = (ordinals[name],) if name in ordinals else ()
            unresolved = () if sources else (name,)
            status, better = _status(columns, number, sources, unresolved)
            if not name.strip() or not name.isprintable():
                status, better = CitationStatus.MALFORMED, ()
            out.append(
                CitationJudgement(segment.text_start, segment.text_end, number, status, sources, unresolved, better)
            )
    return out


def _status(
    columns: Columns, segment: int, sources: tuple[int, ...], unresolved: tuple[str, ...]
) -> tuple[CitationStatus, tuple[int, ...]]:
    """The first status that fits, and the source that would have been right, if there is one."""
    claim = columns.claims[segment]
    status, better = CitationStatus.UNVERIFIABLE, claim.source
    if unresolved:
        status = CitationStatus.OUT_OF_RANGE
        better = _best_source(columns, segment)
    elif all(columns.index.flags[source] for source in sources) and not _not_judged(columns, segment):
        status = CitationStatus.UNVERIFIABLE
    elif claim.cited_support or _not_judged(columns, segment):
        return CitationStatus.OK, ()
    elif claim.source >= 0:
        status = CitationStatus.WRONG_SOURCE
    elif claim.missing:
        status = CitationStatus.UNSUPPORTED
    return status, (better,) if better >= 0 and better not in sources else ()


def _not_judged(columns: Columns, segment: int) -> bool:
    """Markers beside what is no claim, or beside an honest abstention, vouch for nothing that could be wrong."""
    return columns.claims[segment].verdict in (Verdict.ABSTENTION, Verdict.NOT_A_CLAIM)


def _best_source(columns: Columns, segment: int) -> int:
    claim = columns.comparison.claims[segment]
    if claim.best_passage < 0 or columns.claims[segment].verdict != Verdict.SUPPORTED:
        return -1
    return columns.comparison.passages[claim.best_passage].source


_MESSAGES = {
    CitationStatus.OUT_OF_RANGE: "{text} names {unresolved}, and there is no such source",
    CitationStatus.UNSUPPORTED: "the sources that {text} names do not say this",
    CitationStatus.WRONG_SOURCE: "the sources that {text} names do not say this; {better} does",
    CitationStatus.MALFORMED: "{text} looks like a citation and names nothing",
    CitationStatus.UNVERIFIABLE: "too few words of this claim stand in the sources that {text} names to tell",
}
_UNNAMED = "{text} names a source in words that are no title, section or id of this evidence"


def notes(columns: Columns, judgements: list[CitationJudgement], *, insufficient: bool = False) -> list[Note]:
    """One finding for each marker that is not OK, for each claim without one where one is due, for concentration.

    `insufficient`: the answer is structured, and says of itself that its evidence is insufficient.
    """
    out: list[Note] = []
    for row in judgements:
        if row.status == CitationStatus.OK:
            continue
        reason = "citation-" + row.status.name.lower().replace("_", "-")
        note = Note(CHECK_ID, reason, Severity.ERROR, row.start, row.end, row.segment, LikelyCause.CITATION)
        if row.status == CitationStatus.UNVERIFIABLE:
            weak = columns.claims[row.segment].reason_id == "weak-support"
            note.severity = Severity.INFO if weak or row.inline else Severity.WARNING
            note.cause = LikelyCause.NONE
        if row.status == CitationStatus.UNSUPPORTED:
            note.cause = LikelyCause.GENERATION
        ids = columns.index.ids
        unnamed = row.status == CitationStatus.UNVERIFIABLE and not row.sources
        note.message = (_UNNAMED if unnamed else _MESSAGES[row.status]).format(
            text=columns.text(row.start, row.end),
            unresolved=", ".join(row.unresolved),
            better=", ".join(ids[source] for source in row.better) or "another source",
        )
        note.refs = columns.claims[row.segment].refs if row.status != CitationStatus.OUT_OF_RANGE else ()
        out.append(note)
    if insufficient:
        out += _beside_insufficiency(columns, judgements)
    policy = columns.config.citation_policy
    if policy.required:
        citing = {segment for row in judgements if row.sources or not row.inline for segment in row.covers()}
        out += _missing(columns, citing)
    if policy.max_share_per_source is not None:
        out += _concentrated(columns, judgements, policy.max_share_per_source)
    return out


def _beside_insufficiency(columns: Columns, judgements: list[CitationJudgement]) -> list[Note]:
    """One finding for each claim that rests on evidence which the answer calls insufficient."""
    out: list[Note] = []
    for number in sorted({row.segment for row in judgements}):
        segment = columns.comparison.segments[number]
        severity = Severity.WARNING if columns.judged(number) else Severity.INFO
        note = Note(CHECK_ID, "citation-beside-insufficiency", severity, segment.text_start, segment.text_end, number)
        note.message = "the answer calls its evidence insufficient, and cites some for this claim"
        out.append(note)
    return out


def _missing(columns: Columns, citing: set[int]) -> list[Note]:
    out: list[Note] = []
    for number, segment in enumerate(columns.comparison.segments):
        if columns.judged(number) and number not in citing:
            note = Note(CHECK_ID, "citation-missing", Severity.ERROR, segment.text_start, segment.text_end, number)
            note.cause = LikelyCause.CITATION
            note.message = "this claim needs a citation and has none"
            out.append(note)
    return out


def _concentrated(columns: Columns, judgements: list[CitationJudgement], most: float) -> list[Note]:
    counts: dict[int, int] = {}
    inside = set(columns.listing)
    for row in judgements:
        if row.segment in inside:
            continue
        for source in row.sources:
            counts[source] = counts.get(source, 0) + 1
    total = sum(counts.values())
    if total < LEAST_MARKERS_FOR_SHARE:
        return []
    out: list[Note] = []
    for source in sorted(counts):
        if counts[source] > most * total:
            note = Note(CHECK_ID, "citation-concentrated", Severity.WARNING, cause=LikelyCause.RETRIEVAL)
            note.message = (
                f"source {columns.index.ids[source]} carries {counts[source]} of {total} citations, "
                f"more than the share of {most:g} that is allowed"
            )
            out.append(note)
    return out
