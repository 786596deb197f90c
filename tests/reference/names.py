"""Words of possible names that stand nowhere, by the rules of docs/checks.md, over the words of reference.tokens.

Judges texts of single sentences without list labels; nothing else opens a sentence there than what is looked at here.
"""

from __future__ import annotations

from reference.tokens import Word

GLUE = (" ", "-", "&", " & ", "'", "\u2019")
QUOTES = "\"'\u201c\u201d\u2018\u2019"


def unknown_capitals(
    text: str, words: list[Word], known: set[str], stop: set[str], joiners: set[str], titles: set[str]
) -> list[tuple[str, str, int, bool]]:
    """(name, word, words of the name, the word opens a sentence) for each capitalized word that is not known."""
    raw = text.encode()
    words = [word for word in words if not word.joined]
    latin = [word for word in words if not word.han]
    if sum(word.folded in stop for word in latin) * 5 < len(latin):
        return []

    def named(word: Word) -> bool:
        return word.capital and not (word.digit or word.han or word.folded in stop)

    def gap(left: Word, right: Word) -> str:
        return raw[left.end : right.start].decode()

    def glued(left: Word, right: Word) -> bool:
        between = gap(left, right)
        dotted = between in (".", ". ") and (left.end - left.start == 1 or left.folded in titles)
        return between in GLUE or dotted

    out = []
    at = 0
    while at < len(words):
        if not named(words[at]):
            at += 1
            continue
        run = [at]
        while True:
            nxt = run[-1] + 1
            if nxt >= len(words) or not glued(words[run[-1]], words[nxt]):
                break
            if not named(words[nxt]):
                bridged = words[nxt].folded in joiners and nxt + 1 < len(words) and named(words[nxt + 1])
                if not bridged or gap(words[nxt], words[nxt + 1]) != " ":
                    break
                nxt += 1
            run.append(nxt)
        parts = [words[place] for place in run]
        name = raw[parts[0].start : parts[-1].end].decode()
        count = sum(part.folded not in titles for part in parts)
        before = raw[: parts[0].start].decode().rstrip(" ([*_#-")
        opens = not before or before[-1] in ".!?:;\n|" + QUOTES
        for place, part in enumerate(parts):
            if part.folded in known or part.folded in titles:
                continue
            word = raw[part.start : part.end].decode()
            out.append((name, word, count, opens and place == 0))
        at = run[-1] + 1
    return out


def unknown_han(text: str, words: list[Word], known: set[str]) -> list[tuple[str, bool]]:
    """(run, no Han character stands before) for each run of at least two new characters."""
    out = []
    start = 0
    while start < len(text):
        if not "\u4e00" <= text[start] <= "\u9fff":
            start += 1
            continue
        end = start
        while end < len(text) and "\u4e00" <= text[end] <= "\u9fff":
            end += 1
        pairs = [text[at : at + 2] not in known for at in range(start, end - 1)]
        at = 0
        while at < len(pairs):
            if not pairs[at]:
                at += 1
                continue
            last = at
            while last + 1 < len(pairs) and pairs[last + 1]:
                last += 1
            first_character = start + at + (1 if at > 0 else 0)
            last_character = start + last + (0 if last + 1 < len(pairs) else 1)
            if last_character - first_character >= 1:
                out.append((text[first_character : last_character + 1], at == 0))
            at = last + 1
        start = end
    return out
