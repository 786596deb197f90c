"""Runs the command line as its own process, as a shell does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "sidecar")


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a shell without our settings and without color."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("VERIFY_SIDECAR_")}
    return {**plain, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", **(extra or {})}


def run(
    *arguments: str, stdin: bytes = b"", cwd: Path | None = None, extra: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """One run to its end; a run that hangs is a failure."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=environment(extra),
        timeout=120,
        check=False,
    )
