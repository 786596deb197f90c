"""quotes: what an answer puts between quotation marks must stand in the evidence word for word.

The core finds quotations and where they stand, or come closest. Whether words between marks are presented as a
quotation at all, or are a name, a term, a button, is decided here: by their length, by a citation, and by words that
introduce a quotation ("states", 写道: [phrases] quote_introductions of a language). What cannot be told is
UNVERIFIABLE, without a finding.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache

from sidecar import lang, tables
from sidecar.columns import Columns, Note, QuoteJudgement
from sidecar.model import LikelyCause, QuoteStatus, Severity
from sidecar.tables import Quotation

CHECK_ID = "quotes"
REASON_IDS = ("quote-altered", "quote-stitched", "quote-misattributed", "quote-not-found")

# Weights count 2 for a word, number or sign and 1 for a Han character.
LEAST_WEIGHT = 5  # less is too short to be told from a term
LONG_WEIGHT = 12  # so much is a quotation where a source is cited beside it
LONG_HAN = 24
_CLAUSES = "，；。：！？"
# How far an introduction may stand before words that read like a clause, and before what may be a name or a title.
FAR_CHARACTERS, NEAR_CHARACTERS, NEAR_HAN_CHARACTERS = 80, 24, 8
BEHIND_CHARACTERS = 26
LEAST_TITLE_CHARACTERS = 4
_FILE_ENDING = re.compile(r"\.[A-Za-z]{2,5}$")
_WORD = re.compile(r"[^\W\d_]+(?:'+[^\W\d_]*)*")
_APART = "".join(sign if sign.isalpha() or sign == "'" else " " for sign in map(chr, range(128)))
_CLAUSE_END = re.compile(r"[.;!?。；！？\n]\s*")
_TRAILING = " \t\r\n.,;:!?。，；：！？、…"


@dataclass(frozen=True, slots=True)
class _Words:
    """A list of all languages, folded."""

    words: frozenset[str]  # ASCII, parted by blanks
    ascii_phrases: tuple[str, ...]  # looked for anywhere
    phrases: tuple[str, ...]  # likewise; no text in ASCII holds one
    characters: tuple[str, ...]  # single ones that are not ASCII, for the end

    def phrase_in(self, folded: str) -> bool:
        """Whether a folded text holds one of the phrases."""
        for phrase in self.ascii_phrases:
            if phrase in folded:
                return True
        return not folded.isascii() and any(phrase in folded for phrase in self.phrases)


@cache
def _words(name: str) -> _Words:
    entries = [tables.fold(word) for word in lang.all_phrases(name)]
    words = frozenset(entry for entry in entries if entry.isascii() and " " not in entry)
    phrases = [entry for entry in entries if entry not in words and len(entry) > 1]
    return _Words(
        words,
        tuple(phrase for phrase in phrases if phrase.isascii()),
        tuple(phrase for phrase in phrases if not phrase.isascii()),
        tuple(entry for entry in entries if entry not in words and len(entry) == 1 and not entry.isascii()),
    )


def _words_of(text: str) -> list[str]:
    """The words of letters and apostrophes, which begin with a letter."""
    if not text.isascii():
        return _WORD.findall(text)
    words = text.translate(_APART).split()  # in a quarter of the time of the expression
    return [bare for word in words if (bare := word.lstrip("'"))] if "'" in text else words


def _says(text: str, name: str) -> bool:
    """Whether a text holds a word of a list. A capital inside a text makes a name of it ("the United States")."""
    listed = _words(name)
    folded = tables.fold(text)
    # Folded as a whole, a text in ASCII keeps its words: most hold none of the list, whatever the case.
    if not text.isascii() or not listed.words.isdisjoint(_words_of(folded)):
        for place, word in enumerate(_words_of(text)):
            if (place == 0 or word[0].islower()) and tables.fold(word) in listed.words:
                return True
    return listed.phrase_in(folded) or folded.rstrip(_TRAILING).endswith(listed.characters)


def _negates(text: str) -> bool:
    listed = _words("quote_negations")
    folded = tables.fold(text)
    if any(word in listed.words or word.endswith("n't") for word in _words_of(folded)):
        return True
    return listed.phrase_in(folded) or any(sign in folded for sign in listed.characters)


def judge(columns: Columns, answer: str) -> list[QuoteJudgement]:
    """The status of every quotation of the answer, in order."""
    if not columns.comparison.quote_count:
        return []
    scopes: list[list[int]] = []
    titles: dict[str, list[str]] | None = None  # read where something stands that may be one
    for row in columns.comparison.unmatched_quotes():
        scope = sorted({source for cited in columns.cited[row.segment : row.last_segment + 1] for source in cited})
        if not scope:
            before = columns.text(min(columns.comparison.segments[row.segment].start, row.outer_start), row.outer_start)
            if len(before) >= LEAST_TITLE_CHARACTERS:
                titles = _titles(columns) if titles is None else titles
                scope = _named(columns, before, titles)
        scopes.append(scope)
    rows = columns.comparison.match_quotes(answer, scopes)
    if any(row.relation == tables.QUOTE_UNSEARCHED for row in rows):
        columns.cut_short.add(CHECK_ID)
    return [_judge(columns, row, scope) for row, scope in zip(rows, scopes, strict=True)]


def _titles(columns: Columns) -> dict[str, list[str]]:
    """The names by which an answer may name sources, each with the titles that it stands for: the title itself, and
    the title without a file's ending.
    """
    out: dict[str, list[str]] = {}
    for title in dict.fromkeys([source.title for source in columns.index.sources]):
        stem = _FILE_ENDING.sub("", title) if "." in title else title
        for name in {title, stem} if " " in stem.strip() else {title, f"《{stem}》"}:
            if len(name) >= LEAST_TITLE_CHARACTERS and (" " in name or not name.isalpha()):
                out.setdefault(name, []).append(title)
    return out


def _named(columns: Columns, before: str, titles: dict[str, list[str]]) -> list[int]:
    """The sources whose title stands before a quotation."""
    named = {title for name, of in titles.items() if name in before for title in of}
    return [ordinal for ordinal, source in enumerate(columns.index.sources) if source.title in named] if named else []


def _judge(columns: Columns, row: Quotation, scope: list[int]) -> QuoteJudgement:
    out = QuoteJudgement(row, QuoteStatus.UNVERIFIABLE, row.segment)
    out.noted = _in_marker(columns, row)  # where a title stands, as often as not
    if out.noted and row.relation not in (tables.QUOTE_EQUAL, tables.QUOTE_ELIDED):
        return out
    weight = 2 * row.word_count + row.han_count
    out.long_enough = weight >= LEAST_WEIGHT
    if row.relation in (tables.QUOTE_EQUAL, tables.QUOTE_ELIDED):
        out.status = _standing(columns, row, scope, long_enough=out.long_enough)
        if out.noted and out.status == QuoteStatus.MISATTRIBUTED:
            out.status = QuoteStatus.UNVERIFIABLE
        if out.status == QuoteStatus.ALTERED:
            out.difference = tuple(f"[-{gap}-]" for gap in _negated_gaps(columns, row))
            out.contradicts = True
        return out
    readable = any(not columns.index.flags[source] for source in scope) if scope else columns.index.readable
    if not out.long_enough or not readable or not columns.judged(row.segment):
        return out
    clause = _sentence_like(columns, row)
    presented = _introduced(columns, row, clause=clause) or (scope and weight >= LONG_WEIGHT)
    if row.relation == tables.QUOTE_NONE and presented:
        out.status, out.contradicts = QuoteStatus.NOT_FOUND, True
    elif row.relation == tables.QUOTE_STITCHED and presented:
        out.status, out.contradicts = QuoteStatus.STITCHED, True
    elif row.relation == tables.QUOTE_NEAR and (presented or scope or clause):
        out.status = QuoteStatus.ALTERED
        _describe_changes(columns, row, out)
    return out


def _in_marker(columns: Columns, row: Quotation) -> bool:
    """Whether a citation holds the quotation: (Source: lease.pdf, "The rent is due on Friday")."""
    markers = columns.comparison.markers
    before = bisect_left(markers, row.outer_start, key=lambda marker: marker.start)
    return before > 0 and row.outer_end < markers[before - 1].end


def _sentence_like(columns: Columns, row: Quotation) -> bool:
    """Words that no name and no title is made of: a clause of some length, most of it in small letters."""
    text = columns.text(row.start, row.end)
    if row.han_count > row.word_count:
        return row.han_count >= LONG_HAN or (row.han_count >= LONG_WEIGHT and any(sign in text for sign in _CLAUSES))
    words = _words_of(text)
    return 2 * row.word_count >= LONG_WEIGHT and sum(word[0].islower() for word in words) * 2 > len(words)


def _standing(columns: Columns, row: Quotation, scope: list[int], *, long_enough: bool) -> QuoteStatus:
    if row.relation == tables.QUOTE_ELIDED and any(_negated_gaps(columns, row)):
        return QuoteStatus.ALTERED
    presented = 2 * row.word_count + row.han_count >= LONG_WEIGHT or (
        long_enough and _introduced(columns, row, clause=False)
    )
    if scope and presented and not any(place.source in scope for place in row.places):
        return QuoteStatus.MISATTRIBUTED
    if row.relation == tables.QUOTE_ELIDED:
        return QuoteStatus.ELIDED
    if len(row.places) == 1:
        place = row.places[0]
        stands = columns.index.text(place.source, place.start, place.end)
        if columns.text(row.start, row.end).rstrip(_TRAILING) == stands.rstrip(_TRAILING):
            return QuoteStatus.VERBATIM
    return QuoteStatus.TYPOGRAPHIC


def _negated_gaps(columns: Columns, row: Quotation) -> list[str]:
    """What a quotation leaves out where that holds a negation."""
    out = []
    for place, following in zip(row.places, row.places[1:], strict=False):
        if place.source == following.source:
            gap = columns.index.text(place.source, place.end, following.start).strip()
            if _negates(gap):
                out.append(gap)
    return out


def _describe_changes(columns: Columns, row: Quotation, out: QuoteJudgement) -> None:
    """Each change as a word difference: [-what the source says-]{+what the answer says+}."""
    parts = []
    for change in row.changes:
        written = columns.text(change.answer_start, change.answer_end)
        stands = columns.index.text(change.source, change.source_start, change.source_end)
        parts.append((f"[-{stands}-]" if stands else "") + (f"{{+{written}+}}" if written else ""))
        # A word left out may still leave the claim true; one put in, or a "not" left out, does not.
        out.contradicts = out.contradicts or bool(written) or _negates(stands)
    out.difference = tuple(parts)
    first = row.changes[0].answer_start
    for number in range(row.segment, row.last_segment + 1):
        if columns.comparison.segments[number].start <= first:
            out.segment = number


def _introduced(columns: Columns, row: Quotation, *, clause: bool) -> bool:
    """Whether words before it in its clause, or right behind it, present what stands between the marks as said.

    Right before it where it may be a name or a title; anywhere in the clause where it reads like one itself.
    """
    near = NEAR_HAN_CHARACTERS if row.han_count > row.word_count else NEAR_CHARACTERS
    most = FAR_CHARACTERS if clause else near
    segments = columns.comparison.segments
    start = min(segments[row.segment].start, row.outer_start)
    before = _CLAUSE_END.split(columns.text(start, row.outer_start)[-most:])[-1]
    if not before.strip() and row.segment and columns.kinds[row.segment - 1] == "lead-in":  # "The policy states:"
        lead = segments[row.segment - 1]
        before = columns.text(lead.start, lead.end)[-FAR_CHARACTERS:]
    if _says(before, "quote_introductions"):
        return not _negates(before)
    end = max(segments[row.last_segment].end, row.outer_end)
    behind = columns.text(row.outer_end, end)[:BEHIND_CHARACTERS]
    return _says(_CLAUSE_END.split(behind)[0], "quote_attributions")


_MESSAGES = {
    QuoteStatus.ALTERED: "this quotation was changed: {difference}",
    QuoteStatus.STITCHED: "this quotation is put together from places that do not belong together",
    QuoteStatus.MISATTRIBUTED: "this quotation stands in {standing}, not in the source that is cited",
    QuoteStatus.NOT_FOUND: "this quotation stands nowhere in the evidence",
}
_CAUSES = {
    QuoteStatus.ALTERED: LikelyCause.GENERATION,
    QuoteStatus.STITCHED: LikelyCause.GENERATION,
    QuoteStatus.MISATTRIBUTED: LikelyCause.CITATION,
    QuoteStatus.NOT_FOUND: LikelyCause.RETRIEVAL,
}


def notes(columns: Columns) -> list[Note]:
    """One ERROR for each quotation that is not what the evidence says."""
    out: list[Note] = []
    for judgement in columns.quotes:
        if judgement.status not in _MESSAGES:
            continue
        row = judgement.row
        reason = "quote-" + judgement.status.name.lower().replace("_", "-")
        note = Note(CHECK_ID, reason, Severity.ERROR, row.start, row.end, judgement.segment)
        note.cause = _CAUSES[judgement.status]
        note.refs = columns.quote_refs(row)
        note.message = _MESSAGES[judgement.status].format(
            difference=" ".join(judgement.difference),
            standing=columns.index.ids[row.places[0].source] if row.places else "",
        )
        out.append(note)
    return out
