"""What the figures were measured on."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
from importlib import metadata
from pathlib import Path

from sidecar.engine import info

_DISTRIBUTIONS = ("grpcio", "protobuf")


def describe() -> dict[str, str]:
    """Machine, software and commit, as printed above the tables and kept beside the figures."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "commit": _commit(),
        "sidecar": f"{info().version} ({info().build}, {info().simd_level})",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processor": f"{cores} x {_processor()}",
        "load": " ".join(f"{value:.1f}" for value in os.getloadavg()),
        "packages": ", ".join(f"{name} {version(name)}" for name in _DISTRIBUTIONS),
    }


def version(distribution: str) -> str:
    """The installed version, or "absent"."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "absent"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def _commit() -> str:
    """The commit that is checked out, with a plus where files differ from it; "unknown" outside of our repository."""
    folder = Path(__file__).parents[2]
    if not (folder / ".git").exists():
        return "unknown"
    try:
        commit = _git(folder, "rev-parse", "--short=12", "HEAD")
        return commit + ("+" if _git(folder, "status", "--porcelain") else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _git(folder: Path, *arguments: str) -> str:
    command = ("git", "-C", str(folder), *arguments)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
