"""`verify REQUEST --check-digest RESPONSE`: what was stored, verified again."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from google.protobuf import json_format

from sidecar import Config, Request, Source, verify
from sidecar.server.translate import report_to_json
from sidecar.wire.requests import request_message

REQUEST = Request(
    "The garden closes at dusk. Adults pay 14 euros for the museum ticket.",
    (Source("a", "The museum ticket costs 12 euros for adults. The garden closes at dusk."),),
    config=Config(want_digest=True),
)
Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture
def stored(tmp_path: Path) -> tuple[Path, Path]:
    """A request and its response in files."""
    sent, replied = tmp_path / "request.json", tmp_path / "response.json"
    sent.write_text(json_format.MessageToJson(request_message(REQUEST)), encoding="utf-8")
    replied.write_text(report_to_json(verify(REQUEST)), encoding="utf-8")
    return sent, replied


def test_what_was_stored_holds(run: Run, stored: tuple[Path, Path]) -> None:
    result = run("verify", str(stored[0]), "--check-digest", str(stored[1]))
    assert result.returncode == 0
    assert result.stdout.startswith(b"the digest holds: ")


def test_what_differs_is_named(run: Run, stored: tuple[Path, Path]) -> None:
    response = json.loads(stored[1].read_text(encoding="utf-8"))
    response["digest"] = "0" * 64
    response["claims"][1]["verdict"] = "VERDICT_SUPPORTED"
    del response["outcome"]
    stored[1].write_text(json.dumps(response), encoding="utf-8")
    result = run("verify", str(stored[0]), "--check-digest", str(stored[1]))
    assert result.returncode == 1
    assert result.stdout.decode().splitlines()[1:] == ["  claims[1].verdict", "  digest", "  outcome"]
    assert b"museum" not in result.stdout


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"digest": 3}'])
def test_a_file_without_a_digest_is_bad_input(run: Run, stored: tuple[Path, Path], content: str) -> None:
    stored[1].write_text(content, encoding="utf-8")
    result = run("verify", str(stored[0]), "--check-digest", str(stored[1]))
    assert result.returncode == 2
    assert b"want_digest" in result.stderr


def test_it_goes_with_one_request(run: Run, stored: tuple[Path, Path]) -> None:
    assert run("verify", "--answer", "a", "--check-digest", str(stored[1])).returncode == 2
    assert run("verify", "--jsonl", str(stored[0]), "--check-digest", str(stored[1])).returncode == 2


def test_a_response_that_was_changed_around_its_digest_is_told(run: Run, stored: tuple[Path, Path]) -> None:
    body = json.loads(stored[1].read_text())
    body["outcome"] = "OUTCOME_FAIL" if body["outcome"] == "OUTCOME_PASS" else "OUTCOME_PASS"
    stored[1].write_text(json.dumps(body))
    result = run("verify", str(stored[0]), "--check-digest", str(stored[1]))
    assert result.returncode == 1
    assert b"the response was changed" in result.stdout
    assert b"\n  outcome\n" in result.stdout
