"""The record of verifications: what is in it, what is not, and that nobody ever waits for it."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from wire_support import WAIT_SECONDS, FakeEngine, raw_verify, small_report

from sidecar import model
from sidecar.config import Limits, ServerSettings, read_settings
from sidecar.errors import ConfigurationError
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server import record
from sidecar.server.app import create_server
from sidecar.server.record import Recorder
from sidecar.server.translate import request_from_json

ROOT = Path(__file__).parent.parent.parent
SECRET = "Walrus"
REQUEST = model.Request(
    request_id="r-1",
    answer_text=f"{SECRET} eats fish [1].",
    question_text=f"What does {SECRET} eat?",
    sources=(
        model.Source("a.pdf#page=4", f"{SECRET} eats clams.", page=4, rank=1, retrieval_score=0.75),
        model.Source("b.txt", f"{SECRET} eats clams."),
    ),
)


def settings(folder: Path, **more: Any) -> ServerSettings:
    return ServerSettings(address="127.0.0.1:0", record_folder=str(folder), **more)


def rows(folder: Path) -> list[dict[str, Any]]:
    lines = [line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    return [json.loads(line) for line in lines]


def recorded(chosen: ServerSettings, requests: list[model.Request]) -> Counter[str]:
    counts: Counter[str] = Counter()
    recorder = Recorder(chosen, lambda state: counts.update([state]))
    for request in requests:
        recorder.verified(request, small_report(request), 0.25)
    recorder.closed()
    return counts


def test_nothing_is_written_unless_asked_for(tmp_path: Path) -> None:
    assert read_settings({}, {}).record_folder == ""


def test_each_answer_is_a_line_with_request_report_and_ranks(tmp_path: Path) -> None:
    folder = tmp_path / "made" / "here"
    server = create_server(settings(folder))
    server.start()
    data = verify_service_pb2.VerifyRequest(
        request_id="r-1",
        answer_text="The fee is 15 euros [1].",
        sources=[{"source_id": "a", "text": "Fee: 12 euros.", "rank": 3, "retrieval_score": 0.5}],
    ).SerializeToString()
    with grpc.insecure_channel(server.address) as channel:
        raw_verify(channel)(data, timeout=WAIT_SECONDS)
        with pytest.raises(grpc.RpcError):
            raw_verify(channel)(b"\xff", timeout=WAIT_SECONDS)
    server.drain(0)
    (row,) = rows(folder)
    assert row["time"].endswith("+00:00")
    assert row["request"]["sources"] == [{"sourceId": "a", "text": "Fee: 12 euros.", "rank": 3, "retrievalScore": 0.5}]
    assert row["response"]["outcome"] == "OUTCOME_FAIL"
    assert row["response"]["findings"]
    # It can be asked again as it stands.
    assert request_from_json(json.dumps(row["request"]), Limits()).answer_text == "The fee is 15 euros [1]."
    assert folder.stat().st_mode & 0o777 == 0o700
    (path,) = folder.iterdir()
    assert path.stat().st_mode & 0o777 == 0o600


def test_with_hashes_no_text_is_left_and_equal_texts_are_still_equal(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("0123456789abcdef")
    folder = tmp_path / "records"
    assert (
        recorded(settings(folder, record_texts="hashed", record_key_file=str(key)), [REQUEST, REQUEST])["written"] == 2
    )
    (path,) = folder.iterdir()
    assert SECRET not in path.read_text()
    first, second = rows(folder)
    assert first["request"] == second["request"]
    sources = first["request"]["sources"]
    assert sources[0]["text"] == sources[1]["text"] != first["request"]["questionText"]
    assert (sources[0]["sourceId"], sources[0]["page"], sources[0]["retrievalScore"]) == ("a.pdf#page=4", 4, 0.75)
    assert first["request"]["requestId"] == "r-1"
    key.write_text("another key, of a year later")
    recorded(settings(tmp_path / "later", record_texts="hashed", record_key_file=str(key)), [REQUEST])
    assert rows(tmp_path / "later")[0]["request"]["sources"][0]["text"] != sources[0]["text"]


def filled(message: Message, depth: int = 0) -> Message:
    """Every string of a message, and of those in it, is the secret."""
    for field in message.DESCRIPTOR.fields:
        if field.type == FieldDescriptor.TYPE_STRING:
            if field.is_repeated:
                getattr(message, field.name).append(SECRET)
            elif field.containing_oneof is None:
                setattr(message, field.name, SECRET)
        elif field.type == FieldDescriptor.TYPE_MESSAGE and depth < 6:
            inner = getattr(message, field.name)
            filled(inner.add() if field.is_repeated else inner, depth + 1)
            if not field.is_repeated:
                inner.SetInParent()
    return message


def secrets_in(message: Message) -> set[str]:
    out: set[str] = set()
    for field, value in message.ListFields():
        values = value if field.is_repeated else [value]
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            out = out.union(*map(secrets_in, values))
        elif field.type == FieldDescriptor.TYPE_STRING and SECRET in values:
            out.add(field.name)
    return out


@pytest.mark.parametrize("message", [verify_service_pb2.VerifyRequest(), verify_service_pb2.VerifyResponse()])
def test_of_all_strings_that_there_are_only_ids_stay(message: Message) -> None:
    whole = filled(message)
    assert {"title", "text"} <= secrets_in(whole)
    record._hash_texts(whole, b"k" * 16)
    ids = {name for name in secrets_in(whole) if name.endswith(("_id", "_ids"))}
    assert secrets_in(whole) - ids <= {
        *("as_of_date", "digest", "engine_version", "kind", "language_codes"),
        *("page_label", "reason", "relative_tolerance", "waivers"),
    }
    # What an answer has in the place of an id may be anything.
    assert not ids & {"unresolved_ids", "citation_ids"}


def test_a_file_that_is_long_enough_is_followed_by_another_and_the_oldest_go(tmp_path: Path) -> None:
    old = tmp_path / "record-20200101T000000-1-1.jsonl"
    held = tmp_path / "record-20200101T000000-2-1.jsonl"
    other = tmp_path / "notes.jsonl"
    for path in (old, held, other):
        path.write_text("{}\n")
    requests = [REQUEST] * 40
    with held.open() as living:
        fcntl.flock(living, fcntl.LOCK_EX)  # as a process does that still writes
        assert recorded(settings(tmp_path, record_max_file_bytes=2_000, record_max_files=3), requests)["written"] == 40
    assert other.exists()
    assert held.exists()
    assert not old.exists()
    left = [path for path in tmp_path.glob("record-2*.jsonl") if path != held]
    assert len(left) == 2
    assert all(path.stat().st_size <= 2_000 for path in left)


def test_a_record_that_cannot_keep_up_loses_and_counts_and_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered, released = threading.Event(), threading.Event()

    def stuck(self: Any, line: bytes) -> None:
        entered.set()
        assert released.wait(WAIT_SECONDS)

    monkeypatch.setattr(record._Files, "write", stuck)
    counts: Counter[str] = Counter()
    recorder = Recorder(settings(tmp_path), lambda state: counts.update([state]))
    recorder.verified(REQUEST, small_report(REQUEST), 0.1)
    assert entered.wait(WAIT_SECONDS)
    for _ in range(record._MAX_WAITING + 7):
        recorder.verified(REQUEST, small_report(REQUEST), 0.1)
    assert counts == {"dropped": 7}
    released.set()
    recorder.closed()
    assert counts == {"dropped": 7, "written": record._MAX_WAITING + 1}


def test_long_texts_fill_the_queue_sooner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entered, released = threading.Event(), threading.Event()
    monkeypatch.setattr(record._Files, "write", lambda *_: (entered.set(), released.wait(WAIT_SECONDS)))
    monkeypatch.setattr(record, "_MAX_WAITING_CHARACTERS", 1_000)
    counts: Counter[str] = Counter()
    recorder = Recorder(settings(tmp_path), lambda state: counts.update([state]))
    long = model.Request(answer_text="x" * 600)
    recorder.verified(long, small_report(long), 0.1)
    assert entered.wait(WAIT_SECONDS)
    for _ in range(3):
        recorder.verified(long, small_report(long), 0.1)
    assert counts == {"dropped": 2}
    released.set()
    recorder.closed()


@pytest.mark.parametrize(
    ("more", "fault"),
    [({"record_texts": "hashed"}, "record-key-file"), ({"record_texts": "some"}, "must be one of kept, hashed")],
)
def test_settings_that_cannot_be(more: dict[str, str], fault: str) -> None:
    with pytest.raises(ConfigurationError, match=fault):
        read_settings({"record_folder": "x", **more}, {})


def test_a_folder_that_cannot_be_written_to_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigurationError, match="cannot write to the record folder"):
        create_server(settings(tmp_path / "file"), engine=FakeEngine())
    short = tmp_path / "key"
    short.write_text("short")
    with pytest.raises(ConfigurationError, match="has 5 bytes"):
        Recorder(settings(tmp_path, record_texts="hashed", record_key_file=str(short)), print)


def small_disk(folder: Path) -> bool:
    """A disk of 64 KiB under the folder, where this process may make one."""
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)], capture_output=True, check=False
    )
    return made.returncode == 0


def test_a_full_disk_is_counted_and_told_once_and_calls_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    mounted = small_disk(folder)
    # Without a disk of our own a file that may not grow is as full.
    limited = () if mounted else ("bash", "-c", 'ulimit -f 64 && exec "$0" "$@"')
    process = subprocess.Popen(
        [
            *limited,
            sys.executable,
            "-m",
            "sidecar",
            "serve",
            "--address",
            "127.0.0.1:0",
            "--record-folder",
            str(folder),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().rpartition(" ")[2].strip()
        data = verify_service_pb2.VerifyRequest(
            answer_text="x", sources=[{"source_id": "a", "text": SECRET * 1_000}]
        ).SerializeToString()
        with grpc.insecure_channel(address) as channel:
            for _ in range(40):
                raw_verify(channel)(data, timeout=WAIT_SECONDS)
        process.terminate()
        _, told = process.communicate(timeout=WAIT_SECONDS)
        assert process.returncode == 0
        assert told.count("the record cannot be written") == 1
        assert SECRET not in told
        assert 5 < len(rows(folder)) < 15  # whole lines alone
    finally:
        process.kill()
        process.communicate()
        if mounted:
            subprocess.run(["umount", str(folder)], check=True)
