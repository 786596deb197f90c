"""not-found: whether the answer answers, by votes of several tests (CONTRACT §5, Not found)."""

from __future__ import annotations

import re
from functools import cache

from sidecar import asking, lang, tables
from sidecar.columns import JUDGED_KINDS, Columns, Note
from sidecar.model import AnswerKind, Classification, LikelyCause, NotFoundTest, Ref, Severity, Vote
from sidecar.tables import Quantity, QuantityMatch, Segment

CHECK_ID = "not-found"
_OPENING = '*_#>-"“「 '
_COMMA = re.compile(r", |,(?!\d)|，")
# Members of an enum are looked up slowly on Python 3.11.
ANSWERED, FOUND, NOT_FOUND = AnswerKind.ANSWERED, Vote.FOUND, Vote.NOT_FOUND
REASON_IDS = ("false-abstention", "not-found-undetermined", "answer-empty")

# The evidence answers the question where one passage holds nearly all the question's words, enough of them, and what is
# asked for: a quantity, or a name that the question does not have. Anything less is left to a reader.
ANSWERED_SHARE = 0.8
ANSWERED_WORDS = 3
# Of shorter questions, or of those for a name, the words must all stand in one sentence.
LEAST_WORDS = 2
# Behind "but" so many content words say something, and fewer do not.
LEAST_SAID = 2
# What no number of the evidence need bear out: names of places, and small numbers that count the sources.
UNCOUNTED_KINDS = frozenset({"identifier", "label", "ordinal", "number", "count"})
# An answer that says that nothing was found says nothing else, where no claim stands before that or so many bytes
# behind: with the sentences around it, as far as a look ahead may reach in an answer that is still being written.
ALONE_BYTES = 3072
# A sentence is told by the evidence itself where so many of its words stand in one passage.
TOLD_SHARE = 0.6


def classify(
    columns: Columns, question: str, *, insufficient_flag: bool | None, alone: bool | None = None
) -> Classification:
    """The kind of the whole answer with every test's vote.

    `insufficient_flag`: what a structured answer says of itself, None for prose. `alone`: whether its first abstention
    stands alone, for a piece of an answer that does not hold it; None where that is to be seen.
    """
    comparison = columns.comparison
    claims = not JUDGED_KINDS.isdisjoint(columns.kinds)
    abstentions = columns.kinds.count("abstention")
    tests = _tests(
        abstains=abstentions > 0, claims=claims, insufficient_flag=insufficient_flag, ratio=_ratio_vote(columns)
    )
    if not comparison.segments or not any(segment.token_count for segment in comparison.segments):
        kind = AnswerKind.NOT_FOUND if insufficient_flag else AnswerKind.EMPTY
    elif insufficient_flag and claims:
        kind = AnswerKind.UNDETERMINED
    elif insufficient_flag is False and abstentions and not claims:
        kind = AnswerKind.UNDETERMINED
    elif abstentions and claims:
        kind = AnswerKind.PARTIAL
    elif abstentions:
        kind = AnswerKind.NOT_FOUND
    elif claims:
        kind = ANSWERED
    else:
        kind = AnswerKind.UNDETERMINED
    refs: tuple[Ref, ...] = ()
    if abstentions:
        refs = _answers_question(columns, question, alone=_alone(columns) if alone is None else alone)
    return Classification(kind, tests, refs)


def _alone(columns: Columns) -> bool:
    segments = columns.comparison.segments
    reach = segments[columns.kinds.index("abstention")].end + ALONE_BYTES
    return not any(
        kind in JUDGED_KINDS and segment.start < reach for kind, segment in zip(columns.kinds, segments, strict=True)
    )


def rests_on_being_alone(columns: Columns, question: str) -> bool:
    """Whether it matters to an abstention that the answer says nothing else."""
    return _answers_question(columns, question, alone=True) != _answers_question(columns, question, alone=False)


@cache
def _tests(*, abstains: bool, claims: bool, insufficient_flag: bool | None, ratio: Vote) -> tuple[NotFoundTest, ...]:
    phrase = Vote.NOT_FOUND if abstains else (Vote.FOUND if claims else Vote.NO_OPINION)
    if claims:
        structure = Vote.FOUND
    else:
        structure = Vote.NOT_FOUND if abstains else Vote.NO_OPINION
    tests = [NotFoundTest("phrase", phrase), NotFoundTest("structure", structure)]
    if insufficient_flag is not None:
        tests.append(NotFoundTest("structured-flag", Vote.NOT_FOUND if insufficient_flag else Vote.FOUND))
    tests.append(NotFoundTest("match-ratio", ratio))
    return tuple(tests)


def _ratio_vote(columns: Columns) -> Vote:
    comparison = columns.comparison
    if not comparison.word_count or not columns.index.readable:
        return Vote.NO_OPINION
    ratio = comparison.found_count / comparison.word_count
    return NOT_FOUND if ratio < columns.config.not_found_policy.min_match_ratio else FOUND


def _answers_question(columns: Columns, question: str, *, alone: bool) -> tuple[Ref, ...]:
    """Passages that plainly answer the question that the answer says nothing answers.

    `alone`: the answer says nothing else. Then a question of one word, or for what something is, counts as well.
    """
    claim = columns.comparison.question
    if claim is None or not claim.word_count:
        return ()
    quantity = asking.asks("quantity_questions", question)
    name = not quantity and (asking.asks("person_questions", question) or asking.asks("place_questions", question))
    value = alone and (
        not name and asking.asks("value_questions", question) if not quantity else claim.word_count < LEAST_WORDS
    )
    if not value and (claim.word_count < LEAST_WORDS or not (quantity or name)):
        return ()
    out: list[Ref] = []
    for passage in columns.comparison.passages_of(claim):
        whole = passage.matched == claim.word_count and passage.first_unit == passage.last_unit
        if not whole and (name or value or claim.word_count < ANSWERED_WORDS):
            continue
        if passage.matched < ANSWERED_SHARE * claim.word_count:
            continue
        ref = columns.passage_ref(passage)
        units = range(passage.first_unit, passage.last_unit + 1)
        if value:
            answers = asking.value_given(columns, passage, question) is not None
        elif quantity:
            answers = any(columns.index.unit(row).quantity_count for row in units)
        else:
            answers = _names_more(ref.text, question)
        if answers:
            out.append(ref)
    return tuple(out)


def _names_more(passage: str, question: str) -> bool:
    """Whether a capital inside the passage, or in Chinese enough text, may be the name that was asked for."""
    known = set(tables.fold(question).split())
    if not passage.isascii() and not any(character.isupper() for character in passage):
        return len(passage) > len(question)
    words = passage.split()
    return any(word[:1].isupper() and tables.fold(word.strip(".,;:()")) not in known for word in words[1:])


def notes(columns: Columns, classification: Classification) -> list[Note]:
    """Findings about the kind of the answer."""
    out: list[Note] = []
    if classification.false_abstention_refs:
        number = columns.kinds.index("abstention")
        segment = columns.comparison.segments[number]
        note = Note(CHECK_ID, "false-abstention", Severity.ERROR, segment.text_start, segment.text_end, number)
        note.cause = LikelyCause.GENERATION
        note.refs = classification.false_abstention_refs
        note.message = "the answer says that nothing was found, and the evidence speaks of what was asked"
        out.append(note)
    if classification.kind == AnswerKind.UNDETERMINED:
        note = Note(CHECK_ID, "not-found-undetermined", Severity.WARNING)
        note.message = "the tests of “not found” disagree, or there is nothing that could be judged"
        out.append(note)
    if classification.kind == AnswerKind.EMPTY:
        note = Note(CHECK_ID, "answer-empty", Severity.WARNING)
        note.message = "the answer says nothing"
        out.append(note)
    return out


def _conditional(text: str) -> bool:
    """ "If no bidder is found, …" and "what is not agreed …" (未约定的事项) are rules."""
    folded = tables.fold(text).lstrip('*_#>-"“「 ')
    if folded.startswith(
        tuple(word if not word.isascii() else word + " " for word in lang.all_phrases("not_found_conditions"))
    ):
        return True
    return any(phrase + owner in folded for owner in lang.all_phrases("not_found_owners") for phrase in _owned())


@cache
def _owned() -> tuple[str, ...]:
    return tuple(phrase for phrase in lang.all_phrases("not_found") if not phrase.isascii())


def abstains(columns: Columns, number: int) -> bool:
    """An abstention keeps its kind only where nothing of fact remains.

    A sentence whose own words stand together in the evidence is a claim about it ("the key was not found in the
    drawer"), and so is one with a quantity that the evidence holds, and one that goes on behind the denial ("..., but
    dogs are allowed", "..., but it is $50"). A value inside the denial is what is denied ("no fee of $500").
    """
    segment, claim = columns.comparison.segments[number], columns.comparison.claims[number]
    if not segment.whole_phrases and claim.word_count > ANSWERED_WORDS:
        if claim.best_matched >= TOLD_SHARE * claim.word_count:
            return False
    if _conditional(columns.text(segment.text_start, segment.text_end)):
        return False
    for place, quantity in enumerate(columns.comparison.quantities):
        if quantity.segment != number:
            continue
        matches = columns.comparison.matches_of[place]
        if any(match.source < 0 for match in matches):
            continue
        if any(match.relation <= tables.ROUNDED and match.context > 0 for match in matches):
            return False
        if _brought_in(quantity, matches) and _turns_before(columns.text(segment.text_start, quantity.start)):
            return False
    return not _goes_on(columns, segment)


def _brought_in(quantity: Quantity, matches: list[QuantityMatch]) -> bool:
    """A value that stands neither in the evidence nor in the question."""
    if quantity.flags & tables.QUANTITY_SPELLED or tables.QUANTITY_KINDS[quantity.kind] in UNCOUNTED_KINDS:
        return False
    return not any(match.relation <= tables.ROUNDED for match in matches)


@cache
def _turns() -> re.Pattern[str]:
    """Where a sentence turns from what is not told to something else."""
    words = sorted(lang.all_phrases("clause_turns"), key=lambda word: (-len(word), word))
    return re.compile("|".join(rf"\b{word}\b" if word.isascii() else word for word in words) + "|[;；]")


def _turns_before(text: str) -> bool:
    """Whether what stands behind this beginning of a sentence is another clause than its first."""
    text = tables.fold(text).lstrip(_OPENING)
    concedes = text.startswith(lang.all_phrases("clause_concessions")) and _COMMA.search(text) is not None
    return concedes or _turns().search(text) is not None


def _goes_on(columns: Columns, segment: Segment) -> bool:
    """Whether a clause behind the denial says something of its own: behind "but", or the main clause of "while ..."."""
    text = tables.fold(columns.text(segment.text_start, segment.text_end)).lstrip(_OPENING)
    clauses = _COMMA.split(text, maxsplit=1) if text.startswith(lang.all_phrases("clause_concessions")) else [text]
    clauses = [part for clause in clauses for part in _turns().split(clause)]
    if len(clauses) == 1:
        return False
    denied = False
    for clause in clauses:
        if any(phrase in clause for phrase in lang.all_phrases("not_found")):
            denied = True
        elif denied and len(asking.content_words(clause)) >= LEAST_SAID and not _says_nothing(clause):
            return True
    return False


def _says_nothing(clause: str) -> bool:
    """An offer, advice where to look, or how little the evidence has ("the index only lists its title")."""
    return any(
        phrase in clause for name in ("offer", "clause_advice", "clause_remains") for phrase in lang.all_phrases(name)
    )
