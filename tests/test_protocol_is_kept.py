"""The protocol only grows: a change that breaks callers of the last release is found, an addition is not."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BUF = shutil.which("buf", path=str(Path(sys.executable).parent)) or shutil.which("buf")

pytestmark = pytest.mark.skipif(BUF is None, reason="buf is absent: pip install --group clients")


def compared(folder: Path, file: str, old: str, new: str) -> subprocess.CompletedProcess[str]:
    """The protocol with one change, compared with the last release."""
    assert BUF is not None
    shutil.copytree(ROOT / "proto", folder / "proto")
    shutil.copy(ROOT / "buf.yaml", folder)
    path = folder / "proto" / "verify" / "v1" / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    command = [BUF, "breaking", "--against", str(ROOT / "proto" / "released.binpb")]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("text.proto", "string page_label = 4;\n  // Title of the document. Optional", "// Title. Optional"),
        ("text.proto", "double retrieval_score = 11;", "double retrieval_score = 14;"),
        ("text.proto", "optional int32 rank = 10;", "optional int64 rank = 10;"),
        ("text.proto", "double retrieval_score = 11;", "double score = 11;"),
        ("report.proto", "  OUTCOME_REVIEW = 4;", "  OUTCOME_REVIEW = 5;"),
        ("verify_service.proto", "rpc Verify(VerifyRequest)", "rpc Check(VerifyRequest)"),
    ],
    ids=["field gone", "other number", "other type", "other name", "other value", "RPC gone"],
)
def test_what_breaks_callers_is_found(tmp_path: Path, file: str, old: str, new: str) -> None:
    done = compared(tmp_path, file, old, new)
    assert done.returncode == 100, done.stderr  # buf's own status for "found something"
    assert file in done.stdout


def test_an_addition_is_no_break(tmp_path: Path) -> None:
    added = "optional int32 rank = 10;\n  // New. Optional.\n  string more = 99;"
    done = compared(tmp_path, "text.proto", "optional int32 rank = 10;", added)
    assert done.returncode == 0, done.stdout
