"""Bad usage ends with status 2 and says what to do, before any work is done."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import sidecar

Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("verify",), b"give either FILE or --answer"),
        (("verify", "a.json", "--answer", "x"), b"give either FILE or --answer"),
        (("verify", "a.json", "--evidence", "b.txt"), b"go with --answer"),
        (("verify", "a.json", "--question", ""), b"go with --answer"),
        (("verify", "a.json", "--require-citations"), b"go with --answer"),
        (("verify", "--answer", "x", "--jsonl"), b"--jsonl goes with FILE"),
        (("verify", "a.json", "--jsonl", "--format", "text"), b"--jsonl goes with FILE"),
        (("verify", "a.json", "--format", "yaml"), b"yaml"),
        (("verify", "no-such.json"), b"no-such.json: No such file"),
        (("verify", "no-such.jsonl", "--jsonl"), b"no-such.jsonl: No such file"),
        (("verify", "--answer", "@no-such.txt"), b"no-such.txt: No such file"),
        (("verify", "--answer", "x", "--evidence", "no-such.pdf"), b"no-such.pdf: No such file"),
        (("verify", "--answer", "x", "--evidence", "a.odt"), b"cannot read files ending in '.odt'"),
        (("verify", "--answer", "x", "--evidence", "."), b".: a folder; give the files in it"),
        (("quantities", "@no-such.txt"), b"no-such.txt: No such file"),
        (("serve", "--address", "unix:no-such-folder/x.sock"), b"cannot listen on unix:no-such-folder/x.sock: No such"),
        (("quantities",), b"give TEXT, @FILE or --jsonl FILE"),
        (("quantities", "x", "--jsonl", "-"), b"goes without TEXT"),
        (("quantities", "--jsonl", "-", "--language", "en"), b"goes without TEXT"),
        (("quantities", "--jsonl", "no-such.jsonl"), b"no-such.jsonl: No such file"),
        (("serve", "--address", "nowhere"), b"HOST:PORT"),
        (("unknown",), b"unknown"),
    ],
)
def test_bad_usage_is_status_2(run: Run, tmp_path: Path, arguments: tuple[str, ...], message: bytes) -> None:
    done = run(*arguments, cwd=tmp_path)

    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr


def test_a_bad_setting_is_status_2(run: Run) -> None:
    done = run("verify", "-", stdin=b"{}", extra={"VERIFY_SIDECAR_MAX_SOURCES": "many"})

    assert done.returncode == 2
    assert b"VERIFY_SIDECAR_MAX_SOURCES" in done.stderr


def test_the_help_lists_the_commands(run: Run) -> None:
    done = run("--help")

    assert done.returncode == 0
    for command in (b"serve", b"verify", b"quantities", b"info", b"demo"):
        assert command in done.stdout


def test_every_bad_setting_has_a_line_of_its_own(run: Run) -> None:
    extra = {"VERIFY_SIDECAR_MAX_SOURCES": "many", "VERIFY_SIDECAR_WORKERS": "0"}
    done = run("verify", "-", stdin=b"{}", extra=extra)

    assert done.returncode == 2
    lines = done.stderr.decode().splitlines()
    assert [line.partition(" is ")[0] for line in lines] == [
        "verify-sidecar: VERIFY_SIDECAR_MAX_SOURCES",
        "verify-sidecar: VERIFY_SIDECAR_WORKERS",
    ]


def test_the_version_is_told(run: Run) -> None:
    done = run("--version")

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().strip() == f"verify-sidecar {sidecar.__version__}"
