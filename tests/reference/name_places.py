"""Other names in the place of a claim's, by the rules of docs/contradictions.md, over the words of reference.tokens.

Claim and passage are one sentence each, their names runs of capitalized words with blanks between.
"""

from __future__ import annotations

from reference.tokens import Word

Name = tuple[int, int]  # words, half-open
MOST_RUN = 4


def names(words: list[Word], stop: set[str]) -> list[Name]:
    """Runs of capitalized words that are no stop words."""
    out: list[Name] = []
    at = 0
    while at < len(words):
        end = at
        while end < len(words) and words[end].capital and words[end].folded not in stop:
            end += 1
        if end > at:
            out.append((at, end))
        at = end + 1
    return out


def same(one: list[str], other: list[str]) -> bool:
    """May two names be one: a word with the same four letters in front, or an abbreviation of the first letter?"""
    for first in one:
        for second in other:
            stem = len(first) >= 4 and len(second) >= 4 and first[:4].lower() == second[:4].lower()
            if first.lower() == second.lower() or stem:
                return True
    return any(
        len(short) == 1 and len(short[0]) > 1 and short[0].isupper() and short[0][0].lower() == full[0][0].lower()
        for short, full in ((one, other), (other, one))
    )


def around(claim: list[str], name: Name, passage: list[str], other: Name, stop: set[str]) -> tuple[int, int, int]:
    """Equal words before and behind two names, at most four each, and how many of them are no stop words."""
    left = right = content = 0
    for step in range(1, MOST_RUN + 1):
        if min(name[0], other[0]) < step or claim[name[0] - step] != passage[other[0] - step]:
            break
        left += 1
        content += claim[name[0] - step] not in stop
    for step in range(MOST_RUN):
        if name[1] + step >= len(claim) or other[1] + step >= len(passage):
            break
        if claim[name[1] + step] != passage[other[1] + step]:
            break
        right += 1
        content += claim[name[1] + step] not in stop
    return left, right, content


def displaced(
    claim_words: list[Word], written: list[str], passage_words: list[Word], there: list[str], stop: set[str]
) -> list[tuple[Name, Name, int, int, int, bool]]:
    """(name, other name, run before, run behind, content words of both, the name stands there too) for each name."""
    claim, passage = [word.folded for word in claim_words], [word.folded for word in passage_words]
    out = []
    for name in names(claim_words, stop):
        mine = written[name[0] : name[1]]
        if (name[0] == 0 and len(mine) < 2) or any(word not in passage for word in claim[name[0] : name[1]]):
            continue
        places = names(passage_words, stop)
        own = [place for place in places if same(mine, there[place[0] : place[1]])]
        best, score, best_own = None, 0, 0
        for place in places:
            left, right, content = around(claim, name, passage, place, stop)
            if not content:
                continue
            found = left + right + 2 * content
            if place in own:
                best_own = max(best_own, found)
                continue
            opens = place[0] == 0 and place[1] == 1
            kept = any(word in claim for word in passage[place[0] : place[1]])
            listed = any(
                all(
                    word.folded in stop or word.capital
                    for word in passage_words[min(place[1], one[1]) : max(place[0], one[0])]
                )
                for one in own
            )
            if found > score and not (opens or kept or listed):
                score = found
                best = (name, place, left, right, content, bool(own))
        if best is not None and score > best_own:
            out.append(best)
    return out
