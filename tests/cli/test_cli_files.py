"""`verify --answer ... --evidence FILE`: real files, places for people, pages that cannot be read."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

Run = Callable[..., subprocess.CompletedProcess[bytes]]
ROOT = Path(__file__).resolve().parents[2]

AGREEMENT = str(ROOT / "sidecar" / "cli" / "demo_data" / "employment-agreement.pdf")
POLICY = str(ROOT / "sidecar" / "cli" / "demo_data" / "returns-policy.md")
SUM = "The Company may take out key person insurance in the amount of $1,000,000.00."


def test_a_sum_is_found_on_its_page_with_title_and_snippet(run: Run) -> None:
    done = run("verify", "--answer", SUM, "--evidence", AGREEMENT)
    (figure,) = [row for row in json.loads(done.stdout)["quantities"] if row["text"] == "$1,000,000.00"]

    assert done.returncode == 0
    assert figure["refs"][0]["page"] == 5
    assert figure["refs"][0]["sourceId"] == "employment-agreement.pdf#page=5"
    assert figure["refs"][0]["title"] == "Executive Employment Agreement"
    assert figure["refs"][0]["text"] == "$1,000,000.00"


def test_the_same_sum_is_found_at_the_end_of_a_long_answer(run: Run, tmp_path: Path) -> None:
    filler = "The Executive is entitled to 27 days of paid vacation in each calendar year. " * 200
    path = tmp_path / "answer.txt"
    path.write_text(filler + SUM, encoding="utf-8")

    done = run("verify", "--answer", f"@{path}", "--evidence", AGREEMENT)

    (figure,) = [row for row in json.loads(done.stdout)["quantities"] if row["text"] == "$1,000,000.00"]
    assert figure["refs"][0]["page"] == 5


def test_text_names_title_page_and_snippet(run: Run) -> None:
    done = run("verify", "--answer", SUM, "--evidence", AGREEMENT, "--format", "text")

    text = done.stdout.decode()
    assert done.returncode == 0
    assert text.startswith("PASS")
    assert "employment-agreement.pdf, page 5 (Executive Employment Agreement)" in text
    assert "in the amount of $1,000,000.00. The Company is the sole" in text


def test_evidence_is_repeatable_and_citations_count_over_all_files(run: Run) -> None:
    answer = "审核通过后，款项在一至三个工作日内退回原支付账户 [8]。"
    files = ("--evidence", AGREEMENT, "--evidence", POLICY)
    done = run("verify", "--answer", answer, *files, "--question", "退款几天到账？", "--require-citations")

    reply = json.loads(done.stdout)
    assert done.returncode == 0
    assert reply["citations"][0]["sourceIds"] == ["returns-policy.md"]


def test_required_citations_are_required(run: Run) -> None:
    done = run("verify", "--answer", SUM, "--evidence", AGREEMENT, "--require-citations")

    assert done.returncode == 1
    assert "citation-missing" in {row["reasonId"] for row in json.loads(done.stdout)["findings"]}


def test_an_answer_without_evidence_is_for_review(run: Run) -> None:
    done = run("verify", "--answer", SUM)

    assert done.returncode == 1
    assert json.loads(done.stdout)["outcome"] == "OUTCOME_REVIEW"


def test_an_answer_from_standard_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "e.txt").write_text(SUM, encoding="utf-8")

    assert run("verify", "--answer", "@-", "--evidence", "e.txt", stdin=SUM.encode(), cwd=tmp_path).returncode == 0
    bad = run("verify", "--answer", "@-", "--evidence", "e.txt", stdin=b"\xff", cwd=tmp_path)
    assert bad.returncode == 2
    assert b"-: not UTF-8 at byte 0" in bad.stderr


def test_a_scanned_page_is_named_and_keeps_its_number(run: Run, tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "scan.pdf"), invariant=1)
    canvas.rect(50, 50, 300, 300, fill=1)
    canvas.showPage()
    canvas.drawString(72, 700, SUM)
    canvas.save()

    done = run("verify", "--answer", SUM.replace(".00.", ".00 [2]."), "--evidence", "scan.pdf", cwd=tmp_path)

    assert b"scan.pdf#page=1: no text under its image, run OCR on the file" in done.stderr
    assert json.loads(done.stdout)["citations"][0]["sourceIds"] == ["scan.pdf#page=2"]


def test_a_file_that_cannot_be_read_is_status_2_and_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 nothing more")

    done = run("verify", "--answer", "x", "--evidence", "broken.pdf", cwd=tmp_path)

    assert done.returncode == 2
    assert b"broken.pdf: damaged" in done.stderr
    assert done.stdout == b""
