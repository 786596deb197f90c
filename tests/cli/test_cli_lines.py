"""Reading lines within a bound, and rows that are no rows."""

from __future__ import annotations

import io

import pytest

from sidecar.cli.lines import open_input, parse_row, read_lines, read_whole
from sidecar.errors import InvalidRequest, ResourceExhausted, UnreadableDocument


def test_lines_come_without_their_ends_and_none_is_lost() -> None:
    stream = io.BytesIO(b"one\r\n\ntwo\r three\nlast")

    assert list(read_lines(stream, 100)) == [b"one", b"", b"two\r three", b"last"]
    assert list(read_lines(io.BytesIO(b""), 100)) == []


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_a_line_of_just_the_limit_is_read_and_one_byte_more_is_not(end: bytes) -> None:
    exact, over = read_lines(io.BytesIO(b"x" * 10 + b"\n" + b"x" * 11 + end), 10)

    assert exact == b"x" * 10
    assert isinstance(over, ResourceExhausted)
    assert over.limit == "10"


def test_the_line_after_an_over_long_one_is_whole() -> None:
    first, second, third = read_lines(io.BytesIO(b"x" * 3_000_000 + b"\nnext\n" + b"y" * 100), 10)

    assert isinstance(first, ResourceExhausted)
    assert second == b"next"
    assert isinstance(third, ResourceExhausted)


def test_a_whole_file_is_bounded_too() -> None:
    assert read_whole(io.BytesIO(b"12345"), 5) == b"12345"
    with pytest.raises(ResourceExhausted):
        read_whole(io.BytesIO(b"123456"), 5)


@pytest.mark.parametrize("line", [b"", b"nope", b"3", b"\xff{}", b"[" * 100_000, b'{"a":' + b"9" * 5_000 + b"}"])
def test_what_is_no_json_object_is_an_invalid_request(line: bytes) -> None:
    with pytest.raises(InvalidRequest) as caught:
        parse_row(line)
    assert caught.value.reason == "MALFORMED_JSON"


def test_an_input_that_cannot_be_opened_is_named() -> None:
    with pytest.raises(UnreadableDocument, match=r"no/such\.jsonl: No such file"), open_input("no/such.jsonl"):
        pass
