"""One answer has one report, byte for byte, however it is asked for: alone, in a batch, as a stream, with evidence by
its id or inline, by any worker, at any SIMD level. The answers are those of other tests' tables, and those of
`../shared` where it is there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from wire_support import WAIT_SECONDS

import sidecar
from sidecar import _core, model
from sidecar.pb.verify.v1 import evidence_service_pb2, verify_service_pb2
from sidecar.wire import streams
from sidecar.wire.reports import report_bytes
from sidecar.wire.requests import request_bytes

ROOT = Path(__file__).parents[2]
TABLES = ROOT / "tests" / "acceptance"
CASES = next((path for path in (up / "shared/cases/cases.jsonl" for up in ROOT.parents) if path.exists()), None)
CONNECTIONS = 6
"""The kernel chooses the worker by connection: all of them meet the same one once in 2 ** 5 runs."""


def texts() -> Iterator[tuple[str, list[str], str]]:
    """Answers, their evidence, and the question where there is one."""
    for rows in tomllib.loads((TABLES / "contradiction_pairs.toml").read_text("utf-8")).values():
        for row in rows[::4]:
            for answer in row[1:]:
                yield answer, [row[0]], ""
    for case in tomllib.loads((TABLES / "quotes.toml").read_text("utf-8"))["case"]:
        yield case["answer"], case["evidence"], case.get("question", "")
    for line in () if CASES is None else CASES.read_text("utf-8").splitlines():
        case = json.loads(line)
        if isinstance(case["answer"], str):
            yield case["answer"], [str(one.get("text", "")) for one in case["evidence"]], case.get("question") or ""


CONFIG = model.Config(want_digest=True, want_repair=True, want_rendering=True)
REQUESTS = [
    model.Request(answer, tuple(model.Source(str(n), text) for n, text in enumerate(evidence, 1)), question)
    for answer, evidence, question in texts()
]
REQUESTS = [replace(request, request_id=f"r{n}", config=CONFIG) for n, request in enumerate(REQUESTS)]


@pytest.fixture(scope="module")
def expected() -> list[bytes]:
    return [report_bytes(sidecar.verify(request)) for request in REQUESTS]


@pytest.fixture(scope="module")
def channels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[grpc.Channel]]:
    """Connections to a server of two workers."""
    command = [sys.executable, "-m", "sidecar", "serve", "--address", "127.0.0.1:0", "--workers", "2"]
    process = subprocess.Popen(
        [*command, "--evidence-folder", str(tmp_path_factory.mktemp("evidence"))],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().rpartition(" ")[2].strip()
        with ExitStack() as stack:
            own = [("grpc.use_local_subchannel_pool", 1)]
            yield [stack.enter_context(grpc.insecure_channel(address, own)) for _ in range(CONNECTIONS)]
        process.terminate()
        assert process.wait(WAIT_SECONDS) == 0
    finally:
        process.kill()
        process.communicate()


def written(message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)


def verify(channel: grpc.Channel, data: bytes) -> bytes:
    method: Any = channel.unary_unary("/verify.v1.VerifyService/Verify")
    reply: bytes = method(data, timeout=WAIT_SECONDS)
    return reply


@pytest.mark.parametrize("level", _core.simd_levels())
def test_at_any_simd_level(expected: list[bytes], level: str) -> None:
    try:
        _core.force_simd_level(level)
        assert [report_bytes(sidecar.verify(request)) for request in REQUESTS] == expected
    finally:
        _core.force_simd_level(_core.SIMD_LEVEL)


def test_alone(channels: list[grpc.Channel], expected: list[bytes]) -> None:
    got = [verify(channels[n % CONNECTIONS], request_bytes(request)) for n, request in enumerate(REQUESTS)]
    assert got == expected


def test_in_a_batch_by_any_worker(channels: list[grpc.Channel], expected: list[bytes]) -> None:
    rows = [verify_service_pb2.VerifyRequest.FromString(request_bytes(request)) for request in REQUESTS]
    data = verify_service_pb2.BatchVerifyRequest(requests=rows).SerializeToString()
    for channel in channels:
        method: Any = channel.stream_stream("/verify.v1.VerifyService/BatchVerify")
        replies = [verify_service_pb2.BatchVerifyResponse.FromString(reply) for reply in method(iter([data]))]
        assert [written(row.response) for reply in replies for row in reply.results] == expected


def test_as_a_stream(channels: list[grpc.Channel], expected: list[bytes]) -> None:
    for n, request in enumerate(REQUESTS):
        data = (request.answer_text or "").encode()
        size = (1, 7, 60)[n % 3]
        pieces = [data[at : at + size] for at in range(0, len(data), size)]
        method: Any = channels[n % CONNECTIONS].stream_stream("/verify.v1.VerifyService/VerifyStream")
        *_, last = method(streams.request_messages(replace(request, answer_text=None), pieces), timeout=WAIT_SECONDS)
        assert written(verify_service_pb2.VerifyStreamResponse.FromString(last).report) == expected[n]


def test_with_evidence_by_its_id(channels: list[grpc.Channel], expected: list[bytes]) -> None:
    for n, request in enumerate(REQUESTS):
        sources = verify_service_pb2.VerifyRequest.FromString(request_bytes(request)).sources
        registering = evidence_service_pb2.RegisterEvidenceRequest(sources=sources)
        register: Any = channels[n % CONNECTIONS].unary_unary("/verify.v1.EvidenceService/RegisterEvidence")
        reply = register(registering.SerializeToString(), timeout=WAIT_SECONDS)
        evidence_id = evidence_service_pb2.RegisterEvidenceResponse.FromString(reply).evidence_id
        named = request_bytes(replace(request, sources=(), evidence_id=evidence_id))
        assert verify(channels[(n + 1) % CONNECTIONS], named) == expected[n]
