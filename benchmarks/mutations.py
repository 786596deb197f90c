"""Seeded mutations of supported claims: what is found of them, near copies and paraphrases apart.

    python -m benchmarks.mutations FOLDER [--seed 1] [--per-kind 150] [--json FILE]

FOLDER holds labelled sets, `*.jsonl` or `*.jsonl.gz`, a row a line: `answer`, `evidence[].text`, `label`, `question`.
Each sentence of the answers labelled `supported` that does not fail as it stands is changed in one place, so that it
becomes wrong. The word lists here are the generator's own, on purpose: what it makes must not depend on what the checks
look for. It is crude ("can" becomes "can not" in any sense), so a few mutations are harmless.

The same folder, seed and count give the same mutations on every machine. A claim is a near copy where its passage holds
at least `NEAR_RATIO` of its words.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.labelled import folder_hash
from sidecar import Outcome, Report, Request, Source, verify

NEAR_RATIO = 0.7
LEAST_WORDS = 6
AUXILIARIES = ("is", "are", "was", "were", "can", "will", "has", "have", "may", "should", "must")
VERBS_ZH = (
    "具有",
    "实现",
    "完成",
    "获得",
    "取得",
    "包括",
    "属于",
    "提供",
    "支持",
    "影响",
    "参加",
    "达到",
    "需要",
    "采用",
)
FLIPS = tuple(
    tuple(pair.split("/"))
    for pair in (
        "increase/decrease,increased/decreased,higher/lower,highest/lowest,growth/decline,rose/fell,before/after,"
        "more than/less than,at least/at most,profit/loss,buy/sell,bought/sold,improve/worsen,gain/loss,raise/reduce,"
        "above/below"
    ).split(",")
)
FLIPS_ZH = tuple(
    tuple(pair.split("/"))
    for pair in (
        "增加/减少,增长/下降,上升/下降,上涨/下跌,提高/降低,最高/最低,高于/低于,流入/流出,超过/不足,以上/以下,之前/之后,买入/卖出,"
        "进口/出口,盈利/亏损"
    ).split(",")
)
NAME = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][a-z]+(?: [A-Z][a-z]+){1,2}\b")
NUMBER = re.compile(r"(?<![\d.,])[1-9]\d*(?:\.\d+)?(?![\d.,]*\d)")


@dataclass(frozen=True, slots=True)
class Claim:
    """One supported sentence with its evidence."""

    text: str
    question: str
    evidence: tuple[str, ...]
    chinese: bool


Mutation = Callable[[Claim, random.Random], str | None]


def _pick(places: list[tuple[int, int, str]], text: str, chance: random.Random) -> str | None:
    """The text with one of the (start, end, replacement) places replaced."""
    if not places:
        return None
    start, end, new = chance.choice(places)
    return text[:start] + new + text[end:]


def negate(claim: Claim, chance: random.Random) -> str | None:
    """Puts a negator into the sentence, or takes its only one out."""
    text = claim.text
    if claim.chinese:
        dropped = [(m.start(), m.end(), "已") for m in re.finditer("尚未|没有|未(?!来|必)", text)]
        added = [(m.start(), m.start(), "未") for verb in VERBS_ZH for m in re.finditer(f"(?<![不未没]){verb}", text)]
        return _pick(dropped or added, text, chance)
    dropped = [(m.start(), m.end(), " ") for m in re.finditer(r" not (?!only|just|necessarily)", text)]
    added = [(m.end(), m.end(), " not") for word in AUXILIARIES for m in re.finditer(rf"\b{word}\b(?! not)", text)]
    return _pick(dropped or added, text, chance)


def flip(claim: Claim, chance: random.Random) -> str | None:
    """Puts the contrary of a word of direction or bound in its place."""
    places: list[tuple[int, int, str]] = []
    for pair in FLIPS_ZH if claim.chinese else FLIPS:
        for word, contrary in (pair, pair[::-1]):
            pattern = word if claim.chinese else rf"\b{word}\b"
            places += [(m.start(), m.end(), contrary) for m in re.finditer(pattern, claim.text)]
    return _pick(sorted(places), claim.text, chance)


def swap_name(claim: Claim, chance: random.Random) -> str | None:
    """Puts another name of the evidence into the place of one of the claim's."""
    if claim.chinese:
        return None
    others = sorted({m[0] for text in claim.evidence for m in NAME.finditer(text)} - set(NAME.findall(claim.text)))
    places = [(m.start(), m.end(), chance.choice(others)) for m in NAME.finditer(claim.text)] if others else []
    return _pick(places, claim.text, chance)


def change_number(claim: Claim, chance: random.Random) -> str | None:
    """Changes one digit of a number."""
    places = []
    for match in NUMBER.finditer(claim.text):
        digit = str((int(match[0][0]) + chance.randrange(1, 9) - 1) % 9 + 1)
        changed = digit + match[0][1:]
        if changed != match[0] and not any(changed in text for text in claim.evidence):
            places.append((match.start(), match.end(), changed))
    return _pick(places, claim.text, chance)


KINDS: dict[str, Mutation] = {"negate": negate, "flip": flip, "swap-name": swap_name, "change-number": change_number}


def read(folder: Path) -> Iterator[dict[str, Any]]:
    """The rows of every set of a folder, in the order of the files' names."""
    for path in sorted([*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")]):
        content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        yield from (json.loads(line) for line in content.splitlines() if line)


def claims(folder: Path) -> list[Claim]:
    """Each supported sentence once, long enough to be told from others."""
    found: dict[str, Claim] = {}
    for row in read(folder):
        if row.get("label") != "supported" or (row.get("meta") or {}).get("group"):
            continue  # mutations of others are no fresh claims
        evidence = tuple(item["text"] for item in row["evidence"])
        for text in re.split(r"(?<=[.!?]) +(?=[A-Z])|(?<=[。！？])|\n+", row["answer"]):
            chinese = len(re.findall("[一-鿿]", text)) > len(text) / 3
            words = len(text) / 3 if chinese else len(text.split())
            if words >= LEAST_WORDS and text not in found:
                found[text] = Claim(text.strip(), row.get("question") or "", evidence, chinese)
    return list(found.values())


def check(claim: Claim, text: str) -> Report:
    """The report on a text against the claim's evidence."""
    sources = tuple(Source(str(number), piece) for number, piece in enumerate(claim.evidence, 1))
    return verify(Request(text, sources, question_text=claim.question))


def measure(folder: Path, seed: int, per_kind: int) -> list[dict[str, Any]]:
    """A row for each kind and language: counts, and shares of FAIL and REVIEW, near copies and paraphrases apart."""
    every = claims(folder)
    rows = []
    for kind, mutate in KINDS.items():
        for chinese in (False, True):
            chance = random.Random(f"{seed} {kind} {chinese}")
            pool = [claim for claim in every if claim.chinese == chinese]
            chance.shuffle(pool)
            outcomes: dict[bool, list[Outcome]] = {True: [], False: []}
            for claim in pool:
                changed = mutate(claim, chance)
                if changed is None or check(claim, claim.text).outcome == Outcome.FAIL:
                    continue
                report = check(claim, changed)
                near = min((row.match_ratio for row in report.claims if row.refs), default=0.0) >= NEAR_RATIO
                outcomes[near].append(report.outcome)
                if sum(map(len, outcomes.values())) == per_kind:
                    break
            rows.append({"kind": kind, "language": "zh" if chinese else "en", **_shares(outcomes)})
    return rows


def _shares(outcomes: dict[bool, list[Outcome]]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    groups = {"all": outcomes[True] + outcomes[False], "near": outcomes[True], "paraphrase": outcomes[False]}
    for name, found in groups.items():
        count = len(found)
        out[name] = {
            "n": count,
            "fail": round(found.count(Outcome.FAIL) / count, 3) if count else None,
            "review": round(found.count(Outcome.REVIEW) / count, 3) if count else None,
        }
    return out


def main() -> None:
    """Reads the command line, measures, prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-kind", type=int, default=150)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    rows = measure(args.folder, args.seed, args.per_kind)
    print(f"data {folder_hash(args.folder)[:16]}, seed {args.seed}")
    print(
        "| kind | language | n | FAIL | REVIEW | near: n, FAIL | paraphrase: n, FAIL |\n|---|---|---|---|---|---|---|"
    )
    for row in rows:
        every, near, other = row["all"], row["near"], row["paraphrase"]
        if every["n"]:
            print(
                f"| {row['kind']} | {row['language']} | {every['n']} | {every['fail']} | {every['review']} "
                f"| {near['n']}, {near['fail']} | {other['n']}, {other['fail']} |"
            )
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
