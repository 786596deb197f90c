"""The language tables: a TOML file a language, `und.toml` for what no language changes, `cldr.toml` from CLDR.

The core reads them as one blob of lines (`compile_tables`); docs/quantities.md names its sections. Files are
found by their names, so that a language is added by adding a file. Errors name the file and the key.
"""

from __future__ import annotations

import functools
import importlib.resources
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from sidecar.errors import ConfigurationError
from sidecar.lang import _added
from sidecar.lang._compile import Compiler

Table: TypeAlias = Mapping[str, Any]


class _Added:
    """What `add_tables` laid beside the package's tables."""

    tables: dict[str, Table] | None = None
    identity = ""


def add_tables(folder: str) -> None:
    """Adds the tables of a folder to those of the package, for the rest of the process: `CODE.toml`, `NAME.CODE.toml`.

    Before anything is verified, and once. Raises ConfigurationError naming file, key and fix where a table is wrong,
    and where the package's tables were read before.
    """
    if _tables.cache_info().currsize:
        raise ConfigurationError("language tables were read already: add yours before the first verification")
    packaged = _packaged()
    _Added.tables, _Added.identity = _added.read_folder(Path(folder), packaged)
    try:
        for code in language_codes():
            phrases(code)
            compile_tables(tables_of(code))
        cues()
    except ConfigurationError as error:
        raise ConfigurationError(f"with the tables of {folder}: {error}") from None


def added_tables_id() -> str:
    """A hash of the tables that were added, which are part of every judgement; "" for none."""
    return _Added.identity


@functools.cache
def _tables() -> dict[str, Table]:
    return _Added.tables or _packaged()


def _packaged() -> dict[str, Table]:
    """Every language's table by its code, in the order of the codes."""
    tables: dict[str, Table] = {}
    folder = importlib.resources.files(__name__)
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if not entry.name.endswith(".toml"):
            continue
        try:
            tables[entry.name.removesuffix(".toml")] = tomllib.loads(entry.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise ConfigurationError(f"lang/{entry.name}: {error}") from error
    if "und" not in tables:
        raise ConfigurationError("lang/und.toml is missing; reinstall the package")
    return tables


_NEUTRAL = frozenset({"und", "cldr"})
# Read where nothing is said of a text's language; other languages are read where a text is said to be in them.
_ALWAYS = ("en", "zh")


def language_codes() -> tuple[str, ...]:
    """The codes of the languages that have a file of their own, sorted; `und` and `cldr` are none."""
    return tuple(code for code in _tables() if code not in _NEUTRAL)


def tables_of(language: str) -> tuple[str, ...]:
    """The codes of the files that read a text in `language` (BCP 47, "" for unknown), in order."""
    code = language.partition("-")[0].lower()
    if not code or code in _ALWAYS or code not in language_codes():
        return _ALWAYS
    return (*_tables()[code].get("with", ()), code)


@functools.cache
def compile_tables(codes: tuple[str, ...] = _ALWAYS) -> bytes:
    """The tables of some languages as the UTF-8 blob that the core's lexicon reads; the same bytes on every machine.

    Raises ConfigurationError naming file and key where a table is wrong.
    """
    compiler = Compiler(_tables()["und"])
    for code in codes:
        compiler.add_language(code, _tables()[code])
    compiler.add_common(_tables()["cldr"])
    return compiler.blob()


@functools.cache
def phrases(code: str) -> Mapping[str, tuple[str, ...]]:
    """The phrase lists under `[phrases]` of one language, by name; empty where it has none.

    Raises ConfigurationError for an unknown code and for lists that hold anything but text.
    """
    if code not in _tables():
        raise ConfigurationError(f"lang/{code}.toml is missing; known: {', '.join(language_codes())}")
    lists: dict[str, tuple[str, ...]] = {}
    for name, values in _tables()[code].get("phrases", {}).items():
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise ConfigurationError(f"lang/{code}.toml: phrases.{name} must be a list of texts")
        lists[name] = tuple(phrase for value in values for phrase in _expand(code, value))
    return lists


@functools.cache
def all_phrases(name: str) -> tuple[str, ...]:
    """The list of this name of every language together, in the order of their codes; empty where none has it."""
    return tuple(phrase for code in language_codes() for phrase in phrases(code).get(name, ()))


def _expand(code: str, phrase: str) -> list[str]:
    """The phrase with every {name} in it replaced by each entry of that set of the language."""
    start = phrase.find("{")
    if start < 0:
        return [phrase]
    name, _, rest = phrase[start + 1 :].partition("}")
    entries = _tables()[code].get("phrase_sets", {}).get(name)
    if not isinstance(entries, list):
        raise ConfigurationError(f"lang/{code}.toml: phrase_sets.{name} is missing; the phrase {phrase!r} names it")
    return [phrase[:start] + entry + behind for entry in entries for behind in _expand(code, rest)]


@dataclass(frozen=True, slots=True)
class Cues:
    """Words that speak against one another; csrc/include/verify/contrast.hpp tells how they are used.

    `rows` are (group, side, text, flags); `checks` and `opposing` run over the groups: the check of each, whether its
    sides exclude each other, whether they are names, and whether they say something of the word behind them alone. The
    first groups are those named below.
    """

    rows: tuple[tuple[int, int, str, int], ...]
    checks: tuple[str, ...]
    opposing: tuple[bool, ...]
    names: tuple[bool, ...]
    governing: tuple[bool, ...]


NO_CUE, NEGATION, CONDITIONAL, TURNED, RESTRICTING = range(5)
DENIES, MAY_DENY = range(2)  # the sides of NEGATION
ORDERED, NAME, POLAR = 1, 2, 4  # flags of a cue
_PLAIN_CUES = (
    ("no_cue", NO_CUE, 0),
    ("negators", NEGATION, DENIES),
    ("weak_negators", NEGATION, MAY_DENY),
    ("conditional", CONDITIONAL, 0),
    ("turned", TURNED, 0),
    ("restricting", RESTRICTING, 0),
)


@functools.cache
def cues() -> Cues:
    """The tables `[contrasts]` of all languages.

    Raises ConfigurationError naming the file where one of them is wrong.
    """
    rows: list[tuple[int, int, str, int]] = []
    checks = ["", "polarity", "", "", ""]
    opposing = [False] * len(checks)
    names = [False] * len(checks)
    governing = [False] * len(checks)
    for code in language_codes():
        table = _tables()[code].get("contrasts", {})
        try:
            for name, group, side in _PLAIN_CUES:
                rows += [(group, side, text, 0) for text in table.get(name, ())]
            for entry in table.get("names", ()):
                for side, text in enumerate(entry["sides"]):
                    rows += [(len(checks), side, name, NAME) for name in text.split("|")]
                checks.append(entry["check"])
                opposing.append(True)
                names.append(True)
                governing.append(False)
            for entry in table.get("opposites", ()):
                flags = ORDERED if entry.get("ordered", False) else 0
                flags |= POLAR if entry["check"] == "polarity" else 0
                for side, texts in enumerate(entry["sides"]):
                    rows += [(len(checks), side, text, flags) for text in texts]
                checks.append(entry["check"])
                opposing.append(True)
                names.append(False)
                governing.append(entry.get("governing", False))
            for entry in table.get("lone", ()):
                rows += [(len(checks), 0, text, 0) for text in entry["words"]]
                checks.append(entry["check"])
                opposing.append(False)
                names.append(False)
                governing.append(False)
        except (KeyError, TypeError) as error:
            raise ConfigurationError(f"lang/{code}.toml: contrasts need {error}") from error
    return Cues(tuple(rows), tuple(checks), tuple(opposing), tuple(names), tuple(governing))


@functools.cache
def wording(code: str) -> Mapping[str, str]:
    """What is said to people and generators in one language: the table `[wording]`, by name; `{...}` is filled in.

    Raises ConfigurationError for an unknown code and for a value that is no text.
    """
    if code not in _tables():
        raise ConfigurationError(f"lang/{code}.toml is missing; known: {', '.join(language_codes())}")
    texts = _tables()[code].get("wording", {})
    for name, value in texts.items():
        if not isinstance(value, str):
            raise ConfigurationError(f"lang/{code}.toml: wording.{name} must be a text")
    return dict(texts)
