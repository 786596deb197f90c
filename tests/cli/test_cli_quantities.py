"""`quantities`: rows in, rows out, and a table."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

Run = Callable[..., subprocess.CompletedProcess[bytes]]


def test_rows_come_back_in_order_with_code_point_spans(run: Run) -> None:
    text = "𝒳 owes $1,250.75 within 30 days."
    rows = [
        {"id": "a", "text": text, "language": "en"},
        {"id": "b", "text": "", "language": "zh"},
        {"id": "c", "text": "三天"},
    ]
    stdin = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()

    done = run("quantities", "--jsonl", "-", stdin=stdin)
    first, second, third = (json.loads(line) for line in done.stdout.splitlines())

    assert done.returncode == 0
    assert first["id"] == "a"
    money, duration = first["quantities"]
    assert (money["text"], money["kind"], money["value"], money["unit"]) == ("$1,250.75", "money", "1250.75", "USD")
    # 𝒳 is one code point, so the sum starts at 7; a unit of UTF-16 would say 8 and bytes 10
    assert money["span"] == {"start": 7, "end": 16}
    assert (duration["kind"], duration["value"]) == ("duration", "30")
    assert text[duration["span"]["start"] : duration["span"]["end"]] == duration["text"] == "30 days"
    assert second == {"id": "b", "quantities": []}
    assert [(row["text"], row["value"]) for row in third["quantities"]] == [("三天", "3")]


def test_bad_rows_are_answered_in_their_place(run: Run) -> None:
    rows = [
        b'{"id":"a","text":"5 kg"}',
        b"nope",
        b'{"id":"c"}',
        b'{"id":"d","text":5}',
        b'{"id":"e","text":"x","lang":"en"}',
        b'{"id":"f","text":"\\ud800"}',
        b'{"id":"g","text":"6 kg"}',
    ]
    done = run("quantities", "--jsonl", "-", stdin=b"\n".join(rows))
    replies = [json.loads(line) for line in done.stdout.splitlines()]

    assert done.returncode == 2
    assert ["error" in reply for reply in replies] == [False, True, True, True, True, True, False]
    assert [reply["requestId"] for reply in replies[1:6]] == ["", "c", "d", "e", "f"]
    assert [reply["error"]["details"][0]["field"] for reply in replies[2:4]] == ["text", "text"]
    assert replies[6]["quantities"][0]["value"] == "6"


def test_one_text_as_json_or_table(run: Run) -> None:
    reply = json.loads(run("quantities", "12.5% of sales").stdout)
    assert [(row["text"], row["value"], row["unit"]) for row in reply["quantities"]] == [("12.5%", "12.5", "%")]

    table = run("quantities", "12.5% of sales", "--format", "text").stdout.decode()
    assert "12.5%" in table
    assert "percent" in table


def test_a_range_is_followed_by_the_two_numbers_that_it_joins(run: Run) -> None:
    text = "Use 3-4 lakh rupees or 2,000.45 ± 0.05 kg; see 10.0.0.1, open 9:00-17:30, in 2016–17."
    rows = json.loads(run("quantities", text).stdout)["quantities"]

    # Scale and unit count for both ends; a tolerance lists the number and what it may be off by.
    assert [(row["text"], row["kind"], row["value"], row["unit"]) for row in rows] == [
        ("3-4 lakh rupees", "range", "300000..400000", "INR"),
        ("3", "money", "300000", "INR"),
        ("4 lakh rupees", "money", "400000", "INR"),
        ("2,000.45 ± 0.05 kg", "range", "2000.4..2000.5", "kg"),
        ("2,000.45", "measure", "2000.45", "kg"),
        ("0.05 kg", "measure", "0.05", "kg"),
        ("10.0.0.1", "identifier", None, ""),
        ("9:00-17:30", "range", "09:00..17:30", ""),
        ("9:00", "time", "09:00", ""),
        ("17:30", "time", "17:30", ""),
        ("2016–17", "range", "2016..2017", ""),
        ("2016", "date", "2016", ""),
        ("17", "date", "2017", ""),
    ]
    assert all(text[row["span"]["start"] : row["span"]["end"]] == row["text"] for row in rows)


def test_a_file_is_read_as_the_text_is(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rent.txt").write_text("\ufeffRent is 5 kg.", encoding="utf-8")
    named = run("quantities", "@rent.txt", cwd=tmp_path)
    given = run("quantities", "Rent is 5 kg.")

    assert named.stdout == given.stdout != b""


def test_an_unknown_field_is_named(run: Run) -> None:
    done = run("quantities", "--jsonl", "-", stdin=b'{"id":"a","text":"5 km","lang":"en"}')

    error = json.loads(done.stdout)["error"]
    assert error["details"][0]["field"] == "lang"
    assert error["message"] == "lang is no field of a row; known are id, text, language"
