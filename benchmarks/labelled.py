"""Labelled answers in a folder of your own, as JSON lines: what the thresholds and the ablation are measured on.

A row: `{"id", "question", "answer", "evidence": [{"id", "text", "page", "source"}], "label", "lang",
"meta": {"kind"}}` in `*.jsonl` or `*.jsonl.gz`. Labels `supported`, and kinds that begin with `ok_`, must not FAIL;
`unsupported` and `partial` should; other rows are left out. No such data is part of this project.
"""

from __future__ import annotations

import dataclasses
import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sidecar import CitationPolicy, Config, Outcome, Request, Source, View, verify

_GOOD, _BAD = frozenset({"supported"}), frozenset({"unsupported", "partial"})


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled answer. `good`: what it says is supported."""

    row_id: str
    kind: str
    language: str
    good: bool
    request: Request


@dataclass(frozen=True, slots=True)
class Score:
    """Shares of a set's rows: good ones that FAIL or go to REVIEW, bad ones that FAIL or do either."""

    good_count: int
    bad_count: int
    good_fail: float
    good_review: float
    bad_fail: float
    bad_stopped: float


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """The rows of one file in one language."""

    name: str
    rows: tuple[Row, ...]


def read(folder: Path) -> tuple[LabelledSet, ...]:
    """Every set of a folder, by name; rows without a usable label are left out, and so are sets without rows."""
    out = []
    for file in _files(folder):
        by_language: dict[str, list[Row]] = {}
        for row in _rows(file):
            by_language.setdefault(row.language, []).append(row)
        name = file.name.split(".")[0]
        out += [LabelledSet(f"{name} {code}", tuple(rows)) for code, rows in sorted(by_language.items())]
    return tuple(out)


def folder_hash(folder: Path) -> str:
    """SHA-256 over names and contents of the data files, in the order of their names."""
    digest = hashlib.sha256()
    for file in _files(folder):
        content = file.read_bytes()
        digest.update(f"{file.name}\n{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def score(rows: Iterable[Row], config: Config) -> Score:
    """Verifies every row under `config` (its citation policy is the row's own)."""
    counts: Counter[tuple[bool, Outcome]] = Counter()
    for row in rows:
        settings = dataclasses.replace(config, citation_policy=row.request.config.citation_policy, view=View.VERDICT)
        report = verify(dataclasses.replace(row.request, config=settings))
        counts[row.good, report.outcome] += 1
    good = sum(count for (is_good, _), count in counts.items() if is_good)
    bad = sum(count for (is_good, _), count in counts.items() if not is_good)
    good_review, bad_review = counts[True, Outcome.REVIEW], counts[False, Outcome.REVIEW]
    good_fail, bad_fail = counts[True, Outcome.FAIL], counts[False, Outcome.FAIL]
    return Score(
        good,
        bad,
        good_fail / max(1, good),
        good_review / max(1, good),
        bad_fail / max(1, bad),
        (bad_fail + bad_review) / max(1, bad),
    )


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if file.name.endswith((".jsonl", ".jsonl.gz")))


def _rows(file: Path) -> Iterator[Row]:
    with gzip.open(file, "rt", encoding="utf-8") if file.suffix == ".gz" else file.open(encoding="utf-8") as lines:
        for line in lines:
            raw = json.loads(line)
            kind = (raw.get("meta") or {}).get("kind") or raw["label"]
            good = kind.startswith("ok_") or raw["label"] in _GOOD
            if not good and raw["label"] not in _BAD:
                continue
            if "answer" not in raw or "evidence" not in raw:
                continue
            required = kind.startswith("cite_") or kind == "ok_cited"
            sources = tuple(
                Source(
                    str(number) if piece.get("id") is None else str(piece["id"]),
                    piece["text"],
                    title=piece.get("source") or "",
                    page=piece["page"] if isinstance(piece.get("page"), int) else None,
                )
                for number, piece in enumerate(raw["evidence"], 1)
            )
            request = Request(
                raw["answer"],
                sources,
                raw.get("question") or "",
                request_id=str(raw["id"])[:128],
                config=Config(citation_policy=CitationPolicy(required=required)),
            )
            yield Row(str(raw["id"]), kind, raw.get("lang", ""), good, request)
