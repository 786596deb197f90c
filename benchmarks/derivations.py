"""How many computed figures are derived, and how many wrong ones chance lets through.

    python -m benchmarks.derivations FILE

FILE: JSON lines (or .gz) with `id`, `question`, `answer`, `evidence[] {id, text}`, `label` "answered" for answers that
are computed, and `meta.derivation` (the computation as its author wrote it, for the table by operation). Each true
answer is asked about as it is, and six times with a wrong number of the same precision in its place: one digit
changed, times 0.8 to 1.5, times 0.3 to 3, two of each, drawn by a seed from the row's id. Prints JSON: counts by
outcome, and the shares by operation and by the number of values in the evidence.
"""

from __future__ import annotations

import argparse
import collections
import gzip
import hashlib
import json
import random
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from sidecar import Request, Source, tables, verify
from sidecar.model import QuantityStatus

NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
HELD = frozenset({QuantityStatus.SUPPORTED, QuantityStatus.ROUNDED, QuantityStatus.CONVERTED, QuantityStatus.DERIVED})
SIZES = ((10, "up to 10"), (20, "11-20"), (40, "21-40"), (80, "41-80"))


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows whose answers are computed."""
    data = path.read_bytes()
    for line in (gzip.decompress(data) if path.suffix == ".gz" else data).decode().splitlines():
        row = json.loads(line)
        if row["label"] == "answered" and NUMBER.search(row["answer"]):
            yield row


def wrong_answers(row: dict[str, Any]) -> list[str]:
    """Six answers with another number of the same precision, the same on every machine."""
    found = NUMBER.search(row["answer"])
    assert found is not None
    written = found.group()
    plain = written.replace(",", "")
    value = Decimal(plain)
    step = Decimal(1).scaleb(int(value.as_tuple().exponent))
    seed = int.from_bytes(hashlib.sha256(row["id"].encode()).digest()[:8])
    chance = random.Random(seed)
    numbers: list[str] = []
    while len(numbers) < 2:
        at = chance.choice([place for place, sign in enumerate(plain) if sign.isdigit()])
        digit = chance.choice([digit for digit in "0123456789" if digit != plain[at]])
        changed = plain[:at] + digit + plain[at + 1 :]
        if Decimal(changed) and not re.match(r"0\d", changed):
            numbers.append(changed)
    for low, high in ((0.8, 1.5), (0.3, 3.0)):
        made = 0
        for _ in range(100):
            if made == 2:
                break
            other = (value * Decimal(str(chance.uniform(low, high)))).quantize(step)
            if other and other != value:
                numbers.append(str(other))
                made += 1
    grouped = [f"{Decimal(number):,}" if "," in written else number for number in numbers]
    return [row["answer"].replace(written, number, 1) for number in grouped]


def outcome(row: dict[str, Any], answer: str) -> str:
    """What became of the answer's number: derived, held, review or fail."""
    sources = tuple(Source(str(number), item["text"]) for number, item in enumerate(row["evidence"]))
    report = verify(Request(answer, sources, question_text=row["question"]))
    statuses = {quantity.status for quantity in report.quantities} - {QuantityStatus.IGNORED}
    if statuses and statuses <= HELD:
        return "derived" if QuantityStatus.DERIVED in statuses else "held"
    return "fail" if report.outcome.name == "FAIL" else "review"


def operation(row: dict[str, Any]) -> str:
    """The kind of computation, from the way its author wrote it."""
    written = row["meta"].get("derivation", "").replace(" ", "")
    if "##" in written:
        return "count"
    divided = "/" in written
    if divided and re.search(r"/\d{1,2}\)?$", written):
        return "mean"
    if divided:
        return "percent change" if re.search(r"[-–]|/.*-1", written) else "ratio or share"
    if "*" in written:
        return "product"
    return "sum" if "+" in written else "difference"


def size(row: dict[str, Any]) -> str:
    """How many values the evidence holds, as a class."""
    count = sum(len(tables.quantities(item["text"])) for item in row["evidence"])
    return next((name for most, name in SIZES if count <= most), "more than 80")


def measure(path: Path) -> dict[str, Any]:
    """All counts: of true answers and of wrong ones, in all, by operation and by size."""
    true: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    wrong: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for row in rows(path):
        keys = ("all", "operation: " + operation(row), "values: " + size(row))
        found = outcome(row, row["answer"])
        others = [outcome(row, answer) for answer in wrong_answers(row)]
        for key in keys:
            true[key][found] += 1
            wrong[key].update(others)
    table = {}
    for key in sorted(true):
        count, drawn = true[key].total(), wrong[key].total()
        table[key] = {
            "true": count,
            "derived": round((true[key]["derived"] + true[key]["held"]) / count, 4),
            "review": round(true[key]["review"] / count, 4),
            "fail": round(true[key]["fail"] / count, 4),
            "wrong": drawn,
            "by_chance": round((wrong[key]["derived"] + wrong[key]["held"]) / drawn, 4) if drawn else 0.0,
            "by_chance_held": round(wrong[key]["held"] / drawn, 4) if drawn else 0.0,
        }
    return table


def main() -> None:
    """Prints the table for one file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    for key, row in measure(parser.parse_args().file).items():
        print(json.dumps({"rows": key, **row}))


if __name__ == "__main__":
    main()
