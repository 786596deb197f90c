"""From TOML tables to the lines that the core's lexicon reads.

A line is `section<TAB>text<TAB>fields...`. The numbers of sections, kinds and flags mirror
`csrc/include/verify/lexicon.hpp`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from sidecar.errors import ConfigurationError

Table: TypeAlias = Mapping[str, Any]

UNIT_KINDS = {"measure": 0, "duration": 1, "money": 2, "percent": 3, "counter": 4, "ratio": 5}
WORD_KINDS = {"unit": 0, "teen": 1, "ten": 2, "hundred": 3, "scale": 4, "ordinal": 5, "ordinal_scale": 6, "fraction": 7,
              "half": 8, "quarter": 9, "point": 10, "and": 11, "article": 12, "dozen": 13, "times": 14, "minus": 15,
              "oh": 16, "plural": 17, "in": 18, "over": 19, "minus_behind": 20}  # fmt: skip
HAN_KINDS = {"digit": 0, "small": 1, "large": 2, "half": 3, "some": 4, "more": 5, "point": 6, "parts_of": 7, "and": 8,
             "minus": 9}  # fmt: skip
PHRASE_KINDS = {"hedge": 0, "at-least": 1, "at-most": 2, "more-than": 3, "less-than": 4}
CITATION_WORDS = ("prefixes", "placeholders", "see", "pages", "parts", "behind", "intervals", "file_endings",
                  "square")  # fmt: skip
OPERATIONS = {
    "sum": 1,
    "difference": 2,
    "product": 3,
    "ratio": 4,
    "share": 5,
    "percent_change": 6,
    "mean": 7,
    "count": 8,
    "rise": 9,
    "fall": 10,
}
RELATIVE_UNITS = {"day": 0, "month": 1, "quarter": 2, "year": 3}
OTHER_TIMES = {"anywhere": "other_time", "before": "other_time_before", "behind": "other_time_behind"}
DATE_PARTS = {"fiscal": 0, "quarter": 1, "year": 2, "republic": 3, "century": 4}

GLUED, MONEY, END, GUARD_BEFORE, GUARD_AFTER, DIGITS, BELOW_TEN, MINUTE, QUOTE, ELLIPTIC = (
    1 << bit for bit in range(10)
)

# Words at which the reader stops to look for a quantity; the rest is only ever looked at from such a place.
TRIGGER_WORDS = ("unit", "teen", "ten", "hundred", "ordinal", "half", "quarter", "dozen", "times")


def _factor(text: str, where: str) -> tuple[int, int, int]:
    """An exact factor as numerator, denominator and power of ten, the numerator without trailing zeros."""
    try:
        value = Fraction(text.split("/", maxsplit=1)[0]) / Fraction(text.split("/")[1] if "/" in text else 1)
    except (ValueError, ZeroDivisionError) as error:
        raise ConfigurationError(f"{where}: factor {text!r} is neither a decimal nor p/q") from error
    numerator, denominator, exponent = value.numerator, value.denominator, 0
    while denominator % 10 == 0:
        denominator, exponent = denominator // 10, exponent - 1
    for small, large in ((2, 5), (5, 2)):
        while denominator % small == 0:
            denominator, numerator, exponent = denominator // small, numerator * large, exponent - 1
    while numerator % 10 == 0 and numerator:
        numerator, exponent = numerator // 10, exponent + 1
    if numerator <= 0 or numerator >= 2**62 or denominator >= 2**62:
        raise ConfigurationError(f"{where}: factor {text!r} is out of range")
    return numerator, denominator, exponent


def _folded(text: str) -> str:
    return "".join(c.lower() if c.isascii() else c for c in text)


class Compiler:
    """Collects lines; units first, so that every name finds its row."""

    def __init__(self, neutral: Table) -> None:
        self._lines: list[str] = []
        self._rows: dict[str, int] = {}
        self._dimensions: dict[str, int] = {}
        self._bits: dict[str, int] = {}
        self._neutral = neutral
        self._unit_lines: list[str] = []
        self._prefixes: dict[str, tuple[str, ...]] = {}
        self._texts: set[tuple[str, str]] = set()
        self._where = "lang/und.toml"
        self._add_neutral()

    # ------------------------------------------------------------------------------------------- lines

    def _entry(self, section: str, text: str, *, exact: bool = False, kind: int = 0, number: int = 0, exponent: int = 0,
               second: int = -1, flags: int = 0) -> None:  # fmt: skip
        if not text or "\t" in text or "\n" in text:
            raise ConfigurationError(f"{self._where}: {section} holds the unusable text {text!r}")
        stored = text if exact else _folded(text)
        self._texts.add((section, stored))
        # 个 is the one simplified character that many entries share; its traditional form is written as often.
        for text in dict.fromkeys((stored, stored.replace("个", "個"))):
            self._lines.append(f"{section}\t{text}\t{int(exact)}\t{kind}\t{number}\t{exponent}\t{second}\t{flags}")

    def _plain(self, section: str, text: str) -> None:
        self._lines.append(f"{section}\t{text}")

    def _row(self, code: str) -> int:
        try:
            return self._rows[code]
        except KeyError:
            raise ConfigurationError(f"{self._where}: unknown unit or currency {code!r}") from None

    def _unit(self, code: str, kind: str, dimension: str, factor: str, *, power: int = 0, bits: int = 0) -> int:
        if kind not in UNIT_KINDS:
            raise ConfigurationError(f"{self._where}: unit {code!r} has the unknown kind {kind!r}")
        if code in self._rows:
            raise ConfigurationError(f"{self._where}: unit {code!r} is there twice")
        numerator, denominator, exponent = _factor(factor, f"{self._where}: unit {code!r}")
        number = -1 if not dimension else self._dimensions.setdefault(dimension, len(self._dimensions))
        row = self._rows[code] = len(self._rows)
        self._unit_lines.append(
            f"unit\t{code}\t{UNIT_KINDS[kind]}\t{number}\t{numerator}\t{denominator}\t{exponent + power}\t{bits:x}"
        )
        return row

    # ----------------------------------------------------------------------------------------- neutral

    def _add_neutral(self) -> None:
        table = self._neutral
        for zero in table["digit_zeros"]:
            self._plain("digit_zero", zero)
        for unit in table["units"]:
            self._add_unit(unit)
        for quotient in table["quotients"]:
            for symbol in quotient["symbols"]:
                self._entry("unit_after", symbol, exact=True, number=self._row(quotient["over"]),
                            second=self._row(quotient["under"]))  # fmt: skip
        self._add_currencies(table["currency"])
        for text in table["joiners"]["signs"]:
            self._entry("joiner", text, kind=0)
        for text in table["joiners"]["tolerance"]:
            self._entry("joiner", text, kind=5)
        scales = table["scales"]
        for name, flags in (("glued", GLUED | DIGITS), ("money", MONEY | DIGITS), ("any", DIGITS)):
            for text, exponent in scales[name].items():
                self._entry("scale", text, exact=True, exponent=exponent, flags=flags)
        self._add_phrases(table)
        self._add_citations(table["citations"])

    def _add_unit(self, unit: Table) -> None:
        code, symbols = unit["code"], unit["symbols"]
        flags = (
            (GLUED if unit.get("glued") else 0)
            | (DIGITS if unit.get("digits") else 0)
            | (END if unit.get("ends") else 0)
            | (MINUTE if unit.get("minute") else 0)
        )
        meanings = sum(1 << self._bits.setdefault(meant, len(self._bits)) for meant in unit.get("may_mean", ()))
        row = self._unit(code, unit["kind"], unit["dimension"], unit["factor"], bits=meanings)
        for symbol in symbols:
            marks = QUOTE | DIGITS if symbol in ("'", "''", '"') else flags
            self._entry("unit_after", symbol, exact=True, number=row, exponent=unit.get("scale", 0), flags=marks)
        prefixes = tuple(unit.get("prefixes", ()))
        self._prefixes[code] = prefixes
        for prefix in prefixes:
            power = self._neutral["prefix_exponents"][prefix]
            prefixed = self._unit(prefix + code, unit["kind"], unit["dimension"], unit["factor"], power=power)
            for symbol in symbols:
                for sign in self._neutral["prefix_symbols"][prefix]:
                    if len(symbol) <= 4 and symbol not in ("sec", "secs", "bits"):
                        self._entry("unit_after", sign + symbol, exact=True, number=prefixed)
            if code == "By":
                self._entry("unit_after", prefix.lower() + "b", exact=True, number=prefixed)
                self._entry("unit_after", prefix.upper() + "B", exact=True, number=prefixed)
        for prefix, spellings in unit.get("spellings", {}).items():
            power = self._neutral["prefix_exponents"][prefix]
            prefixed = self._unit(prefix + code, unit["kind"], unit["dimension"], unit["factor"], power=power)
            for spelling in spellings:
                self._entry("unit_after", spelling, exact=True, number=prefixed)

    def _add_currencies(self, table: Table) -> None:
        shared: Mapping[str, list[str]] = table["shared"]
        for codes in shared.values():
            for code in codes:
                self._bits.setdefault(code, len(self._bits))
        if len(self._bits) > 64:
            raise ConfigurationError(f"{self._where}: currency.shared and may_mean name more than 64 codes")
        listed = dict.fromkeys([*table["codes"], *table["symbols"], *(c for codes in shared.values() for c in codes)])
        for code in listed:
            self._add_currency(code)
        for code in table["codes"]:
            for section in ("unit_before", "unit_after"):
                self._entry(section, code, exact=True, number=self._row(code))
            for prefix, power in (("k", 3), ("M", 6)):
                self._entry("unit_before", prefix + code, exact=True, number=self._row(code), exponent=power)
                self._entry("unit_after", prefix + code, exact=True, number=self._row(code), exponent=power)
        for code, symbols in table["symbols"].items():
            self._currency_signs(self._row(code), symbols)
        for sign, codes in shared.items():
            # Its row is kept under the sign; what is written out is the first currency's code.
            bits = sum(1 << self._bits[code] for code in codes)
            row = self._rows[sign] = len(self._rows)
            dimension = self._dimensions[f"currency {codes[0]}"]
            self._unit_lines.append(f"unit\t{codes[0]}\t{UNIT_KINDS['money']}\t{dimension}\t1\t1\t0\t{bits:x}")
            self._currency_signs(row, [sign])

    def _add_currency(self, code: str) -> int:
        bits = 1 << self._bits[code] if code in self._bits else 0
        return self._unit(code, "money", f"currency {code}", "1", bits=bits)

    def _currency_signs(self, row: int, signs: Iterable[str]) -> None:
        for sign in signs:
            self._entry("unit_before", sign, exact=True, number=row)
            self._entry("unit_after", sign, exact=True, number=row)
            if not sign.isalpha():
                for prefix, power in (("k", 3), ("M", 6), ("m", 6)):
                    self._entry("unit_after", prefix + sign, exact=True, number=row, exponent=power)

    # --------------------------------------------------------------------------------------- languages

    def add_language(self, code: str, table: Table) -> None:
        """Adds one language's table. Raises ConfigurationError naming the file and key that is wrong."""
        self._where = f"lang/{code}.toml"
        try:
            self._add_numbers(table.get("numbers", {}))
            self._add_han(table.get("han", {}))
            self._add_unit_names(table)
            self._add_currency_names(table)
            self._add_phrases(table)
            self._add_dates(table)
            self._add_words(table["words"])
            self._add_citations(table.get("citations", {}))
            for text, exponent in table.get("scales", {}).items():
                self._entry("scale", text, exact=text[0].isupper(), exponent=exponent, flags=DIGITS)
            notes = table.get("scale_notes", {})
            for kind, name in enumerate(("words", "beside_currency")):
                for text, exponent in notes.get(name, {}).items():
                    self._entry("scale_note", text, kind=kind, exponent=exponent)
            operations: dict[str, int] = {}
            for name, texts in table.get("operations", {}).items():
                for text in texts:
                    operations[text] = operations.get(text, 0) | 1 << OPERATIONS[name]
            for text, bits in operations.items():
                self._entry("operation", text, number=bits)
            for section, name in (("scale_cue", "cues"), ("scale_exempt", "exempt")):
                for text in notes.get(name, ()):
                    self._entry(section, text)
            for text in table["per"]["always"]:
                self._entry("per", text, kind=0)
            for text in table["per"]["time"]:
                self._entry("per", text, kind=1)
        except KeyError as error:
            raise ConfigurationError(f"{self._where}: the key {error} is missing") from error

    def add_common(self, table: Table) -> None:
        """Adds the words that CLDR knows of many languages, where no language before has the same word."""
        self._where = "lang/cldr.toml"
        for text, exponent in table["scales"].items():
            if self._new("scale", text) and self._new("han", text):
                self._entry("scale", text, exact=text[0].isupper(), exponent=exponent, flags=DIGITS)
        for name in ("unit_names", "currency_names"):
            for code, texts in table[name].items():
                for text in texts:
                    if self._new("unit_after", text):
                        self._entry("unit_after", text, number=self._row(code))

    def _new(self, section: str, text: str) -> bool:
        """Whether no entry of the section reads this text, in whatever case its ASCII letters are."""
        return (section, text) not in self._texts and (section, _folded(text)) not in self._texts

    def _add_numbers(self, numbers: Table) -> None:
        for name in ("unit", "teen", "ten", "ordinal", "fraction", "dozen", "times"):
            for word, value in numbers.get(name, {}).items():
                self._number_word(name, word, number=value)
        for name in ("half", "quarter", "point", "and", "article", "minus", "in", "over", "minus_behind"):
            for word in numbers.get(name, ()):
                self._number_word(name, word, number=0)
        joined = numbers.get("ten_unit", {})
        for ten, tens in numbers.get("ten", {}).items():
            for unit, units in joined.get("unit", {}).items():
                word = joined["pattern"].format(ten=ten, unit=unit)
                self._number_word("teen", word, number=tens + units)
                for suffix in joined.get("ordinal", ()):
                    self._number_word("ordinal", word + suffix, number=tens + units)
            for suffix in joined.get("ordinal", ()):
                self._number_word("ordinal", ten + suffix, number=tens)
            for ordinal, units in joined.get("ordinals", {}).items():
                self._number_word("ordinal", joined["pattern"].format(ten=ten, unit=ordinal), number=tens + units)
        if numbers.get("glue"):
            self._plain("glue", "words")
        for word in numbers.get("oh", ()):
            self._number_word("oh", word, number=0)
        for word in numbers.get("out_of", ()):
            self._number_word("in", word, number=1)
        for word in numbers.get("hundred", ()):
            self._number_word("hundred", word, number=100)
        for word, exponent in numbers.get("ordinal_scale", {}).items():
            self._number_word("ordinal_scale", word, exponent=exponent)
            self._plain("trigger", word)
        for word, exponent in numbers.get("scale", {}).items():
            for form in dict.fromkeys((word, word + numbers.get("scale_plural", ""))):
                self._number_word("scale", form, exponent=exponent)
                self._entry("scale", form, exponent=exponent)
            self._plain("trigger", word)

    def _number_word(self, name: str, word: str, *, number: int = 0, exponent: int = 0) -> None:
        self._entry("number", word, kind=WORD_KINDS[name], number=number, exponent=exponent)
        if name in TRIGGER_WORDS:
            self._plain("trigger", word)

    def _add_han(self, table: Table) -> None:
        for name in ("digit", "some"):
            for sign, value in table.get(name, {}).items():
                flags = GLUED if sign in table.get("first_only", ()) else 0
                self._entry("han", sign, kind=HAN_KINDS[name], number=value, flags=flags)
        for name in ("small", "large"):
            for sign, exponent in table.get(name, {}).items():
                self._entry("han", sign, kind=HAN_KINDS[name], exponent=exponent)
        for sign, value in table.get("tens", {}).items():
            self._entry("han", sign, kind=HAN_KINDS["small"], number=value // 10, exponent=1)
        for name in ("half", "more", "point", "parts_of", "and", "minus"):
            for sign in table.get(name, ()):
                self._entry("han", sign, kind=HAN_KINDS[name])

    def _add_unit_names(self, table: Table) -> None:
        prefix_names: Mapping[str, str] = table.get("prefix_names", {})
        for code, names in table.get("unit_names", {}).items():
            for name in names:
                flags = ELLIPTIC if name in table.get("elliptic_units", ()) else 0
                self._entry("unit_after", name, number=self._row(code), flags=flags)
                for prefix in self._prefixes.get(code, ()):
                    if prefix in prefix_names and (name.isascii() or (len(name) <= 2 and name[0] != "公")):
                        self._entry("unit_after", prefix_names[prefix] + name, number=self._row(prefix + code))
        for code, entry in table.get("unit_names_guarded", {}).items():
            flags = (END if entry.get("end") else 0) | (DIGITS if entry.get("digits") else 0)
            for name in entry["names"]:
                self._entry("unit_after", name, number=self._row(code), flags=flags)
        for pair, names in table.get("unit_quotients", {}).items():
            over, _, under = pair.partition("|")
            for name in names:
                self._entry("unit_after", name, number=self._row(over), second=self._row(under))
        for name, entry in table.get("tenths", {}).items():
            flags = BELOW_TEN if entry["below_ten"] else ELLIPTIC
            self._entry("unit_after", name, number=self._row(entry["unit"]), exponent=entry["scale"], flags=flags)
        taken = {name for names in table.get("currency_parts", {}).values() for name in names["names"]}
        for name in table.get("counters", {}).get("names", ()):
            if name in taken:
                continue
            row = self._rows.get(name)
            row = self._unit(name, "counter", "", "1") if row is None else row
            self._entry("unit_after", name, number=row, flags=MINUTE if name in table["counters"]["minute"] else 0)

    def _add_currency_names(self, table: Table) -> None:
        for code, names in table.get("currency_names", {}).items():
            row = self._rows[code] if code in self._rows else self._add_currency(code)
            for name in names:
                flags = ELLIPTIC if name in table.get("elliptic_units", ()) else 0
                self._entry("unit_after", name, number=row, flags=flags)
        for code, names in table.get("currency_names_before", {}).items():
            for name in names:
                self._entry("unit_before", name, number=self._row(code))
        for code, part in table.get("currency_parts", {}).items():
            whole = part["of"]
            currency = self._neutral["currency"]["shared"].get(whole, [whole])[0]
            row = self._unit(
                code,
                "money",
                f"currency {currency}",
                part["factor"],
                bits=1 << self._bits[currency] if currency in self._bits else 0,
            )
            for name in part["names"]:
                self._entry("unit_after", name, number=row)

    def _add_phrases(self, table: Table) -> None:
        guarded = table.get("phrases_guarded", {}).get("not_before_time", ())
        for section, name in (("phrase_before", "phrases_before"), ("phrase_after", "phrases_after")):
            for role, texts in table.get(name, {}).items():
                if role not in PHRASE_KINDS:
                    raise ConfigurationError(f"{self._where}: {name} holds the unknown role {role!r}")
                for text in texts:
                    flags = GUARD_AFTER if text in guarded else 0
                    self._entry(section, text, kind=PHRASE_KINDS[role], flags=flags)

    def _add_dates(self, table: Table) -> None:
        for unit, steps in table.get("relative_dates", {}).items():
            for text, count in steps.items():
                self._entry("relative_date", text, kind=RELATIVE_UNITS[unit], exponent=count)
        for section, texts in table.get("other_times", {}).items():
            for text in texts:
                self._entry(OTHER_TIMES[section], text)
        capital = set(table.get("months_guarded", {}).get("capital_only", ()))
        for name, number in table.get("months", {}).items():
            self._entry("month", name, exact=name in capital, number=number)
            if name in capital and name.upper() not in ("MAY", "MAR"):  # words of a text in capitals
                self._entry("month", name.upper(), exact=True, number=number)
            self._plain("trigger", name)
        for name in table.get("weekdays", {}).get("names", ()):
            self._entry("weekday", name)
        for role, names in table.get("date_parts", {}).items():
            for name in names:
                self._entry("date_part", name, kind=DATE_PARTS[role])
        parts = table.get("day_parts", {})
        for name, kind in parts.get("before", {}).items():
            self._entry("day_part", name, kind=kind, flags=GUARD_BEFORE)
        for name, kind in parts.get("after", {}).items():
            self._entry("day_part", name, kind=kind)

    def _add_words(self, words: Table) -> None:
        sides = {"one_before": GUARD_BEFORE, "one_after": GUARD_AFTER}
        guards: dict[str, int] = {}
        for name, flag in sides.items():
            for text in words.get(name, ()):
                guards[text] = guards.get(text, 0) | flag
        for text, flags in guards.items():
            self._entry("guard", text, flags=flags)
        for section, name, kind in (
            ("year_cue", "year_cues", 0), ("year_cue", "authors", 1),
            ("label", "long_labels", 1), ("label", "labels", 0), ("label", "labels_behind", 2),
            ("han_word", "no_number", 0), ("joiner", "range_signs", 0), ("joiner", "range_to", 1),
            ("joiner", "range_and", 2), ("joiner", "range_between", 3), ("joiner", "range_from", 4),
            ("joiner", "range_tolerance", 5),
            ("lone_cue", "lone_cues", 0), ("lone_cue", "lone_cues_always", 1),
            ("lone_cue", "time_cues", 2), ("speech", "speakers", 0), ("speech", "speech_verbs", 1),
            ("lone_cue", "lone_cues_behind", 3),
        ):  # fmt: skip
            for text in dict.fromkeys(words.get(name, ())):
                self._entry(section, text, kind=kind)
        for text in words["stop"]:
            self._plain("stop", text)
        for text in words["abbreviations"]:
            self._plain("abbreviation", text)

    def _add_citations(self, words: Table) -> None:
        for kind, name in enumerate(CITATION_WORDS):
            for text in words.get(name, ()):
                self._entry("citation", text, kind=kind)
        for text in words.get("cues", ()):
            self._entry("cue", text)

    def blob(self) -> bytes:
        """The whole as UTF-8: units first, then everything else in the order of adding."""
        return "\n".join([*self._unit_lines, *self._lines, ""]).encode()
