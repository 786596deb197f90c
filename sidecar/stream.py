"""The same path for an answer that is still being written: findings as soon as later text cannot change them.

The text that is not settled yet is read anew with each piece of the answer; once more of its sentences are settled,
they are compared with the evidence, and what can be handed on is dropped. So the work for a piece grows with the piece
and with the evidence, not with the answer so far. Where a bound of the whole answer might be met (a search that a
report calls TRUNCATED), nothing more is said before the end. The last report is `engine.verify`'s on the whole text.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from sidecar import engine, report, validate
from sidecar.checks import not_found
from sidecar.checks.names import MOST_SEARCHED
from sidecar.chunks import text_of
from sidecar.columns import JUDGED_KINDS, Columns, Note
from sidecar.config import Limits
from sidecar.errors import InvalidRequest, ResourceExhausted
from sidecar.model import Finding, OffsetUnit, Progress, Report, Request, Severity, View
from sidecar.tables import Carried, SourceIndex

# So many settled bytes before the first unsettled one are read again with it: no reading looks back farther (a closing
# quotation mark and inches are told apart by the marks of the last 256 bytes).
LEAST_CONTEXT_BYTES = 288
# A text of which nothing is settled is read again only when it has doubled, from this length on.
LONG_UNSETTLED_CHARACTERS = 16 * 1024
# Of one that waits for what stands behind an abstention, so many characters come before it is read again.
WAITING_CHARACTERS = 128


Chunk = TypeVar("Chunk")


class FailedAnswer(Exception):
    """An answer that is still being written has a failing finding; `finding` is it."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(f"{finding.reason_id} at {finding.answer_span}")
        self.finding = finding


class Verify(Protocol):
    """`engine.verify`, or what stands in for it."""

    def __call__(self, request: Request, limits: Limits = ..., *, index: SourceIndex | None = ...) -> Report:
        """One answer, one report."""


@dataclass(slots=True)
class _Settled:
    """One settled segment: its end in bytes of the text at hand, what it hands on, whether reading may start behind."""

    end: int
    carried: Carried
    restarts: bool


class Stream:
    """One growing answer. Not for several threads at a time.

    stream = Stream(request)
    for piece in pieces:
        if progress := stream.feed(piece):
            ...
    last, report = stream.finish()
    """

    def __init__(
        self,
        request: Request,
        limits: Limits = engine.DEFAULT_LIMITS,
        *,
        verify: Verify = engine.verify,
        index: SourceIndex | None = None,
    ) -> None:
        """`request` without an answer; its evidence is read here, unless `index` has it.

        Raises:
            InvalidRequest: the request breaks a rule, or has an answer; the error names the field and the fix.
        """
        for name in ("answer_text", "structured_answer", "structured_json"):
            if getattr(request, name) is not None:
                raise InvalidRequest(
                    f"{name} is set, and the answer comes in pieces; leave it out",
                    field=name,
                    reason="ANSWER_SET",
                    fix="leave it out",
                )
        self._request = replace(request, answer_text="")
        self._limits = limits
        validate.check(self._request, limits, sources_checked=index is not None)
        self._index = engine.read_evidence(self._request, limits) if index is None else index
        self._verify = verify
        self._unit = request.config.offset_unit
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._texts: list[str] = []
        self._byte_count = 0
        self._told: set[str] = set()
        self._hidden_told = False
        # The text from the place on at which reading starts, what stands before it, and what of it is settled.
        self._tail = ""
        self._before = report.NOTHING_BEFORE
        self._carried = Carried()
        self._settled: list[_Settled] = []
        self._next_length = 0
        # With VIEW_VERDICT no findings are wanted, and nothing is told before the end.
        self._waits = request.config.view == View.VERDICT
        self._quote_work = self._searched = 0
        # Whether the first abstention stands alone, once that is known, and whether there was one.
        self._alone: bool | None = None
        self._abstained = False

    @property
    def request_id(self) -> str:
        """The request's own id."""
        return self._request.request_id

    @property
    def view(self) -> View:
        """The view of the report."""
        return self._request.config.view

    def feed(self, data: bytes | str) -> Progress | None:
        """Takes the next piece of the answer, cut anywhere; None where nothing has become sure.

        Raises:
            InvalidRequest: the bytes are not UTF-8; more segments than the limit.
            ResourceExhausted: the answer is longer than a message may be.
        """
        text = self._decoded(data.encode() if isinstance(data, str) else data)
        if not text:
            return None
        self._texts.append(text)
        if self._waits:
            return None
        self._tail += text
        if len(self._tail) < self._next_length:
            return None
        return self._advance()

    def finish(self) -> tuple[Progress, Report]:
        """Ends the answer: the findings that were left, and the report on the whole.

        Raises:
            InvalidRequest: the answer ends inside a character, or breaks a rule.
        """
        self._decoded(b"", final=True)
        answer = "".join(self._texts)
        made = self._verify(replace(self._request, answer_text=answer), self._limits, index=self._index)
        left = tuple([finding for finding in made.findings if finding.finding_id not in self._told])
        return Progress(left, _units(answer, self._unit)), made

    def _decoded(self, data: bytes, *, final: bool = False) -> str:
        self._byte_count += len(data)
        if self._byte_count > self._limits.max_message_bytes:
            fix = "end the answer earlier, or raise max-message-bytes of the server"
            raise ResourceExhausted(
                f"the answer has {self._byte_count} bytes or more; at most {self._limits.max_message_bytes} are "
                f"accepted; {fix}",
                field="delta",
                reason="ANSWER_TOO_LONG",
                limit=str(self._limits.max_message_bytes),
                value=str(self._byte_count),
                fix=fix,
            )
        kept = len(self._decoder.getstate()[0])
        try:
            return self._decoder.decode(data, final)
        except UnicodeDecodeError as error:
            place = self._byte_count - len(data) - kept + error.start
            raise InvalidRequest(
                f"delta is not valid UTF-8 at byte {place} of the answer; send UTF-8, cut anywhere",
                field="delta",
                reason="INVALID_UTF8",
                value=f"byte {place}",
                fix="send UTF-8, cut anywhere",
            ) from None

    def _advance(self) -> Progress | None:
        known = len(self._settled)
        carried = self._carried
        if self._settled:  # what is read again is not counted again
            last = self._settled[-1].carried
            carried = last._replace(inside=carried.inside, next_label=carried.next_label, label_end=carried.label_end)
        columns = engine.judge_piece(self._request, self._tail, self._index, self._limits, carried, known, self._alone)
        if columns is None:
            long = len(self._tail) > LONG_UNSETTLED_CHARACTERS
            self._next_length = 2 * len(self._tail) if long else 0
            return None
        if not self._sure(columns):
            self._waits = True
            self._tail = ""
            return None
        count = self._decided(columns, known)
        if count <= known:
            self._next_length = len(self._tail) + WAITING_CHARACTERS
            return None
        comparison = columns.comparison
        segments = comparison.segments
        for number in range(known, count):
            self._settled.append(
                _Settled(segments[number].end, comparison.carried(number), comparison.restarts_behind(number))
            )
        validate.check_claim_count(self._request, self._before.segment_count + count, self._limits)
        end = segments[count - 1].end
        columns.notes = [note for note in columns.notes if self._is_settled(note, known, count, end)]
        self._abstained |= "abstention" in columns.kinds[known:count]
        findings = report.findings(columns, self._before)
        self._told.update([finding.finding_id for finding in findings])
        through = self._before.unit_count + columns.span(0, end).end
        self._drop(columns)
        return Progress(findings, through)

    def _sure(self, columns: Columns) -> bool:
        """Whether what was judged is what the whole answer's report will say.

        What was settled is read as before, and no bound of the whole answer can have been met.
        """
        comparison = columns.comparison
        for number, settled in enumerate(self._settled):
            if comparison.segments[number].end != settled.end:
                return False
        if self._settled:
            again, before = comparison.carried(len(self._settled) - 1), self._settled[-1].carried
            if (again.inside, again.next_label, again.label_end) != (
                before.inside,
                before.next_label,
                before.label_end,
            ):
                return False
        self._searched += columns.searched
        work, most_work = comparison.quote_work
        self._quote_work += work
        if columns.cut_short or comparison.truncated or self._searched > MOST_SEARCHED:
            return False
        if work and self._quote_work > most_work:
            return False
        return comparison.carried(comparison.settled_count - 1).work <= comparison.most_work

    def _decided(self, columns: Columns, known: int) -> int:
        """How many of the segments are settled and have all that their findings rest on: what is said of an abstention
        may rest on whether the answer says anything else before it or soon behind.
        """
        count = columns.comparison.settled_count
        kinds = columns.kinds[known:count]
        if self._alone is not None or "abstention" not in kinds:
            if not JUDGED_KINDS.isdisjoint(kinds):
                self._alone = False
            return count
        segments = columns.comparison.segments[known:count]
        first = kinds.index("abstention")
        reach = segments[first].end + not_found.ALONE_BYTES
        if any(row.start < reach for row, kind in zip(segments, kinds, strict=True) if kind in JUDGED_KINDS):
            self._alone = False
        elif segments[-1].end >= reach:
            self._alone = True
        elif not_found.rests_on_being_alone(columns, self._request.question_text):
            return known + first
        return count

    def _is_settled(self, note: Note, known: int, count: int, end: int) -> bool:
        """Whether a note is new and stays: it is about one segment, or the first hidden character of the answer."""
        if note.claim_index is not None:
            repeated = self._abstained and note.reason_id == "false-abstention"  # that of the first one counts
            return known <= note.claim_index < count and not repeated
        if note.reason_id != "hidden-text" or note.start < 0 or note.end > end or self._hidden_told:
            return False
        self._hidden_told = True
        return True

    def _drop(self, columns: Columns) -> None:
        """Moves the place at which reading starts as far as it can be, before at least one settled segment."""
        last = len(self._settled) - 1
        end = self._settled[last].end
        listing = frozenset(columns.listing)
        for number in range(last - 1, -1, -1):  # the segment behind which reading would start
            row = self._settled[number]
            if not row.restarts or number + 1 in listing or end - row.end < LEAST_CONTEXT_BYTES:
                continue
            dropped = columns.text(0, row.end)
            self._before = report.Before(
                self._before.byte_count + row.end,
                self._before.unit_count + columns.span(0, row.end).end,
                self._before.segment_count + number + 1,
            )
            self._tail = self._tail[len(dropped) :]
            self._carried = _moved(row.carried, row.end)
            self._settled = [
                _Settled(later.end - row.end, _moved(later.carried, row.end), later.restarts)
                for later in self._settled[number + 1 :]
            ]
            return


def guarded(
    request: Request,
    chunks: Iterable[Chunk],
    *,
    fail_at: Severity = Severity.ERROR,
    limits: Limits = engine.DEFAULT_LIMITS,
) -> Iterator[Chunk]:
    """Hands on the pieces of an answer as they come (`sidecar.chunks`), each behind a look at what it makes sure.

    Raises:
        FailedAnswer: at the first finding at least as severe as `fail_at`, or, behind the last piece, for what only the
            whole answer tells. Whoever iterates stops the generator then.
        InvalidRequest: as `Stream` does.
    """
    stream = Stream(request, limits)
    for chunk in chunks:
        progress = stream.feed(text_of(chunk))
        if progress is not None:
            _fail(progress, fail_at)
        yield chunk
    _fail(stream.finish()[0], fail_at)


def _fail(progress: Progress, fail_at: Severity) -> None:
    for finding in progress.findings:
        if finding.severity >= fail_at and not finding.waived:
            raise FailedAnswer(finding)


def _moved(carried: Carried, dropped: int) -> Carried:
    return carried._replace(label_end=carried.label_end - dropped)


def _units(text: str, unit: OffsetUnit) -> int:
    if unit == OffsetUnit.CODE_POINTS:
        return len(text)
    if unit == OffsetUnit.UTF16_CODE_UNITS:
        return len(text.encode("utf-16-le")) // 2
    return len(text.encode())
