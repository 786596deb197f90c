"""Runs the command line: in this process where that tells as much, else in one of its own, as a shell does."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from sidecar.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "sidecar")


def _environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a shell without our settings and without color."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("VERIFY_SIDECAR_")}
    return {**plain, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", **(extra or {})}


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Runs the command to its end inside this process, which is many times faster than starting another one."""

    def run_here(
        *arguments: str, stdin: bytes = b"", cwd: Path | None = None, extra: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        with monkeypatch.context() as patch:
            for name in [name for name in os.environ if name.startswith("VERIFY_SIDECAR_")]:
                patch.delenv(name)
            for name, value in (extra or {}).items():
                patch.setenv(name, value)
            if cwd is not None:
                patch.chdir(cwd)
            patch.setattr(sys, "argv", ["verify-sidecar", *arguments])
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
            with pytest.raises(SystemExit) as ended:
                main()
        sys.stdout.flush()
        sys.stderr.flush()
        out, err = capfdbinary.readouterr()
        status = ended.value.code or 0
        assert isinstance(status, int)
        return subprocess.CompletedProcess(arguments, status, out, err)

    return run_here


@pytest.fixture
def run_process() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Runs the command to its end in a process of its own; one that hangs is a failure."""

    def run_there(
        *arguments: str, stdin: bytes = b"", cwd: Path | None = None, extra: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        command, environment = [*COMMAND, *arguments], _environment(extra)
        return subprocess.run(
            command, input=stdin, capture_output=True, cwd=cwd, env=environment, timeout=120, check=False
        )

    return run_there


@pytest.fixture
def start() -> Callable[..., subprocess.Popen[bytes]]:
    """Starts the command and leaves it running, with pipes for input and output."""

    def start_there(*arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_environment()
        )

    return start_there
