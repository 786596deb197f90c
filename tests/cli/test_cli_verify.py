"""`verify` on requests in JSON: replies, their order, and the exit status."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[bytes]]
Start = Callable[..., subprocess.Popen[bytes]]

SOURCE = {"sourceId": "p2", "text": "The Executive may resign by giving 90 days' written notice.", "page": 2}


def line(answer: str, **fields: Any) -> bytes:
    request = {"answerText": answer, "sources": [SOURCE], **fields}
    return json.dumps(request, ensure_ascii=False).encode() + b"\n"


RIGHT = "The Executive may resign by giving 90 days' written notice."
WRONG = "The Executive may resign by giving 75 days' written notice."


def test_one_request_gives_one_report(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "request.json"
    path.write_bytes(line(RIGHT, requestId="r-1"))

    for done in (run("verify", str(path)), run("verify", "-", stdin=path.read_bytes())):
        reply = json.loads(done.stdout)
        assert done.returncode == 0
        assert reply["requestId"] == "r-1"
        assert reply["outcome"] == "OUTCOME_PASS"
        assert done.stdout.count(b"\n") == 1


@pytest.mark.parametrize(("answer", "status"), [(RIGHT, 0), (WRONG, 1), ("", 1)])
def test_the_status_follows_the_outcome(run: Run, answer: str, status: int) -> None:
    assert run("verify", "-", stdin=line(answer)).returncode == status


@pytest.mark.parametrize(
    ("body", "request_id", "field"),
    [
        (b'{"requestId":"r-2","sources":[]}', "r-2", "answer"),
        (b'{"requestId":"r-3","answerText":"x","config":{"citationPolicy":{"requird":true}}}', "r-3", "requird"),
        (b'{"requestId":"r-4","answerText":"x","config":{"view":"VIEW_EVERYTHING"}}', "r-4", "view"),
        (b'{"answerText":"x","sources":[{"sourceId":"a","text":"1"},{"sourceId":"a","text":"2"}]}', "", "sources[1]"),
        (b"not json", "", ""),
        (b"", "", ""),
    ],
)
def test_a_bad_request_is_an_error_object_and_status_2(run: Run, body: bytes, request_id: str, field: str) -> None:
    single = run("verify", "-", stdin=body)
    lines = run("verify", "-", "--jsonl", stdin=body + b"\n")

    for done in (single, lines):
        reply = json.loads(done.stdout)
        assert done.returncode == 2
        assert reply["requestId"] == request_id
        assert reply["error"]["code"] == "INVALID_ARGUMENT"
        assert field in json.dumps(reply["error"])
        assert set(reply["error"]["details"][0]) <= {"field", "limit", "value", "fix"}


def test_lines_are_answered_one_by_one_in_order_whatever_the_others_are(run: Run) -> None:
    rows = [
        line(RIGHT, requestId="a"),
        b"not json\n",
        line(WRONG, requestId="c"),
        b"\n",
        line("\u2028" + RIGHT, requestId="e"),
        b'{"requestId":"f","answerTxt":"x"}',
    ]
    done = run("verify", "-", "--jsonl", stdin=b"".join(rows))
    replies = [json.loads(reply) for reply in done.stdout.decode().removesuffix("\n").split("\n")]

    assert [reply.get("requestId", "") for reply in replies] == ["a", "", "c", "", "e", "f"]
    assert ["error" in reply for reply in replies] == [False, True, False, True, False, True]
    assert replies[0]["outcome"] == "OUTCOME_PASS"
    assert replies[2]["outcome"] == "OUTCOME_FAIL"
    assert done.returncode == 2


def test_the_status_of_lines_is_the_worst_one(run: Run) -> None:
    assert run("verify", "-", "--jsonl", stdin=line(RIGHT) * 2).returncode == 0
    assert run("verify", "-", "--jsonl", stdin=line(WRONG) + line(RIGHT)).returncode == 1
    assert run("verify", "-", "--jsonl", stdin=b"").returncode == 0


def test_a_line_over_the_limit_is_an_error_and_the_next_one_is_read(run: Run) -> None:
    body = line("x" * 5_000, requestId="big") + line(RIGHT, requestId="small")
    done = run("verify", "-", "--jsonl", stdin=body, extra={"VERIFY_SIDECAR_MAX_MESSAGE_BYTES": "2000"})
    first, second = (json.loads(reply) for reply in done.stdout.splitlines())

    assert first["error"]["code"] == "RESOURCE_EXHAUSTED"
    assert first["error"]["details"][0]["limit"] == "2000"
    assert second["outcome"] == "OUTCOME_PASS"
    assert done.returncode == 2


def test_a_reply_is_out_before_the_next_line_comes_in(start: Start) -> None:
    process = start("verify", "-", "--jsonl")
    assert process.stdin is not None
    assert process.stdout is not None
    for answer, outcome in ((RIGHT, "OUTCOME_PASS"), (WRONG, "OUTCOME_FAIL")):
        process.stdin.write(line(answer))
        process.stdin.flush()
        # this blocks forever if replies wait for the end of the input
        assert json.loads(process.stdout.readline())["outcome"] == outcome
    process.stdin.close()
    assert process.wait(timeout=60) == 1
    process.stdout.close()


def test_other_scripts_come_back_as_they_are(run_process: Run) -> None:
    request = {"answerText": "退货运费由买家承担。", "sources": [{"sourceId": "政策", "text": "退货运费由买家承担。"}]}
    done = run_process("verify", "-", stdin=json.dumps(request).encode(), extra={"PYTHONIOENCODING": "ascii"})

    assert "退货运费由买家承担" in done.stdout.decode("utf-8")


def test_text_format_shows_a_request_of_any_offset_unit_and_view(run: Run) -> None:
    config = {"offsetUnit": "OFFSET_UNIT_UTF16_CODE_UNITS", "view": "VIEW_VERDICT"}
    done = run("verify", "-", "--format", "text", stdin=line("𝟗𝟎? " + WRONG, config=config))

    assert done.returncode == 1
    text = done.stdout.decode()
    assert text.startswith("FAIL")
    assert "75 days" in text
    assert "not-applicable" in text
