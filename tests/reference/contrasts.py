"""Opposites of a claim in a passage of one sentence, by looking at every pair; rules of docs/contradictions.md §2.

Only for texts of plain lower-case words, whose cues have one sense each: no quantities, negators, Han or clauses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

WINDOW, SLACK, LONGEST_RUN = 6, 4, 4


@dataclass(frozen=True, slots=True)
class Opposite:
    """A cue of the claim beside one of the passage; spans in characters."""

    answer: tuple[int, int]
    source: tuple[int, int]
    left_run: int
    right_run: int
    near: int
    near_count: int
    same_fit: int
    fit: int
    matched: int
    count: int


def opposites(
    claim: str, passage: str, cues: dict[str, tuple[str, int]], stop: frozenset[str], *, least_share: int = 3
) -> list[Opposite]:
    """For each cue of the claim, in order, its best opposite; `cues` are words with group and side."""
    said, read = _words(claim), _words(passage)
    content = [word for word, _, _ in said if word not in stop and word not in cues]
    everything = {word for word, _, _ in read}
    matched = sum(word in everything for word in content)
    if matched * least_share < len(content):
        return []
    out = []
    for i, (word, start, end) in enumerate(said):
        if word not in cues:
            continue
        group, side = cues[word]
        best: tuple[int, int, int, int, int, tuple[int, int]] | None = None
        same_fit = -1
        for j, (other, other_start, other_end) in enumerate(read):
            if other not in cues or cues[other][0] != group:
                continue
            left, right = _run(said[:i][::-1], read[:j][::-1]), _run(said[i + 1 :], read[j + 1 :])
            there = {one for one, _, _ in read[max(0, j - WINDOW - SLACK) : j] + read[j + 1 : j + 1 + WINDOW + SLACK]}
            around = [one for one, _, _ in said[max(0, i - WINDOW) : i] + said[i + 1 : i + 1 + WINDOW]]
            around = [one for one in around if one not in stop and one not in cues]
            near = sum(one in there for one in around)
            fit = left + right + near
            if cues[other][1] == side:
                same_fit = max(same_fit, fit)
            elif best is None or fit > best[0]:
                best = (fit, left, right, near, len(around), (other_start, other_end))
        if best is not None and best[0] > same_fit:
            fit, left, right, near, near_count, place = best
            found = (left, right, near, near_count, same_fit, fit, matched, max(1, len(content)))
            out.append(Opposite((start, end), place, *found))
    return out


def _words(text: str) -> list[tuple[str, int, int]]:
    return [(match[0], match.start(), match.end()) for match in re.finditer("[a-z]+", text)]


def _run(one: list[tuple[str, int, int]], other: list[tuple[str, int, int]]) -> int:
    run = 0
    for (a, _, _), (b, _, _) in zip(one[:LONGEST_RUN], other[:LONGEST_RUN], strict=False):
        if a != b:
            break
        run += 1
    return run
