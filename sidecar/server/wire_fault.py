"""Finds the field at fault in bytes that protobuf refused to parse, as it does not say which one it was.

Time is linear in the bytes: each is looked at once for each level of the schema above it, and the schema is a few
levels deep and has no cycles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from google.protobuf.descriptor import FieldDescriptor

_VARINT, _FIXED64, _LENGTH_DELIMITED, _START_GROUP, _END_GROUP, _FIXED32 = range(6)
_MAX_GROUP_DEPTH = 100
_MAX_VARINT_BYTES = 10


class _MalformedError(Exception):
    """The bytes are not what protobuf writes."""


def bad_string_path(data: bytes, fields: Mapping[int, FieldDescriptor]) -> str:
    """Path of the first string that is not UTF-8 in a message with these fields, as `sources[3].title`.

    "" where there is none: then the bytes are no message at all.
    """
    try:
        return _first_bad_string(data, 0, len(data), fields)
    except _MalformedError:
        return ""


def _first_bad_string(data: bytes, start: int, end: int, fields: Mapping[int, FieldDescriptor]) -> str:
    """Path of the first string in data[start:end] that is not UTF-8, "" where there is none."""
    seen: Counter[int] = Counter()
    while start < end:
        key, start = _varint(data, start, end)
        number, wire_type = key >> 3, key & 7
        field = fields.get(number)
        if wire_type != _LENGTH_DELIMITED:
            start = _skip(data, start, end, number, wire_type, 0)
            continue
        length, start = _varint(data, start, end)
        stop = start + length
        if stop > end:
            raise _MalformedError
        if field is not None:
            path = f"{field.name}[{seen[number]}]" if field.is_repeated else field.name
            seen[number] += 1
            if field.type == FieldDescriptor.TYPE_STRING and not _utf8(data[start:stop]):
                return path
            if field.message_type is not None:
                inner = _first_bad_string(data, start, stop, field.message_type.fields_by_number)
                if inner:
                    return f"{path}.{inner}"
        start = stop
    return ""


def _utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _varint(data: bytes, start: int, end: int) -> tuple[int, int]:
    """A number in base 128 and the place behind it."""
    value = 0
    for place in range(start, min(end, start + _MAX_VARINT_BYTES)):
        value |= (data[place] & 0x7F) << 7 * (place - start)
        if data[place] < 0x80:
            return value, place + 1
    raise _MalformedError


def _skip(data: bytes, start: int, end: int, number: int, wire_type: int, depth: int) -> int:
    """The place behind a value that is not length-delimited, or behind a whole group."""
    if wire_type == _VARINT:
        return _varint(data, start, end)[1]
    if wire_type in (_FIXED64, _FIXED32):
        stop = start + (8 if wire_type == _FIXED64 else 4)
        if stop > end:
            raise _MalformedError
        return stop
    if wire_type != _START_GROUP or depth == _MAX_GROUP_DEPTH:
        raise _MalformedError
    while start < end:
        key, start = _varint(data, start, end)
        if key & 7 == _END_GROUP:
            if key >> 3 != number:
                raise _MalformedError
            return start
        if key & 7 == _LENGTH_DELIMITED:
            length, start = _varint(data, start, end)
            start += length
            if start > end:
                raise _MalformedError
        else:
            start = _skip(data, start, end, key >> 3, key & 7, depth + 1)
    raise _MalformedError
