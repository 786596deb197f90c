"""Texts for the references to disagree about: random ones from adversarial alphabets, and real ones at hand."""

from __future__ import annotations

import importlib
import random
import sysconfig
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

LETTERS = list("abesT SRI  ..,'’-\n") + [
    "é",
    "É",
    "ß",
    "ﬁ",
    "Ｂ",
    "e\u0301",
    "\u00ad",
    "\u200b",
    "'s",
    "’S",
    "ñ",
    "σ",
    "Σ",
    "A4",
    "İ",
]
HAN = list("买家承担运费一二三十百万退貨買個々〇が，。！？；：、《》“”「」（）") + [
    "ｶ",
    "ー",
    "\n",
    "\r\n",
    " ",
    "①",
    "\U00020000",
]
NUMBERS = list("0123456789.,") + ["٣", "５", "，", "．", "²", "½", "\u0300", " ", "x", "Ⅳ", "१"]
SENTENCES = [
    *". ! ? , ; : ... ?! \" ' ) ] ( [1] [2] * ** _ - # > | ` ``` ~~~ \n \n\n \r\n".split(" "),
    *(
        " ",
        " ",
        " ",
        "\t",
        "The",
        "It",
        "rent",
        "is",
        "Dr",
        "U.S",
        "e.g",
        "a",
        "B",
        "no",
        "inc",
        "x.y",
        "www.a.b",
        "http://a",
    ),
    *("1", "2024", "3.5", "- ", "1. ", "(2) ", "# ", "> ", "* ", "| a | b |\n", "|---|---|\n", "**Terms**\n", "```\n"),
    *(
        "买家",
        "承担",
        "。",
        "！",
        "？",
        "，",
        "；",
        "：",
        "、",
        "一、",
        "（二）",
        "①",
        "《",
        "》",
        "“",
        "”",
        "他说",
        "她们问",
        "」",
    ),
    *("。”他说", "？」她们问", "！”我道", "。”他的", "？!", "?！", "~~~\n", "> a. B\n", "\n**b**\n"),
]
MARKERS = [
    *"[ ] ( ) ^ , ; - – ~ 1 2 3 9 12 0 2004 a b doc-1 doc-2 doc-7 s.pdf#page=1 ` ``` \\ \n".split(" "),
    *(
        " ",
        "[1]",
        "[2, 3]",
        "[1-3]",
        "[^2]",
        "[[",
        "]]",
        "](http://a/1)",
        "source",
        "Source ",
        "citation:",
        "ID:",
        "doc ",
        "#",
    ),
    *(
        "【",
        "】",
        "［",
        "］",
        "（",
        "）",
        "来源",
        "资料",
        "：",
        "、",
        "，",
        "至",
        "†",
        "１",
        "２",
        "name",
        "list",
        "_",
        "km/h",
        "[2004]",
    ),
]
ALPHABETS = {"letters": LETTERS, "han": HAN, "numbers": NUMBERS, "sentences": SENTENCES, "markers": MARKERS}


def random_texts(alphabet: str, count: int, longest: int, seed: int) -> Iterator[str]:
    """`count` texts of up to `longest` pieces of one alphabet; the same for the same seed."""
    chance = random.Random(f"{alphabet} {seed}")
    pieces = ALPHABETS[alphabet]
    for _ in range(count):
        yield "".join(chance.choices(pieces, k=chance.randint(1, longest)))


def mixed_texts(count: int, longest: int, seed: int) -> Iterator[str]:
    """The same from all alphabets together."""
    chance = random.Random(f"mixed {seed}")
    pieces = [piece for alphabet in ALPHABETS.values() for piece in alphabet]
    for _ in range(count):
        yield "".join(chance.choices(pieces, k=chance.randint(1, longest)))


def real_texts(most_bytes: int) -> list[str]:
    """Texts that every clone has: our pages, and licenses and docstrings of installed packages; a piece of each."""
    paths = [*ROOT.glob("*.md"), *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("examples/documents/*.txt"))]
    packages = Path(sysconfig.get_path("purelib"))
    paths += sorted(packages.glob("*.dist-info/**/LICENSE*"))[:12]
    paths += sorted(packages.glob("*.dist-info/METADATA"))[:8]
    texts = []
    for path in paths:
        if path.is_file():
            texts.append(path.read_bytes()[:most_bytes].decode("utf-8", errors="ignore"))
    for name in ("argparse", "statistics", "textwrap", "decimal", "datetime"):
        module = importlib.import_module(name)
        docs = [str(getattr(module, item).__doc__ or "") for item in sorted(dir(module)) if not item.startswith("_")]
        texts.append("\n\n".join([str(module.__doc__ or ""), *docs])[:most_bytes])
    assert len(texts) > 8
    return texts
