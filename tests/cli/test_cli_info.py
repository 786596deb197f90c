"""`info`, and that starting a command does not load what it does not need."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from sidecar._version import __version__

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., subprocess.CompletedProcess[bytes]]


def test_info_names_the_version_in_both_formats(run: Run) -> None:
    table = run("info")
    assert table.returncode == 0
    assert __version__ in table.stdout.decode()

    found = json.loads(run("info", "--format", "json").stdout)
    assert found["version"] == __version__
    assert "polarity" in {check["checkId"] for check in found["checks"] if check.get("implemented")}


def test_loading_the_commands_loads_no_library_of_theirs() -> None:
    heavy = (
        "rich",
        "typer",
        "pydantic",
        "numpy",
        "grpc",
        "google.protobuf",
        "pypdfium2",
        "docx",
        "openpyxl",
        "selectolax",
        "lxml",
    )
    program = f"import sys, sidecar.cli.main; print([name for name in {heavy!r} if name in sys.modules])"

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, cwd=ROOT, check=True)

    assert done.stdout.strip() == b"[]"
