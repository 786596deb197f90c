"""Quantities by the rules of docs/quantities.md: digits read by their shape, amounts written with what they mean.

Digits are judged by a second reader (`numeral_at`, `plain_amounts`). Words, Han numerals and whole amounts are judged
the other way round: a writer puts a known value into every form that the page allows, and that value must be read.
Units, currencies and scale words are a short list of its own.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

HEDGED, AT_LEAST, AT_MOST, MORE_THAN, LESS_THAN = 1, 2, 4, 8, 16
SIGNED, SCALED, SPELLED, AMBIGUOUS = 32, 64, 128, 512
SEPARATORS = {".": ".", "．": ".", ",": ",", " ": " ", "\u00a0": " ", "\u202f": " ", "'": "'", "’": "'", "_": "_"}


@dataclass(frozen=True, slots=True)
class Numeral:
    """Digits read as one number: span in code points, value, power of ten of the last digit, a second reading."""

    start: int
    end: int
    value: Fraction
    quantum: int
    ambiguous: bool


def is_digit(text: str, at: int) -> bool:
    """Does a decimal digit of any script stand at `at`?"""
    return 0 <= at < len(text) and unicodedata.category(text[at]) == "Nd"


def _runs(text: str, at: int) -> tuple[list[tuple[int, int]], list[str]]:
    """The runs of digits from `at` on and the separators between them."""
    runs: list[tuple[int, int]] = []
    separators: list[str] = []
    while True:
        end = at
        while is_digit(text, end):
            end += 1
        if end == at:
            separators.pop()
            break
        if separators and separators[-1] in " '_" and end - at != 3:
            separators.pop()
            break
        runs.append((at, end))
        separator = SEPARATORS.get(text[end : end + 1])
        if separator is None:
            break
        separators.append(separator)
        at = end + 1
    return runs, separators


def _groups_well(sizes: Sequence[int]) -> bool:
    first, rest = sizes[0], list(sizes[1:])
    western = first <= 3 and all(size == 3 for size in rest)
    indian = len(rest) >= 2 and first <= 2 and rest[-1] == 3 and all(size == 2 for size in rest[:-1])
    return western or indian or (len(rest) >= 2 and first <= 4 and all(size == 4 for size in rest))


def numeral_at(text: str, at: int) -> Numeral:
    """The number whose first digit stands at `at`."""
    runs, separators = _runs(text, at)
    sizes = [end - start for start, end in runs]
    zero = sizes[0] == 1 and unicodedata.decimal(text[at]) == 0
    groups, decimals, ambiguous = 1, 0, False
    if separators:
        same = 1
        while same < len(separators) and separators[same] == separators[0]:
            same += 1
        point_behind = same < len(separators) and separators[same] in ".,"
        if same == 1 and separators[0] in ".," and not (point_behind and _groups_well(sizes[:2])):
            groups, decimals, ambiguous = _lone_separator(text, at, sizes, separators[0], zero)
        elif _groups_well(sizes[: same + 1]):
            groups = same + 1
            ambiguous = separators[0] == " " and same == 1
            if point_behind:
                groups, decimals = groups + 1, sizes[same + 1]
    digits = "".join(str(unicodedata.decimal(c)) for start, end in runs[:groups] for c in text[start:end])
    start = at
    open_before = (
        at >= 1 and text[at - 1] in ".," and (at == 1 or text[at - 2] in " \n(-−<>=~" or text[at - 2 : at] == "$.")
    )
    if groups == 1 and open_before:
        start, decimals = at - 1, sizes[0]
    return Numeral(start, runs[groups - 1][1], Fraction(int(digits), 10**decimals), -decimals, ambiguous)


def _lone_separator(text: str, at: int, sizes: list[int], separator: str, zero: bool) -> tuple[int, int, bool]:
    """Groups taken, decimals among them, a second reading: for one dot or comma with digits on both sides."""
    if at >= 2 and text[at - 1] in ".,．" and is_digit(text, at - 2):
        return 1, 0, False  # the tail of a list: 10,20,30
    threes = sizes[1] == 3 and sizes[0] <= 3 and unicodedata.decimal(text[at]) != 0
    if separator == ".":
        return 2, sizes[1], threes
    if threes:
        return 2, 0, True
    return (2, sizes[1], not zero) if sizes[1] <= 2 or zero else (1, 0, False)


PLAIN = re.compile(
    r"(?<![\w.,:;/+*=$€£¥#@&%^~<>'’\"\[\]{}()\\|-])(?<![\w.,:;/+*=$€£¥#@&%^~<>'’\"\[\]{}()\\|-] )"
    r"(?P<number>[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{1,2})?)(?P<percent>%?)(?= [a-z]+\b)"
)


def plain_amounts(text: str) -> list[tuple[int, Fraction, str]]:
    """Start, value and unit ("%" or "") of the numbers in running text that nobody could read in two ways."""
    out = []
    for found in PLAIN.finditer(text):
        number = Fraction(found["number"].replace(",", ""))
        out.append((found.start(), number, found["percent"]))
    return out


# --------------------------------------------------------------------------------------------------- writing

SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()
SCALES = ((12, "trillion"), (9, "billion"), (6, "million"), (3, "thousand"))
HAN_DIGITS = {"plain": "零一二三四五六七八九", "bank": "零壹贰叁肆伍陆柒捌玖"}
HAN_PLACES = {"plain": "十百千", "bank": "拾佰仟"}


def english(number: int, chance: random.Random) -> str:
    """The number in English words, in one of the usual ways."""
    hyphen, joiner = chance.choice("- "), chance.choice([" ", " and "])
    comma = chance.choice([" ", ", "])

    def below_hundred(n: int) -> str:
        if n < 20:
            return SMALL[n]
        return TENS[n // 10] + (hyphen + SMALL[n % 10] if n % 10 else "")

    def below_thousand(n: int) -> str:
        hundreds = SMALL[n // 100] + " hundred" if n >= 100 else ""
        rest = below_hundred(n % 100) if n % 100 else ""
        return joiner.join(part for part in (hundreds, rest) if part)

    if number == 0:
        return SMALL[0]
    parts = []
    for power, word in SCALES:
        if number >= 10**power:
            parts.append(f"{below_thousand(number // 10**power % 1000)} {word}" if number // 10**power % 1000 else "")
    parts.append(below_thousand(number % 1000) if number % 1000 else "")
    parts = [part for part in parts if part]
    if joiner == " and " and len(parts) > 1 and 0 < number % 1000 < 100:
        return comma.join(parts[:-1]) + " and " + parts[-1]
    return comma.join(parts)


def han(number: int, style: str) -> str:
    """The number in Han numerals; `style` plain, bank or two (两 for two hundred, two thousand, ...)."""
    digits, places = (
        HAN_DIGITS["bank" if style == "bank" else "plain"],
        HAN_PLACES["bank" if style == "bank" else "plain"],
    )

    def section(n: int, first: bool) -> str:
        out, gap = "", False
        for power in (3, 2, 1, 0):
            digit = n // 10**power % 10
            if digit == 0:
                gap = gap or bool(out)
                continue
            word = "两" if style == "two" and digit == 2 and power >= 2 else digits[digit]
            if digit == 1 and power == 1 and not out and first and style != "bank":
                word = ""  # 十二, not 一十二
            out += (digits[0] if gap else "") + word + (places[power - 1] if power else "")
            gap = False
        return out

    if number == 0:
        return digits[0]
    out = ""
    for power, word in ((8, "亿"), (4, "万"), (0, "")):
        part = number // 10**power % 10**4
        if not part:
            continue
        gap = bool(out) and (part < 1000 or (number // 10 ** (power + 4) % 10 == 0))
        lone_two = style == "two" and part == 2 and power
        out += (digits[0] if gap else "") + ("两" if lone_two else section(part, not out)) + word
    return out


@dataclass(frozen=True, slots=True)
class Written:
    """An amount as written and what must be read of it. `flags` leaves out what its numeral's shape says."""

    text: str
    kind: str
    value: str
    unit: str
    flags: int


def plain(value: Fraction) -> str:
    """A decimal without trailing zeros, or p/q."""
    power = 0
    while power < 40 and (value * 10**power).denominator != 1:
        power += 1
    if (value * 10**power).denominator != 1:
        return f"{value.numerator}/{value.denominator}"
    sign, digits = "-" * (value < 0), str(abs(value * 10**power).numerator).rjust(power + 1, "0")
    whole, behind = (digits[:-power], digits[-power:].rstrip("0")) if power else (digits, "")
    return sign + whole + ("." + behind if behind else "")


CURRENCIES_BEFORE = {
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "US$": "USD",
    "USD ": "USD",
    "EUR ": "EUR",
    "¥": "CNY",
    "CNY": "CNY",
}
UNITS_BEHIND = {
    " dollars": ("money", "USD"),
    " euros": ("money", "EUR"),
    " yuan": ("money", "CNY"),
    " EUR": ("money", "EUR"),
    "€": ("money", "EUR"),
    "%": ("percent", "%"),
    " %": ("percent", "%"),
    " percent": ("percent", "%"),
    " per cent": ("percent", "%"),
    "％": ("percent", "%"),
    " percentage points": ("percent", "pp"),
    " basis points": ("percent", "bp"),
    " hours": ("duration", "h"),
    "-hour": ("duration", "h"),
    " minutes": ("duration", "min"),
    " days": ("duration", "d"),
    " weeks": ("duration", "wk"),
    "-year": ("duration", "a"),
    " years": ("duration", "a"),
    " months": ("duration", "mo"),
    " km": ("measure", "km"),
    "km": ("measure", "km"),
    " kg": ("measure", "kg"),
    " miles": ("measure", "[mi_i]"),
    " kilometres": ("measure", "km"),
    " litres": ("measure", "L"),
    " °C": ("measure", "Cel"),
    " kWh": ("measure", "kW.h"),
    " square metres": ("measure", "m2"),
    "": ("number", ""),
}
HAN_UNITS = {
    "元": ("money", "CNY"),
    "美元": ("money", "USD"),
    "欧元": ("money", "EUR"),
    "小时": ("duration", "h"),
    "天": ("duration", "d"),
    "个月": ("duration", "mo"),
    "分钟": ("duration", "min"),
    "周": ("duration", "wk"),
    "个工作日": ("duration", "工作日"),
    "公里": ("measure", "km"),
    "公斤": ("measure", "kg"),
    "平方米": ("measure", "m2"),
    "吨": ("measure", "t"),
    "人": ("count", "人"),
    "家": ("count", "家"),
    "件": ("count", "件"),
    "倍": ("ratio", "x"),
    "%": ("percent", "%"),
    "个百分点": ("percent", "pp"),
}
SCALE_WORDS = {" thousand": 3, " million": 6, " billion": 9, " trillion": 12, "k": 3, "M": 6, " bn": 9, "bn": 9}
HEDGES = {
    "about ": HEDGED,
    "nearly ": HEDGED,
    "at least ": AT_LEAST,
    "up to ": AT_MOST,
    "more than ": MORE_THAN,
    "under ": LESS_THAN,
}
HAN_HEDGES = {"约": HEDGED, "至少": AT_LEAST, "不超过": AT_MOST, "超过": MORE_THAN, "不到": LESS_THAN}
WIDE = str.maketrans("0123456789.", "０１２３４５６７８９．")
ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")


def digits(chance: random.Random) -> tuple[str, Fraction, bool]:
    """A number below a million as digits that can be read in one way only, its value, whether it has decimals."""
    number = chance.choice([chance.randint(1, 12), chance.randint(13, 999), chance.randint(10_000, 999_999)])
    written = f"{number:,}" if chance.random() < 0.5 and number > 999 else str(number)
    decimals = chance.choice([0, 0, 1, 2])
    if not decimals:
        return written, Fraction(number), False
    behind = chance.randint(1, 10**decimals - 1)
    return f"{written}.{behind:0{decimals}d}", number + Fraction(behind, 10**decimals), True


def amount(chance: random.Random) -> tuple[str, Written]:
    """An English amount from digits with sign, currency, scale and unit: what stands before it, and itself."""
    written, value, _ = digits(chance)
    flags = 0
    before = chance.choice([*HEDGES, "", "", ""])
    currency = chance.choice([*CURRENCIES_BEFORE, *[""] * 8])
    scale = chance.choice([*SCALE_WORDS, *[""] * 8]) if value < 1000 else ""
    unit, behind = chance.choice(list(UNITS_BEHIND.items()))
    kind, code = behind
    if unit and unit[0] != " ":
        scale = ""  # a glued unit stands behind digits
    if scale:
        value, flags = value * 10 ** SCALE_WORDS[scale], flags | SCALED
    if currency:
        kind, code, unit = "money", CURRENCIES_BEFORE[currency], ""
    if currency or not unit.startswith("-"):
        script = chance.choice([None, None, None, WIDE, ARABIC if "," not in written and "." not in written else None])
        written = written.translate(script) if script and "," not in written else written
    sign = chance.choice(
        ["-", "−", "+" if value < 10**6 and "." not in written else "", *[""] * 9]
    )  # + and 8 digits: a telephone
    if sign:
        value, flags = (-value if sign != "+" else value), flags | SIGNED
    return before, Written(
        sign + currency + written + scale + unit, kind, plain(value), code, flags | HEDGES.get(before, 0)
    )


def spelled(chance: random.Random) -> tuple[str, Written]:
    """An English amount in words."""
    number = chance.choice(
        [chance.randint(2, 99), chance.randint(100, 999), chance.randint(10**3, 10**9), chance.randint(2, 999) * 10**6]
    )
    unit, (kind, code) = chance.choice(
        [row for row in UNITS_BEHIND.items() if row[0][:1] == " " and row[0] not in (" %", " EUR", " km", " kg")]
    )
    before = chance.choice([*HEDGES, "", "", ""])
    flags = SPELLED | HEDGES.get(before, 0)
    return before, Written(english(number, chance) + unit, kind, str(number), code, flags)


def han_amount(chance: random.Random) -> tuple[str, Written]:
    """A Chinese amount: Han numerals or digits, 万 and 亿, a unit."""
    unit, (kind, code) = chance.choice(list(HAN_UNITS.items()))
    before = chance.choice([*HAN_HEDGES, "", "", ""])
    flags = HAN_HEDGES.get(before, 0)
    way = chance.choice(["plain", "bank", "two", "digits", "scaled"])
    if way in ("plain", "bank", "two"):
        number = chance.choice([chance.randint(3, 99), chance.randint(101, 9_999), chance.randint(10**4, 10**9)])
        return before, Written(han(number, way) + unit, kind, str(number), code, flags | SPELLED)
    written, value, _ = digits(chance)
    if way == "digits":
        return before, Written(written + unit, kind, plain(value), code, flags)
    scale, power = chance.choice([("万", 4), ("亿", 8)])
    return before, Written(written + scale + unit, kind, plain(value * 10**power), code, flags | SCALED)


def span_of_values(chance: random.Random) -> tuple[str, Written]:
    """A range of two amounts that rise."""
    low = chance.randint(2, 60)
    high = low + chance.randint(1, 39)
    unit, (_, code) = chance.choice([row for row in UNITS_BEHIND.items() if row[0] and not row[0].startswith("-")])
    joiner = chance.choice(["-", "–", " - ", " to ", "~"])
    if chance.random() < 0.3:
        unit, (_, code) = chance.choice(list(HAN_UNITS.items()))
        joiner = chance.choice(["至", "到", "-", "~", "～"])
    return "", Written(f"{low}{joiner}{high}{unit}", "range", f"{low}..{high}", code, 0)


def shaped(chance: random.Random) -> tuple[str, Written]:
    """Decimals and fractions in words, ordinals, parts that make one whole, what stands below a stroke, exponents."""
    n, m = chance.randint(2, 19), chance.randint(1, 9)
    tens = chance.choice([20, 30, 40, 50, 60, 70, 80, 90])
    options = [
        (f"{SMALL[n]} point {SMALL[m]} {SMALL[5]}", "number", plain(Fraction(n * 100 + m * 10 + 5, 100)), "", SPELLED),
        (f"{SMALL[n]} and a half hours", "duration", plain(Fraction(2 * n + 1, 2)), "h", SPELLED),
        (f"{SMALL[n]} and a half million", "fraction", str((2 * n + 1) * 500_000), "", SPELLED),
        ("half a million dollars", "money", "500000", "USD", SPELLED),
        (f"{SMALL[min(m, 4)]} fifths", "fraction", plain(Fraction(min(m, 4), 5)), "", SPELLED),
        (
            f"{TENS[tens // 10]}-{['', 'first', 'second', 'third'][m % 3 + 1]}",
            "ordinal",
            str(tens + m % 3 + 1),
            "",
            SPELLED,
        ),
        (f"{tens + 1}st", "ordinal", str(tens + 1), "", 0),
        (f"{n} hours {tens // 2} minutes", "duration", str(n * 60 + tens // 2), "min", 0),
        (f"{n}小时{tens // 2}分", "duration", str(n * 60 + tens // 2), "min", 0),
        (f"{tens} km/h", "measure", str(tens), "km/h", 0),
        (f"${tens} per hour", "money", str(tens), "USD/h", 0),
        (f"${tens} a month", "money", str(tens), "USD/mo", 0),
        (f"{m}.5×10^{n} kg", "measure", str((10 * m + 5) * 10 ** (n - 1)), "kg", 0),
        (f"{m}e{n} kg", "measure", str(m * 10**n), "kg", 0),
        (f"{m} 1/2 miles", "measure", plain(Fraction(2 * m + 1, 2)), "[mi_i]", 0),
        (f"{m}½ miles", "measure", plain(Fraction(2 * m + 1, 2)), "[mi_i]", 0),
        (f"{han(n, 'plain')}点{han(m, 'plain')}万元", "money", str(n * 10_000 + m * 1_000), "CNY", SPELLED),
        (f"百分之{han(tens + m, 'plain')}", "percent", str(tens + m), "%", SPELLED),
        (f"{han(n, 'plain')}分之一", "fraction", plain(Fraction(1, n)), "", SPELLED),
        (f"第{han(tens + m, 'plain')}", "ordinal", str(tens + m), "", SPELLED),
        (f"{han(n, 'plain')}年半", "duration", plain(Fraction(2 * n + 1, 2)), "a", SPELLED),
        ("半小时", "duration", "0.5", "h", SPELLED),
        (f"{n}元{m}角", "money", plain(Fraction(n * 10 + m, 10)), "CNY", 0),
        (f"(${tens},250)", "money", f"-{tens}250", "USD", SIGNED),
        (f"负{tens}%", "percent", f"-{tens}", "%", SIGNED),
        (f"{english(tens + m, chance)} ({tens + m}) days", "duration", str(tens + m), "d", SPELLED),
        (f"{tens} ({TENS[tens // 10]}) months", "duration", str(tens), "mo", 0),
        (f"{han(tens + m, 'plain')}（{tens + m}）公里", "measure", str(tens + m), "km", SPELLED),
    ]
    text, kind, value, unit, flags = chance.choice(options)
    return "", Written(text, kind, value, unit, flags)
