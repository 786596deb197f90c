"""The tables' loader: what it gives, and that a wrong table is named and never read."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from sidecar import lang
from sidecar.errors import ConfigurationError
from sidecar.lang import _tables, compile_tables, language_codes, phrases, tables_of
from sidecar.lang._compile import Compiler

SECTIONS = """
unit digit_zero number han scale unit_after unit_before phrase_before phrase_after month weekday label han_word
date_part day_part year_cue joiner guard per lone_cue scale_note scale_cue scale_exempt citation cue speech
operation relative_date other_time other_time_before other_time_behind stop abbreviation trigger
"""


def _neutral() -> dict[str, Any]:
    return copy.deepcopy(dict(_tables()["und"]))


def _english() -> dict[str, Any]:
    return copy.deepcopy(dict(_tables()["en"]))


def test_codes_leave_out_the_neutral_table() -> None:
    assert language_codes() == ("de", "en", "es", "fr", "ja", "zh")


def test_blob_is_lines_of_known_sections_and_the_same_again() -> None:
    blob = compile_tables()
    again = Compiler(_tables()["und"])
    for code in ("en", "zh"):
        again.add_language(code, _tables()[code])
    again.add_common(_tables()["cldr"])
    assert again.blob() == blob
    sections = {line.split(b"\t")[0] for line in blob.splitlines()}
    assert {section.decode() for section in sections} == set(SECTIONS.split())


def test_units_stand_before_their_names() -> None:
    lines = compile_tables().splitlines()
    last_unit = max(index for index, line in enumerate(lines) if line.startswith(b"unit\t"))
    first_name = min(index for index, line in enumerate(lines) if line.startswith(b"unit_after\t"))
    assert last_unit < first_name


def test_factors_are_exact() -> None:
    rows = {
        fields[1]: fields
        for fields in (line.split(b"\t") for line in compile_tables().splitlines())
        if fields[0] == b"unit"
    }
    assert rows[b"[ft_i]"][4:7] == [b"3048", b"1", b"-4"]  # 0.3048 m
    assert rows["亩".encode()][4:7] == [b"2", b"3", b"3"]  # 2000/3 m²
    assert rows[b"h"][4:7] == [b"36", b"1", b"2"]  # 3600 s
    assert rows[b"km"][4:7] == [b"1", b"1", b"3"]


def test_a_shared_sign_holds_the_bits_of_its_currencies() -> None:
    table = _tables()["und"]["currency"]["shared"]
    rows = [line.split(b"\t") for line in compile_tables().splitlines() if line.startswith(b"unit\tUSD\t")]
    single = next(int(row[7], 16) for row in rows if int(row[7], 16).bit_count() == 1)
    dollar = max((int(row[7], 16) for row in rows), key=int.bit_count)
    assert single & dollar == single
    assert dollar.bit_count() == len(table["$"])


def test_negations_are_no_stop_words() -> None:
    stops = {line.split(b"\t")[1].decode() for line in compile_tables().splitlines() if line.startswith(b"stop\t")}
    assert {"the", "of", "的", "了"} <= stops
    assert not {"not", "no", "never", "不", "没", "没有", "无"} & stops


def test_unknown_unit_is_named() -> None:
    compiler = Compiler(_neutral())
    table = _english()
    table["unit_names"]["furlong"] = ["furlong"]
    with pytest.raises(ConfigurationError, match=r"lang/en\.toml.*'furlong'"):
        compiler.add_language("en", table)


def test_wrong_factor_is_named() -> None:
    table = _neutral()
    table["units"][0]["factor"] = "a lot"
    with pytest.raises(ConfigurationError, match=r"lang/und\.toml.*'%'.*'a lot'"):
        Compiler(table)


def test_unit_given_twice_is_named() -> None:
    table = _neutral()
    table["units"].append(table["units"][0])
    with pytest.raises(ConfigurationError, match=r"'%' is there twice"):
        Compiler(table)


def test_unknown_role_is_named() -> None:
    compiler = Compiler(_neutral())
    table = _english()
    table["phrases_before"]["perhaps"] = ["maybe"]
    with pytest.raises(ConfigurationError, match=r"lang/en\.toml: phrases_before.*'perhaps'"):
        compiler.add_language("en", table)


def test_missing_key_is_named() -> None:
    compiler = Compiler(_neutral())
    table = _english()
    del table["words"]["stop"]
    with pytest.raises(ConfigurationError, match=r"lang/en\.toml.*'stop'"):
        compiler.add_language("en", table)


def test_text_that_would_break_a_line_is_named() -> None:
    compiler = Compiler(_neutral())
    table = _english()
    table["words"]["labels"].append("a\tb")
    with pytest.raises(ConfigurationError, match=r"lang/en\.toml: label holds"):
        compiler.add_language("en", table)


def test_phrases_of_an_unknown_language() -> None:
    with pytest.raises(ConfigurationError, match=r"lang/xx\.toml is missing; known: de, en, es, fr, ja, zh"):
        phrases("xx")


def test_phrases_must_be_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = dict(_tables())
    tables["en"] = {**tables["en"], "phrases": {"greeting": ["hello", 5]}}
    monkeypatch.setattr(lang, "_tables", lambda: tables)
    phrases.cache_clear()
    try:
        with pytest.raises(ConfigurationError, match=r"lang/en\.toml: phrases\.greeting"):
            phrases("en")
    finally:
        phrases.cache_clear()


def test_a_text_is_read_with_the_tables_of_its_language() -> None:
    assert tables_of("") == tables_of("en-US") == tables_of("zh-Hant") == tables_of("xx") == ("en", "zh")
    assert tables_of("de") == tables_of("DE-at") == ("de",)
    assert tables_of("ja") == ("en", "zh", "ja")  # its numerals and units are the Chinese ones and some more
    with_german = compile_tables(("de",)).decode()
    assert "number\tdreiundvierzig\t" in with_german
    assert "number\tdreiundvierzig\t" not in compile_tables().decode()  # elf, once and cent are English words
