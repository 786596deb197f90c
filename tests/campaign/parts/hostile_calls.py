"""Malformed and hostile messages through a gRPC client: each gets a clear status, and memory stays where it was.

The kinds take turns by chance; what each may be answered with is written beside it. UNKNOWN and INTERNAL never fit:
they say that the server did not expect it. A batch that can be read counts as its requests, each of which has a status
of its own.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable

import grpc
from runner import CampaignFault, Figures, Part, Step
from served import OWN_CONNECTION, VERIFY, WAIT_SECONDS, serving

from sidecar import model
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.wire.requests import request_bytes

BATCH = "/verify.v1.VerifyService/BatchVerify"
INFO = "/verify.v1.InfoService/GetInfo"
HEALTH = "/grpc.health.v1.Health/Check"
REFLECTION = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"

_MESSAGE_BYTES = 1 << 20
_AT_ONCE = 16
_MOST_GROWTH_BYTES = 96 << 20  # behind the first step, while bombs of a megabyte are in work
_REFUSED = frozenset({"INVALID_ARGUMENT", "RESOURCE_EXHAUSTED"})
_JUDGED = _REFUSED | {"OK", "NOT_FOUND"}  # the last: bytes that happen to be an evidence_id

_WORDS = (
    *("the fee is 30 euros per month", "运费由买家承担，退款在三个工作日内到账。", "not found in the documents"),
    *("[1]", "[2][9]", "“the fee”", "\n\n", "| a | 1 |\n|---|---|\n", "- item 12 %", "2024-03-01", "```\ncode\n```"),
    *("1,299.00", "±5", "\u202e", "e\u0301", "😀", "**", "…"),
)

_ASCII = range(128)
_HAN = range(0x4E00, 0x4E80)
# Marks, joiners, separators, digits of other scripts, planes above the first: a few of each.
_ANY = [point for point in range(0xA0, 0x30000, 1531) if not 0xD800 <= point < 0xE000][:128]


def _text(chance: random.Random, words: int) -> str:
    return " ".join(chance.choice(_WORDS) for _ in range(chance.randrange(words)))


def _good(chance: random.Random) -> bytes:
    sources = tuple(model.Source(str(i + 1), _text(chance, 30)) for i in range(chance.randrange(4)))
    return request_bytes(
        model.Request(
            request_id=str(chance.randrange(10**6)),
            question_text=_text(chance, 4),
            answer_text=_text(chance, 20),
            sources=sources,
            config=model.Config(want_repair=chance.random() < 0.2, want_digest=chance.random() < 0.2),
        )
    )


def _mutated(chance: random.Random, data: bytes) -> bytes:
    """A few bytes changed, cut out, put in, or doubled."""
    out = bytearray(data)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(out) + 1)
        match chance.randrange(5):
            case 0 if at < len(out):
                out[at] = chance.randrange(256)
            case 1:
                del out[at : at + chance.randrange(1, 9)]
            case 2:
                out[at:at] = chance.randbytes(chance.randrange(1, 9))
            case 3:
                out[at:at] = out[at : at + chance.randrange(64)]
            case _:
                del out[at:]
    return bytes(out)


def _field(number: int, data: bytes) -> bytes:
    """A length-delimited field."""
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _nested(chance: random.Random) -> bytes:
    """Messages in messages, groups in groups, JSON in JSON, deeper than anybody reads."""
    depth = chance.choice((90, 101, 1000, 20_000))
    match chance.randrange(3):
        case 0:
            data = b""
            for _ in range(min(depth, 2000)):
                data = _field(chance.choice((4, 5, 9, 30)), data)
            return data
        case 1:
            return b"\x0b" * depth + b"\x0c" * depth
        case _:
            return request_bytes(model.Request(structured_json="[" * depth + chance.choice(("", "]" * depth))))


def _many(chance: random.Random) -> bytes:
    """Counts far above what a caller means."""
    match chance.randrange(5):
        case 0:
            sources = (model.Source(str(i), "") for i in range(chance.choice((9_999, 10_001))))
            return request_bytes(model.Request(answer_text="1", sources=tuple(sources)))
        case 1:
            return request_bytes(model.Request(answer_text="[1]" * 50_000, sources=(model.Source("1", "a"),)))
        case 2:
            return request_bytes(model.Request(answer_text="It is 5. " * chance.choice((1_999, 2_100))))
        case 3:
            ends = "".join(chance.choice("([{「“\"'*|`$9一") for _ in range(100))
            return request_bytes(model.Request(answer_text=ends * 1000, sources=(model.Source("1", ends * 1000),)))
        case _:
            return _field(1, b"a" * 200_000) + _field(3, b"\xff" * 10)


def _not_utf8(chance: random.Random) -> bytes:
    bad = chance.choice((b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe4\xb8"))
    return _field(chance.choice((1, 2, 3)), b"ab" + bad + b"c") + _good(chance)


class Caller:
    """Sends one hostile call after another over one channel, a few at a time."""

    def __init__(self, address: str, figures: Figures) -> None:
        """Opens a channel of its own."""
        options = (*OWN_CONNECTION, ("grpc.max_send_message_length", -1), ("grpc.max_receive_message_length", -1))
        self.channel = grpc.insecure_channel(address, options)
        self._figures = figures
        self.sent = 0
        self._flying: deque[tuple[str, frozenset[str], bytes, grpc.Future]] = deque()
        self._verify = self.channel.unary_unary(VERIFY)
        self._batch = self.channel.stream_stream(BATCH)

    def send(self, chance: random.Random) -> None:
        """One call of a kind that chance picks."""
        (kind,) = chance.choices(list(KINDS), [weight for weight, _ in KINDS.values()])
        KINDS[kind][1](self, chance, kind)

    def unary(self, kind: str, data: bytes, fits: frozenset[str], path: str = VERIFY, **options: object) -> None:
        """Sends without waiting, unless too many are under way."""
        self.sent += 1
        call = self._verify if path == VERIFY else self.channel.unary_unary(path)
        timeout = options.pop("timeout", WAIT_SECONDS)
        self._flying.append((kind, fits, data, call.future(data, timeout=timeout, **options)))
        if len(self._flying) >= _AT_ONCE:
            self._settle()

    def batch(self, kind: str, messages: list[list[bytes]]) -> None:
        """Sends messages of these requests, and looks at the status that each of them has."""
        call = self._batch(
            iter([b"".join(_field(1, one) for one in message) for message in messages]), timeout=WAIT_SECONDS
        )
        requests = iter([one for message in messages for one in message])
        try:
            for reply in call:
                for result in verify_service_pb2.BatchVerifyResponse.FromString(reply).results:
                    self._count(kind, _JUDGED, next(requests), result.error.code or "OK")
        except grpc.RpcError:
            raise CampaignFault(f"{kind} as a whole was answered with {call.code().name}") from None
        if left := list(requests):
            raise CampaignFault(f"{len(left)} requests of a batch had no result")
        self.sent += sum(map(len, messages))

    def broken_batch(self, kind: str, data: bytes) -> None:
        """Sends one message that may be no batch, and reads the replies to their end."""
        self.sent += 1
        call = self._batch(iter([data]), timeout=WAIT_SECONDS)
        try:
            for _ in call:
                pass
        except grpc.RpcError:
            pass  # its status is looked at below
        self._count(kind, _JUDGED, data, call.code().name)

    def finish(self) -> None:
        """Waits for what is under way."""
        while self._flying:
            self._settle()

    def _settle(self) -> None:
        kind, fits, data, call = self._flying.popleft()
        call.exception()
        self._count(kind, fits, data, call.code().name)

    def _count(self, kind: str, fits: frozenset[str], data: bytes, code: str) -> None:
        if code not in fits:
            raise CampaignFault(f"{kind} was answered with {code}, not {'/'.join(sorted(fits))}: {data[:200].hex()}")
        self._figures.counts[kind] += 1
        self._figures.counts[code] += 1


def _strange(chance: random.Random) -> bytes:
    """A request that can be read, of texts that nobody would write: words with characters of any kind between them."""
    characters = [chr(chance.choice((_ASCII, _HAN, _ANY))[chance.randrange(128)]) for _ in range(chance.randrange(40))]
    answer, evidence = ([*_text(chance, 15).split(" "), *characters] for _ in range(2))
    chance.shuffle(answer)
    chance.shuffle(evidence)
    return request_bytes(model.Request(answer_text="".join(answer), sources=(model.Source("1", " ".join(evidence)),)))


def _mutants(chance: random.Random, count: int) -> list[bytes]:
    return [_strange(chance) if chance.random() < 0.4 else _mutated(chance, _good(chance)) for _ in range(count)]


def _send_batch(caller: Caller, chance: random.Random, kind: str) -> None:
    caller.batch(kind, [_mutants(chance, chance.choice((0, 1, 20, 400))) for _ in range(chance.randrange(1, 4))])


def _send_broken_batch(caller: Caller, chance: random.Random, kind: str) -> None:
    data = b"".join(_field(1, one) for one in _mutants(chance, chance.randrange(1, 5)))
    caller.broken_batch(kind, _mutated(chance, data))


def _send_bomb(caller: Caller, chance: random.Random, kind: str) -> None:
    """Three megabytes of the same letter that travel as three kilobytes, over the limit of one."""
    size = chance.choice((_MESSAGE_BYTES // 2, 3 * _MESSAGE_BYTES))
    data = request_bytes(model.Request(answer_text=chance.choice(("a", "1", "[")) * size))
    caller.unary(kind, data, _JUDGED, compression=grpc.Compression.Gzip)


def _send_headers(caller: Caller, chance: random.Random, kind: str) -> None:
    size = chance.choice((100, 7_000, 20_000, 100_000))
    metadata = tuple((f"x-{i}", "v" * size) for i in range(chance.choice((1, 4, 40))))
    caller.unary(kind, _good(chance), _JUDGED | {"UNAVAILABLE"}, metadata=metadata)


def _send_late(caller: Caller, chance: random.Random, kind: str) -> None:
    fits = _JUDGED | {"DEADLINE_EXCEEDED"}
    caller.unary(kind, _good(chance), fits, timeout=chance.choice((0.0, 1e-6, 0.001)))


def _send_elsewhere(caller: Caller, chance: random.Random, kind: str) -> None:
    path = chance.choice((INFO, HEALTH, REFLECTION, "/verify.v1.VerifyService/Nothing", "/a/b", "/"))
    fits = _JUDGED | {"UNIMPLEMENTED"}
    caller.unary(kind, chance.randbytes(chance.randrange(40)), fits, path)


Send = Callable[[Caller, random.Random, str], None]


def _data(make: Callable[[random.Random], bytes], fits: frozenset[str]) -> Send:
    return lambda caller, chance, kind: caller.unary(kind, make(chance), fits)


# Each with its weight: what costs the server most comes least.
KINDS: dict[str, tuple[int, Send]] = {
    "good": (1000, _data(_good, frozenset({"OK"}))),
    "mutated": (7000, _data(lambda chance: _mutated(chance, _good(chance)), _JUDGED)),
    "noise": (600, _data(lambda chance: chance.randbytes(chance.randrange(200)), _JUDGED)),
    "strange": (500, _data(_strange, frozenset({"OK"}))),
    "not-utf8": (500, _data(_not_utf8, frozenset({"INVALID_ARGUMENT"}))),
    "nested": (50, _data(_nested, _JUDGED)),
    "many": (4, _data(_many, _JUDGED)),
    "batch": (200, _send_batch),
    "broken batch": (300, _send_broken_batch),
    "bomb": (4, _send_bomb),
    "headers": (100, _send_headers),
    "late": (200, _send_late),
    "elsewhere": (200, _send_elsewhere),
}


def run(step: Step) -> Figures:
    """Sends the step's calls to a server of its own, and looks at its memory and its canary."""
    figures = Figures()
    chance = random.Random(f"{step.seed}/{step.first}")
    with serving("--workers", "1", "--max-message-bytes", str(_MESSAGE_BYTES)) as server:
        caller = Caller(server.address, figures)
        warm = max(1, step.count // 5)
        resident = 0
        while caller.sent < step.count:
            if not resident and caller.sent >= warm:
                resident = server.resident_bytes()
            caller.send(chance)
        caller.finish()
        server.check_alive(caller.channel)
        caller.channel.close()
        server.check_alive()
        growth = server.resident_bytes() - resident
        figures.saw("MiB of growth", growth / 2**20)
        if growth > _MOST_GROWTH_BYTES:
            raise CampaignFault(f"memory grew by {growth} bytes behind the first fifth")
    return figures


PART = Part("hostile-calls", "requests", 1_000_000, 50_000, run)
