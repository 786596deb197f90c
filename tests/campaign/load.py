"""What the callers of the soak do: each RPC as it is meant, and as those do who leave, hurry, dawdle or drop the line.

The same is done to a server that only echoes, whose replies mean nothing: there nobody is told what came of it.
"""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import grpc
from http2 import Http2, message
from served import OWN_CONNECTION, VERIFY, WAIT_SECONDS

from sidecar import errors, model
from sidecar.wire import batches, evidences, streams
from sidecar.wire.report_reader import report_from_bytes
from sidecar.wire.requests import request_bytes

_BATCH = "/verify.v1.VerifyService/BatchVerify"
_STREAM = "/verify.v1.VerifyService/VerifyStream"
_REGISTER = "/verify.v1.EvidenceService/RegisterEvidence"
_DELETE = "/verify.v1.EvidenceService/DeleteEvidence"
_INFO = "/verify.v1.InfoService/GetInfo"
_HEALTH = "/grpc.health.v1.Health/"
_NO_ID = "0" * 64

_DONE = frozenset({"OK", "UNAVAILABLE"})  # the latter of workers that were killed
_LATE = _DONE | {"DEADLINE_EXCEEDED"}
_LEFT = _DONE | {"CANCELLED"}
_HELD = _DONE | {"NOT_FOUND"}  # gone to make room, deleted by another caller

Message = Callable[[bytes], object]


@dataclass(slots=True)
class Seen:
    """What all callers of a server have seen. Safe for threads."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    _reports: dict[str, model.Report] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def fault(self, what: str) -> None:
        """Keeps what must not be."""
        with self._lock:
            self.faults.append(what)

    def ended(self, kind: str, code: str, fits: frozenset[str]) -> None:
        """Counts a call; a fault where its status does not fit."""
        with self._lock:
            self.counts[kind] += 1
            self.counts[code] += 1
            if code not in fits:
                self.faults.append(f"{kind} ended with {code}")

    def report(self, kind: str, report: model.Report | errors.RequestError) -> None:
        """A fault unless it is the report that the same answer had before."""
        with self._lock:
            if not isinstance(report, model.Report):
                self.faults.append(f"{kind} refused a request: {report.reason}")
            elif self._reports.setdefault(report.request_id, report) != report:
                self.faults.append(f"{kind} had another report on answer {report.request_id} than there was before")


class Link:
    """One connection of one caller."""

    def __init__(self, address: str, seen: Seen | None) -> None:
        """`seen` is None for the echo."""
        self.address = address
        self.seen = seen
        self.channel = grpc.insecure_channel(address, OWN_CONNECTION)

    def unary(self, kind: str, path: str, data: bytes, fits: frozenset[str], seconds: float = WAIT_SECONDS) -> bytes:
        """The reply to one message; b"" where there is none."""
        call = self.channel.unary_unary(path).future(data, timeout=seconds)
        call.exception()
        self.ended(kind, call.code(), fits)
        reply: bytes | None = call.result() if call.code() is grpc.StatusCode.OK else b""
        if reply is None and self.seen is not None:
            self.seen.fault(f"{kind} ended with OK and without a reply")
        return reply or b""

    def stream(
        self, kind: str, path: str, messages: list[bytes], fits: frozenset[str], *, most: int = 0, pause: float = 0.0
    ) -> list[bytes]:
        """The replies to messages, with a pause behind each; leaves when there are `most`, and has none then."""
        call = self.channel.stream_stream(path)(iter(messages), timeout=WAIT_SECONDS)
        replies: list[bytes] = []
        with contextlib.suppress(grpc.RpcError):  # its status is looked at next
            for reply in call:
                replies.append(reply)
                time.sleep(pause)
                if len(replies) == most:
                    call.cancel()
        self.ended(kind, call.code(), fits)
        return replies if call.code() is grpc.StatusCode.OK else []

    def ended(self, kind: str, code: grpc.StatusCode, fits: frozenset[str]) -> None:
        """Looks at the status of a call that is over."""
        if self.seen is not None:
            self.seen.ended(kind, code.name, fits)


def requests(seed: int, count: int) -> list[model.Request]:
    """Answers with their evidence, from a line to some pages of it."""
    chance = random.Random(seed)
    return [_request(chance, number) for number in range(count)]


def _request(chance: random.Random, number: int) -> model.Request:
    facts = [
        f"Item {chance.randrange(999)} costs {chance.randrange(9999)} euros since {1990 + one % 35}."
        for one in range(5 << chance.randrange(7))
    ]
    claims = [f"{fact if chance.random() < 0.7 else fact.replace('1', '2')} [1]" for fact in facts[:12]]
    return model.Request(
        request_id=str(number),
        answer_text=" ".join(claims),
        sources=tuple(model.Source(str(place + 1), " ".join(facts[place::3])) for place in range(3)),
        config=model.Config(view=chance.choice((model.View.VERDICT, model.View.FINDINGS, model.View.FULL))),
    )


Act = Callable[[Link, random.Random, list[model.Request]], None]


def _verify(link: Link, chance: random.Random, rows: list[model.Request]) -> None:
    reply = link.unary("Verify", VERIFY, request_bytes(chance.choice(rows)), _DONE)
    if reply and link.seen:
        link.seen.report("Verify", report_from_bytes(reply))


def _late(link: Link, chance: random.Random, rows: list[model.Request]) -> None:
    seconds = chance.choice((0.0002, 0.001, 0.003))
    link.unary("Verify in a hurry", VERIFY, request_bytes(chance.choice(rows)), _LATE, seconds)


def _canceled(link: Link, chance: random.Random, rows: list[model.Request]) -> None:
    call = link.channel.unary_unary(VERIFY).future(request_bytes(chance.choice(rows)), timeout=WAIT_SECONDS)
    time.sleep(chance.choice((0.0, 0.0005, 0.002)))
    call.cancel()
    link.ended("Verify canceled", call.code(), _LEFT)


def _batched(link: Link, kind: str, rows: list[model.Request], *, pause: float = 0.0) -> None:
    replies = link.stream(kind, _BATCH, list(batches.in_messages(rows, 8)), _DONE, pause=pause)
    if not replies or link.seen is None:
        return
    reports = [report for reply in replies for report in batches.results_from_bytes(reply)]
    if len(reports) != len(rows):
        link.seen.fault(f"{kind} of {len(rows)} requests had {len(reports)} results")
    for report in reports:
        link.seen.report(kind, report)


def _batch(link: Link, chance: random.Random, rows: list[model.Request]) -> None:
    _batched(link, "BatchVerify", chance.choices(rows, k=chance.randrange(1, 24)))


def _dawdled(link: Link, chance: random.Random, rows: list[model.Request]) -> None:
    _batched(link, "BatchVerify read slowly", chance.choices(rows, k=48), pause=0.1)


def _left(link: Link, chance: random.Random, rows: list[model.Request]) -> None:
    messages = list(batches.in_messages(chance.choices(rows, k=32), 8))
    link.stream("BatchVerify left", _BATCH, messages, _LEFT, most=chance.randrange(1, 4))


def _deltas(chance: random.Random, row: model.Request) -> list[bytes]:
    """The messages of a stream: the answer cut anywhere, even inside a character."""
    data, cut = (row.answer_text or "").encode(), chance.choice((7, 40, 300))
    texts = [data[at : at + cut] for at in range(0, len(data), cut)]
    return list(streams.request_messages(replace(row, answer_text=None), texts))


def _stream(link: Link, chance: random.Random, rows: list[model.Request]) -> None:
    replies = link.stream("VerifyStream", _STREAM, _deltas(chance, chance.choice(rows)), _DONE)
    if replies and link.seen:
        last = streams.response_from_bytes(replies[-1])
        if isinstance(last, model.Report):
            link.seen.report("VerifyStream", last)
        else:
            link.seen.fault("VerifyStream ended without a report")


def _stream_left(link: Link, chance: random.Random, rows: list[model.Request]) -> None:
    link.stream("VerifyStream left", _STREAM, _deltas(chance, chance.choice(rows)), _LEFT, most=chance.randrange(1, 5))


def _held(link: Link, chance: random.Random, rows: list[model.Request]) -> None:
    row = chance.choice(rows)
    reply = link.unary("RegisterEvidence", _REGISTER, evidences.evidence_bytes(row.sources), _DONE)
    evidence_id = evidences.evidence_id_from(reply) if reply and link.seen else _NO_ID
    data = request_bytes(replace(row, sources=(), evidence_id=evidence_id))
    for _ in range(chance.randrange(1, 6)):
        reply = link.unary("Verify by handle", VERIFY, data, _HELD)
        if reply and link.seen:
            link.seen.report("Verify by handle", report_from_bytes(reply))
    if chance.random() < 0.3:
        link.unary("DeleteEvidence", _DELETE, evidences.deletion_bytes(evidence_id), _HELD)


def _asked(link: Link, chance: random.Random, _: list[model.Request]) -> None:
    path = chance.choice((_INFO, _HEALTH + "Check", _HEALTH + "List"))
    link.unary(path.rpartition("/")[2], path, b"", _DONE)


def _watched(link: Link, _: random.Random, __: list[model.Request]) -> None:
    call = link.channel.unary_stream(_HEALTH + "Watch")(b"", timeout=WAIT_SECONDS)
    with contextlib.suppress(grpc.RpcError):  # its status is looked at next
        next(call)
        call.cancel()
        next(call, None)
    link.ended("Watch left", call.code(), _LEFT)


def _dropped(link: Link, chance: random.Random, rows: list[model.Request]) -> None:
    """A line that goes dead in the midst of a request, or behind a whole one; nobody sees how it ends."""
    data = message(request_bytes(chance.choice(rows)))
    peer = Http2(link.address)
    whole = chance.random() < 0.5
    with contextlib.suppress(OSError):
        peer.request(data[:8000] if whole else data[: chance.randrange(len(data[:8000]))], end=whole)
    peer.socket.close()
    if link.seen:
        link.seen.counts["dropped"] += 1


# Each with its weight.
ACTS: dict[Act, int] = {
    _verify: 30,
    _late: 8,
    _canceled: 8,
    _batch: 8,
    _dawdled: 1,
    _left: 4,
    _stream: 12,
    _stream_left: 6,
    _held: 12,
    _asked: 10,
    _watched: 4,
    _dropped: 4,
}
