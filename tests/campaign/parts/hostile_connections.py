"""Hostile connections: frames that no gRPC client sends, halves of requests, floods, and callers that never read.

Each connection must come to an end by itself: answered, reset or closed; or, where the caller holds back its bytes, be
left waiting without a hindrance to others. Behind each step the server answers, and has let go of all descriptors.
"""

from __future__ import annotations

import json
import random
import socket
import struct
from collections.abc import Callable
from contextlib import suppress

import h2.exceptions
from http2 import Http2, connected, message
from runner import CampaignFault, Figures, Part, Step
from served import CANARY, Served, serving

_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def _read_to_end(connection: socket.socket) -> bytes:
    """What comes until the other side closes."""
    out = bytearray()
    with suppress(ConnectionError):
        while data := connection.recv(65536):
            out += data
    return bytes(out)


Act = Callable[[Served, random.Random, list[socket.socket]], str]


def _half_closed(server: Served, chance: random.Random, _: list[socket.socket]) -> str:
    """The caller ends its side with no message, half a message, or a length that never comes."""
    link = Http2(server.address)
    whole = message(CANARY)
    data = chance.choice(
        (b"", whole[:3], whole[:-1], b"\0\xff\xff\xff\xff", b"\1" + whole[1:], b"\7" + whole[1:], whole * 2)
    )
    status = link.status_of(link.request(data))
    link.socket.close()
    return status


def _reset(server: Served, chance: random.Random, _: list[socket.socket]) -> str:
    """Streams that are reset as soon as they are opened; then one is asked in earnest."""
    link = Http2(server.address)
    with suppress(h2.exceptions.ProtocolError):
        for _ in range(chance.choice((1, 50, 300))):
            stream = link.request(message(CANARY)[: chance.randrange(40)], end=False)
            link.peer.reset_stream(stream, error_code=chance.choice((0, 8, 2)))
            link.flush()
        status = link.status_of(link.request(message(CANARY)))
        link.socket.close()
        return status
    link.socket.close()
    return "closed"


def _flood(server: Served, chance: random.Random, _: list[socket.socket]) -> str:
    """Pings, settings and window updates without end; then one is asked in earnest."""
    link = Http2(server.address)
    kind = chance.randrange(3)
    for _ in range(chance.choice((10, 2000))):
        if kind == 0:
            link.peer.ping(chance.randbytes(8))
        elif kind == 1:
            link.peer.update_settings({})
        else:
            link.peer.increment_flow_control_window(1)
        with suppress(OSError):
            link.flush()
    status = "closed"
    with suppress(h2.exceptions.ProtocolError):
        status = link.status_of(link.request(message(CANARY)))
    link.socket.close()
    return status


def _slow(server: Served, chance: random.Random, held: list[socket.socket]) -> str:
    """Half of a request, and then nothing: it is held open while others go on."""
    link = Http2(server.address)
    link.request(message(CANARY)[: chance.randrange(len(CANARY))], end=False)
    held.append(link.socket)
    return "held"


def _unread(server: Served, _: random.Random, held: list[socket.socket]) -> str:
    """A caller that asks and never reads."""
    link = Http2(server.address)
    for _i in range(20):
        link.request(message(CANARY))
    held.append(link.socket)
    return "held"


def _frames(server: Served, chance: random.Random, _: list[socket.socket]) -> str:
    """Frames by chance behind a right or wrong preface."""
    connection = connected(server.address)
    data = _PREFACE if chance.random() < 0.9 else chance.randbytes(24)
    for _i in range(chance.randrange(1, 8)):
        body = chance.randbytes(chance.randrange(64))
        length = chance.choice((len(body), 0xFFFFFF, 0))
        data += struct.pack(">I", length)[1:] + bytes((chance.randrange(12), chance.randrange(256)))
        data += struct.pack(">I", chance.randrange(6)) + body
    with suppress(OSError):
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        _read_to_end(connection)
    connection.close()
    return "closed"


def _http(server: Served, chance: random.Random, held: list[socket.socket]) -> str:
    """The HTTP port: noise, wrong lengths, headers without end, JSON deeper than anybody reads."""
    connection = connected(server.http)
    head = b"POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    body = b'{"answerText":' * chance.choice((1, 5000)) + b"[" * chance.choice((0, 100_000))
    match chance.randrange(6):
        case 0:
            data = chance.randbytes(chance.randrange(1, 300)) + b"\r\n\r\n"
        case 1:
            data = head + b"".join(b"X-%d: %s\r\n" % (i, b"v" * 1000) for i in range(200)) + b"\r\n"
        case 2:
            data = head + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body
        case 3:
            data = head + b"Content-Length: -5\r\n\r\n"
        case 4:
            data = head + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n"
        case _:
            connection.sendall(head + b"Content-Length: 1000000\r\n\r\n" + b"{")
            held.append(connection)
            return "held"
    with suppress(OSError):
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
    reply = _read_to_end(connection)
    connection.close()
    if not reply:
        return "closed"
    status = int(reply.split()[1])
    if not 400 <= status < 500:
        raise CampaignFault(f"HTTP {status} for {data[:120]!r}")
    return f"http {status}"


def _http_good(server: Served, _: random.Random, _held: list[socket.socket]) -> str:
    """One in earnest over HTTP."""
    body = json.dumps({"answerText": "It is 5.", "sources": [{"sourceId": "1", "text": "It is 6."}]}).encode()
    connection = connected(server.http)
    head = b"POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
    connection.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    reply = _read_to_end(connection)
    connection.close()
    if b" 200 " not in reply[:20] or b"OUTCOME_FAIL" not in reply:
        raise CampaignFault(f"a good request over HTTP had {reply[:200]!r}")
    return "http 200"


KINDS: dict[str, tuple[int, Act]] = {
    "half-closed": (30, _half_closed),
    "reset": (10, _reset),
    "flood": (5, _flood),
    "slow": (10, _slow),
    "unread": (5, _unread),
    "frames": (40, _frames),
    "http": (30, _http),
    "http-good": (5, _http_good),
}
_HELD_AT_ONCE = 100


def run(step: Step) -> Figures:
    """Opens the step's connections one after the other; the held ones stay for a while."""
    figures = Figures()
    chance = random.Random(f"{step.seed}/{step.first}")
    held: list[socket.socket] = []
    with serving("--workers", "1") as server:
        server.check_alive()
        open_files = server.open_files()
        for _ in range(step.count):
            (kind,) = chance.choices(list(KINDS), [weight for weight, _ in KINDS.values()])
            status = KINDS[kind][1](server, chance, held)
            figures.counts[kind] += 1
            figures.counts[status] += 1
            if len(held) > _HELD_AT_ONCE:
                held.pop(chance.randrange(len(held))).close()
        server.check_alive()
        figures.saw("MiB resident", server.resident_bytes() / 2**20)
        for connection in held:
            connection.close()
        server.check_let_go(open_files)
    return figures


PART = Part("hostile-connections", "connections", 40_000, 2_000, run)
