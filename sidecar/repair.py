"""Repair: the smallest edits of an answer that make findings go, and a text for one retry of the generator.

Edits are proposed from what the checks judged and then tried: the answer is verified again with them, and an edit stays
only if its finding goes and none comes. So patches never need trust.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sidecar import lang, tables
from sidecar.answers import Edit
from sidecar.checks.citations import CitationJudgement
from sidecar.columns import Columns, QuoteJudgement
from sidecar.model import CitationStatus, Finding, Patch, QuantityStatus, QuoteStatus, Ref, Repair, Severity, Verdict
from sidecar.model.enums import MarkerKind
from sidecar.tables import Marker
from sidecar.wording import language_of

MOST_FIXES = 32  # that are tried one by one; each costs one verification
MOST_ITEMS = 20  # claims of the feedback
MOST_EXCERPTS = 3  # of the evidence for one claim
MOST_EXCERPT_CHARACTERS = 500
Key = tuple[str, int | None]  # reason and claim of a finding
_CORRECTABLE = frozenset(
    {
        QuantityStatus.NOT_IN_EVIDENCE,
        QuantityStatus.FROM_QUESTION,
        QuantityStatus.WRONG_UNIT,
        QuantityStatus.WRONG_SIGN,
        QuantityStatus.WRONG_CONTEXT,
    }
)
_HAN = re.compile(r"[\u3400-\u9fff]")
_HYPHENATED = re.compile(r"(?<=[^\W\d_])[-\u2010]\r?\n\s*(?=[a-z])")
_HAN_BREAK = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])\s*\n\s*(?=[\u3000-\u9fff\uff00-\uffef])")


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that together make one finding go."""

    edits: tuple[Edit, ...]
    key: Key


def build(
    columns: Columns,
    marker_rows: Sequence[CitationJudgement],
    findings: Sequence[Finding],
    recheck: Callable[[tuple[Edit, ...]], Sequence[Finding]],
) -> Repair:
    """Patches that hold, in the order of the answer, and the feedback. `recheck` verifies the answer with edits."""
    open_keys = _keys(findings)
    if not open_keys:
        return Repair()
    fixes = _apart([fix for fix in _propose(columns, marker_rows) if open_keys[fix.key]])
    kept = _keep_what_holds(fixes, open_keys, lambda edits: _keys(recheck(edits)))
    patches = [
        (edit.start, Patch(columns.span(edit.start, edit.end), edit.replacement, fix.key[0]))
        for fix in kept
        for edit in fix.edits
    ]
    ordered = tuple(patch for _, patch in sorted(patches, key=lambda pair: pair[0]))
    return Repair(ordered, feedback(columns, findings))


def _keys(findings: Sequence[Finding]) -> Counter[Key]:
    """What speaks against the answer: reason and claim of each finding that is more than information, or says that
    too few words speak for a claim: what was invented is not mended by taking its marks away.
    """
    return Counter(
        (row.reason_id, row.claim_index)
        for row in findings
        if not row.waived and (row.severity > Severity.INFO or row.reason_id == "weak-support")
    )


def _apart(fixes: Iterable[Fix]) -> list[Fix]:
    """Fixes whose edits lie apart; of two that touch, the first."""
    taken: list[Edit] = []
    out = []
    for fix in fixes:
        if any(edit.start <= other.end and other.start <= edit.end for edit in fix.edits for other in taken):
            continue
        taken += fix.edits
        out.append(fix)
        if len(out) == MOST_FIXES:
            break
    return out


def _keep_what_holds(
    fixes: list[Fix], before: Counter[Key], keys_with: Callable[[tuple[Edit, ...]], Counter[Key]]
) -> list[Fix]:
    """All fixes if they hold together, else each that makes things better on top of those kept before it."""
    if not fixes:
        return []
    after = keys_with(tuple(edit for fix in fixes for edit in fix.edits))
    mended = Counter(fix.key for fix in fixes)
    if after <= before and all(after[key] <= before[key] - count for key, count in mended.items()):
        return fixes
    kept: list[Fix] = []
    current = before
    for fix in fixes:
        after = keys_with(tuple(edit for one in (*kept, fix) for edit in one.edits))
        if after <= current and after[fix.key] < current[fix.key]:
            kept.append(fix)
            current = after
    return kept


def _propose(columns: Columns, marker_rows: Sequence[CitationJudgement]) -> list[Fix]:
    fixes = [*_quantities(columns), *_quotes(columns), *_subjects(columns)]
    if not columns.structured:  # the citations of a structured answer stand in no text
        fixes += [*_markers(columns, marker_rows), *_missing_markers(columns, marker_rows)]
    return fixes


def _reason(check_id: str, status: CitationStatus | QuantityStatus | QuoteStatus) -> str:
    return f"{check_id}-{status.name.lower().replace('_', '-')}"


def _quantities(columns: Columns) -> Iterable[Fix]:
    """A figure that the evidence gives otherwise, in the scope of its claim and with its subject."""
    for quantity, judgement in zip(columns.comparison.quantities, columns.quantities, strict=True):
        other = judgement.nearest or judgement.match
        if judgement.status not in _CORRECTABLE or other is None or other.source < 0:
            continue
        cited = columns.cited[quantity.segment]
        if cited and other.source not in cited:
            continue
        if judgement.nearest is not None and not judgement.near_subject:
            continue
        written = columns.text(quantity.start, quantity.end)
        stands = one_line(columns.index.text(other.source, other.start, other.end))
        if bool(_HAN.search(written)) == bool(_HAN.search(stands)):
            edit = Edit(quantity.start, quantity.end, stands)
            yield Fix((edit,), (_reason("quantity", judgement.status), quantity.segment))


def _quotes(columns: Columns) -> Iterable[Fix]:
    """A changed quotation gets its own words back; what nobody said loses its marks."""
    for judgement in columns.quotes:
        key = (_reason("quote", judgement.status), judgement.segment)
        row = judgement.row
        if judgement.status == QuoteStatus.ALTERED:
            yield Fix((_restored(columns, judgement),), key)
        elif row.outer_start < row.start and _said_in_other_words(columns, judgement):
            edits = (Edit(row.outer_start, row.start, ""), Edit(row.end, row.outer_end, ""))
            yield Fix(tuple(edit for edit in edits if edit.start < edit.end), key)


def _said_in_other_words(columns: Columns, judgement: QuoteJudgement) -> bool:
    """Whether what stands between the marks may stay without them: its claim's words stand together in the evidence."""
    least = columns.config.claim_policy.supported_ratio
    wrong = judgement.status in (QuoteStatus.NOT_FOUND, QuoteStatus.STITCHED)
    return wrong and columns.claims[judgement.segment].ratio >= least


def _restored(columns: Columns, judgement: QuoteJudgement) -> Edit:
    """The verbatim text in the place of a quotation, cut down to the words that differ."""
    row = judgement.row
    first, last = row.places[0], row.places[-1]
    if first.source == last.source:
        stands = one_line(columns.index.text(first.source, first.start, last.end))
    else:
        stands = " ".join(one_line(ref.text) for ref in columns.quote_refs(row))
    written = columns.text(row.start, row.end)
    start = _common_start(written, stands)
    end = _common_start(written[start:][::-1], stands[start:][::-1])
    before = row.start + len(written[:start].encode())
    return Edit(before, row.end - len(written[len(written) - end :].encode()), stands[start : len(stands) - end])


def _common_start(one: str, other: str) -> int:
    """How many characters two texts begin with alike, whole words and whole Han characters."""
    size = 0
    while size < min(len(one), len(other)) and one[size] == other[size]:
        size += 1
    while size and not (_parts(one, size) and _parts(other, size)):
        size -= 1
    return size


def _parts(text: str, at: int) -> bool:
    """Whether no word of letters and digits goes on over a place."""
    if at in (0, len(text)):
        return True
    before, behind = text[at - 1], text[at]
    return bool(_HAN.match(before) or _HAN.match(behind)) or not (before.isalnum() and behind.isalnum())


def one_line(text: str) -> str:
    """A text of the evidence as it is written in a line: wraps and hyphens at line ends gone."""
    return " ".join(_HAN_BREAK.sub("", _HYPHENATED.sub("", text)).split())


def _subjects(columns: Columns) -> Iterable[Fix]:
    """Who the evidence names instead, where a finding about the subject says so."""
    for note in columns.notes:
        if note.reason_id == "subject-conflict" and len(note.refs) == 1:
            edit = Edit(note.start, note.end, one_line(note.refs[0].text))
            yield Fix((edit,), (note.reason_id, note.claim_index))


def _markers(columns: Columns, marker_rows: Sequence[CitationJudgement]) -> Iterable[Fix]:
    """A marker gets the source that says it, loses ids that name nothing, or goes."""
    markers = [marker for marker in columns.comparison.markers if not marker.flags & tables.MARKER_OPENING]
    for marker, row in zip(markers, marker_rows, strict=True):
        if marker.flags & tables.MARKER_INLINE or marker.wrapped_start >= 0:
            continue  # words of the sentence, or signs around it: an edit of the marker alone would tear them
        better = row.better or _quoted_source(columns, row.segment)
        key = (_reason("citation", row.status), row.segment)
        if row.status in (CitationStatus.WRONG_SOURCE, CitationStatus.OUT_OF_RANGE) and better and marker.ids:
            yield Fix((_with_ids(marker, [_name(columns, marker, better[0])]),), key)
        elif row.status == CitationStatus.OUT_OF_RANGE and row.sources and marker.ids:
            names = [_name(columns, marker, source) for source in row.sources]
            yield Fix((_with_ids(marker, names),), key)
        elif row.status in (CitationStatus.OUT_OF_RANGE, CitationStatus.MALFORMED):
            yield Fix((_without(columns, marker),), key)


def _quoted_source(columns: Columns, segment: int) -> tuple[int, ...]:
    """Where the quotations of a claim stand that its markers attribute to another source."""
    found = [quote for quote in columns.quotes if quote.segment == segment]
    return tuple(quote.row.places[0].source for quote in found if quote.status == QuoteStatus.MISATTRIBUTED)[:1]


def _name(columns: Columns, marker: Marker | None, source: int) -> str:
    """How a marker names a source: by number where it counts, unless another source has this number as its id."""
    number = str(source + columns.config.citation_policy.marker_base)
    counts = marker is None or not marker.ids or marker.ids[0].number >= 0
    if counts and columns.config.citation_policy.marker_kind != MarkerKind.ID:
        if columns.index.ordinals.get(number, source) == source:
            return number
    return columns.index.ids[source]


def _with_ids(marker: Marker, names: list[str]) -> Edit:
    """A marker with other ids between the signs that it has."""
    start, end = marker.ids[0].start, marker.ids[-1].end
    return Edit(start, end, ", ".join(dict.fromkeys(names)))


def _without(columns: Columns, marker: Marker) -> Edit:
    """A marker goes together with the blank before it."""
    start = columns.comparison.segments[marker.segment].start
    blank = marker.start > start and columns.text(start, marker.start).endswith(" ")
    return Edit(marker.start - blank, marker.end, "")


def _missing_markers(columns: Columns, marker_rows: Sequence[CitationJudgement]) -> Iterable[Fix]:
    """A claim without the marker that is due gets that of the passage which supports it."""
    if not columns.config.citation_policy.required:
        return
    citing = {row.segment for row in marker_rows}
    for number, segment in enumerate(columns.comparison.segments):
        if number in citing or columns.claims[number].verdict != Verdict.SUPPORTED or not columns.claims[number].refs:
            continue
        source = columns.index.ordinals[columns.claims[number].refs[0].source_id]
        text = columns.text(segment.text_start, segment.text_end)
        body = text.rstrip(".!?。！？ ")
        place = segment.text_start + len(body.encode())
        blank = "" if _HAN.match(body[-1:]) else " "
        edit = Edit(place, place, f"{blank}[{_name(columns, None, source)}]")
        yield Fix((edit,), ("citation-missing", number))


# ------------------------------------------------------------------------------------------------- feedback


def feedback(columns: Columns, findings: Sequence[Finding]) -> str:
    """What is wrong and where, for one retry, in the language of the answer.

    What is quoted of answer and evidence stands between lines of backticks that are longer than any run of them
    inside, so that nothing in it ends the quotation.
    """
    wording = lang.wording(language_of(columns))
    problems: dict[int | None, list[Finding]] = {}
    for row in findings:
        if not row.waived and row.severity > Severity.INFO:
            problems.setdefault(row.claim_index, []).append(row)
    items: list[str] = []
    quoted: list[str] = []
    for number, (claim, rows) in enumerate(list(problems.items())[:MOST_ITEMS], 1):
        said = dict.fromkeys(wording.get(row.reason_id, wording["problem"]) for row in rows)
        items.append(f"{number}. " + " ".join(said))
        if claim is not None:
            segment = columns.comparison.segments[claim]
            items += [wording["in_answer"], _mark(quoted, columns.text(segment.text_start, segment.text_end))]
        passages = () if claim is None else columns.claims[claim].refs
        for ref in _excerpts(rows, passages):
            where = wording["in_source"] if ref.page is None else wording["in_source_page"]
            items += [where.format(source=_plain(ref.source_id), page=ref.page), _mark(quoted, ref.text)]
    if len(problems) > MOST_ITEMS:
        items.append(wording["more"].format(count=len(problems) - MOST_ITEMS))
    if not items:
        return ""
    longest = max((len(run) for text in quoted for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    lines = [wording["retry"].format(fence=fence)]
    texts = iter(quoted)
    lines += [f"{fence}\n{next(texts)}\n{fence}" if item is _PLACE else item for item in items]
    return "\n".join(lines) + "\n"


def _excerpts(rows: Sequence[Finding], passages: Sequence[Ref]) -> list[Ref]:
    """The places that the findings of one claim point at and its passages, none inside another."""
    refs = list(dict.fromkeys((*(ref for row in rows for ref in row.refs), *passages)))
    return [
        ref
        for ref in refs
        if not any(ref != other and ref.source_id == other.source_id and ref.text in other.text for other in refs)
    ][:MOST_EXCERPTS]


_PLACE = "\0"  # stands for a quoted text until the length of its fence is known


def _mark(quoted: list[str], text: str) -> str:
    quoted.append(text if len(text) <= MOST_EXCERPT_CHARACTERS else text[:MOST_EXCERPT_CHARACTERS] + "…")
    return _PLACE


def _plain(name: str) -> str:
    """An id on one line, without backticks."""
    return " ".join(name.replace("`", "'").split())
