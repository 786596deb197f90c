"""llmware's QualityCheck, the checks that this project's are measured against. Not a dependency: extra `bench`."""

from __future__ import annotations

import importlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from typing import Any

from benchmarks.data import Case
from sidecar.errors import BenchmarkError

VERSION = "0.4.7"


def installed() -> bool:
    """Whether it is there. Raises BenchmarkError where it is another version: its figures would not compare."""
    try:
        found = metadata.version("llmware")
    except metadata.PackageNotFoundError:
        return False
    if found != VERSION:
        raise BenchmarkError(f"llmware {found} is installed, {VERSION} is measured; pip install llmware=={VERSION}")
    return True


class Rival:
    """One QualityCheck."""

    def __init__(self, quality_check: Any) -> None:
        self._check = quality_check

    def run(self, response: dict[str, Any]) -> dict[str, Any]:
        """The four documented checks, each with its result kept in `response`, as its own Prompt does it."""
        response["fact_check"] = self._check.fact_checker_numbers(response)
        response["source_review"] = self._check.source_reviewer(response)
        response["comparison_stats"] = self._check.token_comparison(response)
        response["not_found"] = (
            self._check.classify_not_found_parse_llm_response(response),
            self._check.classify_not_found_evidence_match(response),
        )
        return response


@contextmanager
def loaded() -> Iterator[Rival]:
    """Imports it with a home of its own: it makes folders there."""
    home = os.environ.get("HOME")
    with tempfile.TemporaryDirectory(prefix="bench-home-") as folder:
        os.environ["HOME"] = folder
        try:
            prompts = importlib.import_module("llmware.prompts")
            yield Rival(prompts.QualityCheck())
        finally:
            if home is None:
                del os.environ["HOME"]
            else:
                os.environ["HOME"] = home


def response_of(case: Case) -> dict[str, Any]:
    """A response with its evidence in one batch, a block a page, as llmware packs it."""
    evidence = ""
    blocks = []
    for page, block in enumerate(case.blocks, 1):
        start = len(evidence)
        evidence += block + "\n"
        blocks.append(
            {
                "evidence_start_char": start,
                "evidence_stop_char": len(evidence),
                "page_num": page,
                "source_name": "reference",
                "doc_id": 1,
                "block_id": page,
            }
        )
    return {"llm_response": case.answer, "evidence": evidence, "evidence_metadata": blocks}


def check(case: Case, response: dict[str, Any]) -> None:
    """Raises BenchmarkError unless it looked at every number and found those that are there, and rated the words."""
    statuses = [row["status"] for row in response["fact_check"]]
    if len(statuses) != case.numbers or statuses.count("Confirmed") != case.confirmed:
        raise BenchmarkError(
            f"{case.name}: llmware confirmed {statuses.count('Confirmed')} of {len(statuses)} numbers; "
            f"{case.confirmed} of {case.numbers} stand in the evidence"
        )
    ratio = response["comparison_stats"]["verified_token_match_ratio"]
    if not 0.0 < ratio <= 1.0 or not isinstance(response["not_found"][0], bool):
        raise BenchmarkError(f"{case.name}: llmware matched a share of {ratio} of the words")
