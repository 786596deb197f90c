"""Registered evidence over the wire: the same bytes as inline, whichever worker is asked, until it goes."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import grpc
import httpx
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from wire_support import WAIT_SECONDS, raw_verify

from sidecar import model
from sidecar.client import AsyncClient, Client, Evidence
from sidecar.config import Limits, ServerSettings
from sidecar.errors import InvalidRequest, ResourceExhausted, Unavailable, UnknownEvidence
from sidecar.server.app import Server, create_server
from sidecar.server.evidence import MOST_OPENED
from sidecar.wire.evidences import evidence_bytes
from sidecar.wire.requests import request_bytes

ROOT = Path(__file__).resolve().parents[2]
SOURCES = (
    model.Source("lease", "The rent is 4,250 euros a month. The deposit is 8,500 euros.", title="Lease", page=3),
    model.Source("returns", "退货运费由买家承担。退款在三个工作日内到账。"),
    model.Source("mail", "Café 😀: the fee was 12 €.\r\n\r\n| year | fee |\n|---|---|\n| 2023 | 11 |\n"),
)
ANSWERS = (
    "The rent is 4,250 euros a month [lease]. The deposit is 4,250 euros.",
    "退款在四个工作日内到账 [2]。运费由商家承担。",
    "“the fee was 12 €” [mail]; in 2023 it was 11. The documents say nothing of dogs.",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def limits() -> Limits:
    return Limits()


@pytest.fixture
def server(folder: Path, limits: Limits) -> Iterator[Server]:
    settings = ServerSettings(
        address="127.0.0.1:0", http_address="127.0.0.1:0", evidence_folder=str(folder), limits=limits
    )
    running = create_server(settings)
    running.start()
    yield running
    running.drain(0)


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with Client(server.address) as opened:
        yield opened


def files(folder: Path) -> list[Path]:
    return [path for path in folder.glob("*/*") if len(path.name) == 64]


@pytest.mark.parametrize("unit", list(model.OffsetUnit))
@pytest.mark.parametrize("language", [(), ("en",), ("zh", "en")])
def test_the_reply_is_byte_for_byte_that_of_inline_evidence(
    server: Server, client: Client, unit: model.OffsetUnit, language: tuple[str, ...]
) -> None:
    evidence = client.register_evidence(SOURCES)
    config = model.Config(offset_unit=unit, language_codes=language, want_digest=True, want_repair=True)
    with grpc.insecure_channel(server.address) as channel:
        for answer in ANSWERS:
            request = model.Request(answer_text=answer, question_text="What is the deposit?", config=config)
            inline = raw_verify(channel)(request_bytes(replace(request, sources=SOURCES)))
            for _ in range(2):  # mapped anew, then open already
                assert raw_verify(channel)(request_bytes(replace(request, evidence_id=evidence.evidence_id))) == inline


def test_batches_and_streams_take_an_id(client: Client) -> None:
    evidence = client.register_evidence(SOURCES)
    inline = [model.Request(answer_text=answer, sources=SOURCES) for answer in ANSWERS]
    by_id = [model.Request(answer_text=answer, evidence_id=evidence.evidence_id) for answer in ANSWERS]
    assert list(client.verify_batch(by_id)) == list(client.verify_batch(inline))
    for answer, request in zip(ANSWERS, inline, strict=True):
        *_, last = client.verify_stream(model.Request(evidence_id=evidence.evidence_id), list(answer))
        assert last == client.verify(request)


def test_an_id_that_names_nothing_is_told_and_the_client_registers_again(client: Client, folder: Path) -> None:
    request = model.Request(answer_text=ANSWERS[0])
    with pytest.raises(UnknownEvidence) as caught:
        client.verify(replace(request, evidence_id="0" * 64))
    assert (caught.value.field, caught.value.reason) == ("evidence_id", "EVIDENCE_NOT_FOUND")
    with pytest.raises(UnknownEvidence):
        list(client.verify_stream(model.Request(evidence_id="../../etc/passwd"), ["a"]))
    (refused,) = client.verify_batch([replace(request, evidence_id="0" * 64)])
    assert isinstance(refused, Exception)
    assert "NOT_FOUND" in refused.reason

    evidence = client.register_evidence(SOURCES)
    expected = client.verify(replace(request, sources=SOURCES))
    client.delete_evidence(evidence)
    assert files(folder) == []
    with pytest.raises(UnknownEvidence):
        client.delete_evidence(evidence)
    assert client.verify(request, evidence=evidence) == expected
    assert len(files(folder)) == 1


def test_asyncio_registers_too(server: Server) -> None:
    async def ask() -> model.Report:
        async with AsyncClient(server.address) as client:
            evidence = await client.register_evidence(SOURCES)
            await client.delete_evidence(evidence)
            return await client.verify(model.Request(answer_text=ANSWERS[0]), evidence=evidence)

    assert asyncio.run(ask()).outcome is model.Outcome.FAIL


def test_an_id_beside_sources_is_refused(client: Client) -> None:
    evidence = client.register_evidence(SOURCES)
    with pytest.raises(InvalidRequest) as caught:
        client.verify(model.Request(answer_text="x", sources=SOURCES, evidence_id=evidence.evidence_id))
    assert caught.value.reason == "EVIDENCE_AMBIGUOUS"


def test_equal_evidence_has_one_id_and_any_difference_another(client: Client, folder: Path) -> None:
    ids = {client.register_evidence(SOURCES).evidence_id for _ in range(3)}
    assert len(ids) == 1
    for changed in (
        SOURCES[:2],
        (replace(SOURCES[0], page=4), *SOURCES[1:]),
        (replace(SOURCES[0], title="Lease "), *SOURCES[1:]),
        (replace(SOURCES[0], text=SOURCES[0].text + " "), *SOURCES[1:]),
        SOURCES[::-1],
    ):
        ids.add(client.register_evidence(changed).evidence_id)
    assert len(ids) == len(files(folder)) == 6


def test_a_file_with_damaged_bytes_counts_as_not_there(client: Client, folder: Path) -> None:
    evidence = client.register_evidence(SOURCES)
    (file,) = files(folder)
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    with pytest.raises(UnknownEvidence):
        client.verify(model.Request(answer_text="x", evidence_id=evidence.evidence_id))
    assert client.verify(model.Request(answer_text=ANSWERS[0]), evidence=evidence).outcome is model.Outcome.FAIL


@pytest.mark.parametrize("limits", [Limits(max_held_evidence_bytes=100_000)])
def test_the_one_used_least_recently_goes_first(client: Client, folder: Path) -> None:
    def about(kilobytes: int, number: int) -> tuple[model.Source, ...]:
        return (model.Source("1", f"Fee number {number} is here. " * (40 * kilobytes)),)

    with pytest.raises(ResourceExhausted) as caught:
        client.register_evidence(about(500, 0))
    assert caught.value.reason == "HELD_EVIDENCE_TOO_LONG"
    first = client.register_evidence(about(1, 1))
    held = [first]
    while len(files(folder)) == len(held):
        held.append(client.register_evidence(about(1, len(held) + 1)))
        client.verify(model.Request(answer_text="x", evidence_id=first.evidence_id))  # in use all the time
    with pytest.raises(UnknownEvidence):
        client.verify(model.Request(answer_text="x", evidence_id=held[1].evidence_id))
    client.verify(model.Request(answer_text="x", evidence_id=first.evidence_id))
    assert sum(file.stat().st_size for file in files(folder)) <= 100_000


def test_http_has_the_same_paths(server: Server) -> None:
    base = f"http://{server.http_address}"

    def post(path: str, body: object) -> httpx.Response:
        return httpx.post(base + path, json=body, timeout=WAIT_SECONDS, trust_env=False)

    registered = post("/v1/evidence:register", {"sources": [{"sourceId": "1", "text": "The fee is 12 euros."}]})
    evidence_id = registered.json()["evidenceId"]
    told = post("/v1/verify", {"answerText": "The fee is 13 euros.", "evidenceId": evidence_id})
    assert told.json()["outcome"] == "OUTCOME_FAIL"
    page = httpx.get(base + "/metrics", trust_env=False).text
    assert "verify_evidence_held 1.0" in page
    assert 'verify_evidence_uses_total{result="opened"} 1.0' in page
    assert post("/v1/evidence:delete", {"evidenceId": evidence_id}).status_code == 200
    gone = post("/v1/verify", {"answerText": "x", "evidenceId": evidence_id})
    assert gone.status_code == 404
    assert gone.json()["error"]["details"][0]["field"] == "evidence_id"


def test_any_worker_has_it_and_the_folder_goes_with_the_server(folder: Path) -> None:
    command = [sys.executable, "-m", "sidecar", "serve", "--address", "127.0.0.1:0", "--workers", "2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [*command, "--evidence-folder", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().rpartition(" ")[2].strip()
        with Client(address) as client:
            evidence = client.register_evidence(SOURCES)
        (held,) = files(folder)
        assert held.stat().st_mode & 0o777 == 0o600
        assert held.parent.stat().st_mode & 0o777 == 0o700
        request = request_bytes(model.Request(answer_text=ANSWERS[0], evidence_id=evidence.evidence_id))
        replies = set()
        for _ in range(16):  # the kernel chooses the worker by connection
            with grpc.insecure_channel(address, [("grpc.use_local_subchannel_pool", 1)]) as channel:
                replies.add(raw_verify(channel)(request, timeout=WAIT_SECONDS))
        assert len(replies) == 1
        process.send_signal(signal.SIGTERM)
        assert process.wait(WAIT_SECONDS) == 0
        assert list(folder.iterdir()) == []
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def test_however_much_is_held_descriptors_stay_for_others(server: Server, client: Client) -> None:
    def descriptors() -> int:
        return len(os.listdir("/proc/self/fd"))

    before = descriptors()
    texts = [f"The rent is {number} euros." for number in range(MOST_OPENED + 50)]
    for text in texts:
        evidence = client.register_evidence((model.Source("1", text),))
        assert client.verify(model.Request(answer_text=text), evidence=evidence).outcome is model.Outcome.PASS
    assert descriptors() - before <= MOST_OPENED + 8  # the rest: connections
    first = client.register_evidence((model.Source("1", texts[0]),))  # is opened again
    assert client.verify(model.Request(answer_text=texts[0]), evidence=first).outcome is model.Outcome.PASS


def test_refusals_are_counted_whichever_call_names_what_is_not_held(server: Server, client: Client) -> None:
    request = model.Request(answer_text="x", evidence_id="0" * 64)
    with pytest.raises(UnknownEvidence):
        client.verify(request)
    assert len(list(client.verify_batch([request]))) == 1
    with pytest.raises(UnknownEvidence):
        list(client.verify_stream(model.Request(evidence_id="0" * 64), ["a"]))
    with pytest.raises(UnknownEvidence):
        client.delete_evidence(Evidence("0" * 64, SOURCES))
    with pytest.raises(InvalidRequest):
        client.register_evidence((SOURCES[0], SOURCES[0]))
    page = httpx.get(f"http://{server.http_address}/metrics", trust_env=False).text
    assert 'verify_refusals_total{reason="EVIDENCE_NOT_FOUND"} 4.0' in page
    assert 'verify_refusals_total{reason="DUPLICATE_SOURCE_ID"} 1.0' in page


def test_a_folder_that_was_removed_is_unavailable_and_all_else_goes_on(
    server: Server, client: Client, folder: Path
) -> None:
    client.register_evidence(SOURCES)
    (held,) = folder.iterdir()
    shutil.rmtree(held)
    with pytest.raises(Unavailable) as caught:
        client.register_evidence(SOURCES)
    assert caught.value.reason == "EVIDENCE_FOLDER_GONE"
    with grpc.insecure_channel(server.address) as channel, pytest.raises(grpc.RpcError) as raised:
        channel.unary_unary("/verify.v1.EvidenceService/RegisterEvidence")(evidence_bytes(SOURCES))
    assert raised.value.code() is grpc.StatusCode.UNAVAILABLE
    retry = error_details_pb2.RetryInfo()
    assert any(detail.Unpack(retry) for detail in rpc_status.from_call(raised.value).details)
    assert retry.retry_delay.ToMilliseconds() == 1000
    base = f"http://{server.http_address}"
    body = {"sources": [{"sourceId": "1", "text": "The rent is 5 euros."}]}
    refused = httpx.post(f"{base}/v1/evidence:register", json=body, trust_env=False)
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
    assert "verify_evidence_held 0.0" in httpx.get(f"{base}/metrics", trust_env=False).text
    assert client.verify(model.Request(answer_text=ANSWERS[0], sources=SOURCES)).outcome is model.Outcome.FAIL
