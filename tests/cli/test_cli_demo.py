"""The demo: its documents are fresh, its expectations bite, and it passes in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sidecar.cli.demo import DATA, Example, load_examples
from sidecar.evidence.documents import read_document, read_documents
from sidecar.model import (
    AnswerKind,
    Classification,
    Counts,
    Finding,
    Outcome,
    Quantity,
    QuantityStatus,
    Ref,
    Report,
    Severity,
    Span,
)

Run = Callable[..., subprocess.CompletedProcess[bytes]]
ROOT = Path(__file__).resolve().parents[2]


def test_the_agreement_is_what_its_script_makes(tmp_path: Path) -> None:
    make = [sys.executable, str(ROOT / "examples" / "documents" / "make.py")]
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        subprocess.run([*make, str(tmp_path / folder)], check=True, capture_output=True)
    one, two = (tmp_path / folder / "employment-agreement.pdf" for folder in ("one", "two"))

    assert one.read_bytes() == two.read_bytes()
    # another version of the library may write other bytes, but never another text
    assert read_document(one) == read_document(DATA / "employment-agreement.pdf")


def test_the_agreement_is_like_the_real_thing() -> None:
    pages = read_document(DATA / "employment-agreement.pdf")

    assert len(pages) >= 6
    assert [page.page for page in pages if "90\ndays" in page.text or "90 days" in page.text] == [2, 5, 6]
    assert [page.page for page in pages if "$1,000,000.00" in page.text] == [5]
    assert all(page.text.startswith("Harrowgate Instruments, Inc. |") for page in pages)
    assert all(page.text.endswith(f"Page {page.page} of {len(pages)}") for page in pages)
    broken = [line for page in pages for line in page.text.split("\n") if line.endswith("-")]
    assert len(broken) >= 5


def test_every_document_has_text_on_every_page() -> None:
    assert read_documents([DATA / "employment-agreement.pdf", DATA / "returns-policy.md"]).unreadable == ()


def test_the_examples_cover_both_languages_and_right_and_wrong() -> None:
    examples = load_examples()

    assert len({example.id for example in examples}) == len(examples)
    for chinese in (False, True):
        outcomes = [example.outcome for example in examples if example.id.startswith("zh-") is chinese]
        assert outcomes.count(Outcome.PASS) >= 3
        assert outcomes.count(Outcome.FAIL) >= 4
    assert all(example.reasons for example in examples if example.outcome is Outcome.FAIL)


EXAMPLE = Example("x", ("a.md",), "?", "90 days", Outcome.FAIL, "why", reasons=("quantity-wrong-unit",), place="a.md")
REPORT = Report(
    outcome=Outcome.FAIL,
    classification=Classification(AnswerKind.ANSWERED),
    counts=Counts(),
    coverage=(),
    quantities=(
        Quantity(Span(0, 1), "1", "label", "", "", QuantityStatus.IGNORED, (Ref("b.md", Span(0, 1), "1"),)),
        Quantity(
            Span(0, 7), "90 days", "duration", "90", "d", QuantityStatus.WRONG_UNIT, (Ref("a.md", Span(0, 2), "90"),)
        ),
    ),
    findings=(Finding("f", "quantities", "quantity-wrong-unit", Severity.ERROR),),
)


@pytest.mark.parametrize(
    ("report", "miss"),
    [
        (REPORT, None),
        (replace(REPORT, outcome=Outcome.PASS), "the outcome is PASS, expected FAIL"),
        (replace(REPORT, findings=()), "no finding quantity-wrong-unit"),
        (replace(REPORT, quantities=()), "the first figure stands in no source, expected a.md"),
    ],
)
def test_an_example_notices_what_is_not_as_expected(report: Report, miss: str | None) -> None:
    assert EXAMPLE.misses(report) == (() if miss is None else (miss,))


def test_the_demo_passes_anywhere_and_shows_pages(run_process: Run, tmp_path: Path) -> None:
    done = run_process("demo", cwd=tmp_path)

    text = done.stdout.decode()
    assert done.returncode == 0, text
    count = len(load_examples())
    assert f"{count} of {count} answers came out as expected." in text
    for page in (2, 5, 6):
        assert f"employment-agreement.pdf, page {page} (Executive Employment Agreement)" in text
