"""Compressed requests: read like others, and never inflated beyond what a request may have."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from wire_support import WAIT_SECONDS, FakeEngine, raw_verify

from sidecar.config import ServerSettings
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server.app import Server, create_server
from sidecar.server.inflation import inflated

ROOT = Path(__file__).parent.parent.parent
ANSWER = "The fee is 12 euros. " * 50
GOOD = verify_service_pb2.VerifyRequest(request_id="good", answer_text=ANSWER)


def test_compressed_messages_are_read(server: Server, engine: FakeEngine, channel: grpc.Channel) -> None:
    raw_verify(channel)(GOOD.SerializeToString(), timeout=WAIT_SECONDS, compression=grpc.Compression.Gzip)
    batch: Any = channel.stream_stream("/verify.v1.VerifyService/BatchVerify")
    messages = iter([verify_service_pb2.BatchVerifyRequest(requests=[GOOD] * 3).SerializeToString()])
    assert list(batch(messages, timeout=WAIT_SECONDS, compression=grpc.Compression.Gzip))
    assert [request.answer_text for request in engine.requests] == [ANSWER] * 4
    asked = health_pb2.HealthCheckRequest(service="verify.v1.VerifyService")
    reply = health_pb2_grpc.HealthStub(channel).Check(asked, timeout=WAIT_SECONDS, compression=grpc.Compression.Gzip)
    assert reply.status == reply.SERVING


def test_an_encoding_that_is_not_offered_is_refused(channel: grpc.Channel) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        raw_verify(channel)(GOOD.SerializeToString(), timeout=WAIT_SECONDS, compression=grpc.Compression.Deflate)
    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize("spoil", [lambda data: data[:-9], lambda data: data + b"x", lambda _: b"\x1f\x8b"])
def test_what_only_looks_compressed_is_no_message(spoil: Any, channel: grpc.Channel) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        raw_verify(channel)(spoil(gzip.compress(GOOD.SerializeToString())), timeout=WAIT_SECONDS)
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT


@pytest.mark.parametrize("size", [0, 1, 999, 1000])
def test_a_message_within_the_limit_is_inflated_whole(size: int) -> None:
    assert inflated(gzip.compress(b"a" * size), 1000) == b"a" * size


@pytest.mark.parametrize("size", [1001, 10_000_000])
def test_a_longer_one_is_inflated_one_byte_beyond_the_limit(size: int) -> None:
    assert inflated(gzip.compress(b"a" * size), 1000) == b"a" * 1001


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_a_bomb_is_refused_and_takes_no_memory() -> None:
    bomb_bytes, room = 200 << 20, 48 << 10
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    zeros = bytes(1 << 20)
    # The tag and the length of a question of 200 MB, then the question.
    head = bytes((verify_service_pb2.VerifyRequest.QUESTION_TEXT_FIELD_NUMBER << 3 | 2, 0x80, 0x80, 0x80, 0x64))
    bomb = packer.compress(head) + b"".join(packer.compress(zeros) for _ in range(200)) + packer.flush()
    assert bomb_bytes > 500 * len(bomb)
    process = subprocess.Popen(
        [sys.executable, "-m", "sidecar", "serve", "--address", "127.0.0.1:0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().rpartition(" ")[2].strip()
        with grpc.insecure_channel(address) as channel:
            raw_verify(channel)(GOOD.SerializeToString(), timeout=WAIT_SECONDS)
            before = peak_kilobytes(process.pid)
            for _ in range(4):
                with pytest.raises(grpc.RpcError) as caught:
                    raw_verify(channel)(bomb, timeout=WAIT_SECONDS)
                assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert raw_verify(channel)(GOOD.SerializeToString(), timeout=WAIT_SECONDS)
        # The limit itself, 16 MiB, and what copies of it a thread holds.
        assert peak_kilobytes(process.pid) < before + room
    finally:
        process.kill()
        process.communicate()


def peak_kilobytes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM:")).split()[1])


def test_http_takes_no_compressed_body() -> None:
    settings = ServerSettings(address="127.0.0.1:0", http_address="127.0.0.1:0")
    running = create_server(settings, engine=FakeEngine())
    running.start()
    try:
        reply = httpx.post(
            f"http://{running.http_address}/v1/verify",
            content=gzip.compress(b'{"answerText": "x"}'),
            headers={"content-type": "application/json", "content-encoding": "gzip"},
            trust_env=False,
        )
        assert reply.status_code == 415
    finally:
        running.drain(0)
