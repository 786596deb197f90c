"""Protobuf JSON to a message, with errors that name the field and never quote a value of a text.

Knows what the request messages use: messages, strings, bytes, bools, int32, doubles and enums, single and repeated.
Field names may be lowerCamelCase or as in the schema. Unlike protobuf's own parser it refuses a key given twice.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections import Counter
from collections.abc import Callable
from typing import Never, cast

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from sidecar.errors import InvalidRequest

Scalar = str | bytes | bool | int | float

_WHOLE_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?|NaN|-?Infinity")
_URL_SAFE = str.maketrans("-_", "+/")
_INT32 = range(-(2**31), 2**31)
_MAX_SHOWN_CHARACTERS = 64
_TYPE_NAMES = {dict: "object", list: "array", str: "string", bool: "boolean", int: "number", float: "number"}


def fill_from_object(message: Message, value: object) -> None:
    """Sets the fields of an empty message from parsed JSON; a lone surrogate stands for a byte that is not UTF-8.

    Raises InvalidRequest: a field or a value of an enum that the schema does not have; a value of another type or out
    of range; a string that is not Unicode text.
    """
    _fill(message, _object(value, ""), "")


def parse(text: str) -> object:
    """JSON text as Python has it. Raises InvalidRequest where it is none, is nested too deep or has a key twice."""
    try:
        return json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        message = f"the request is not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
    except RecursionError:
        message = "the request is not JSON of a request: it is nested too deep"
    except ValueError:
        message = "the request is not JSON of a request: a number has too many digits"
    raise InvalidRequest(message, field="", reason="MALFORMED_JSON", fix="send one VerifyRequest as protobuf JSON")


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        _refuse_duplicate(counts.most_common(1)[0][0])
    return result


def _refuse_constant(name: str) -> Never:
    raise InvalidRequest(
        f"the request has the bare word {name}, which JSON does not have",
        field="",
        reason="MALFORMED_JSON",
        fix="leave the field out",
    )


def _fill(message: Message, value: dict[str, object], path: str) -> None:
    names = _fields_by_json_name(message)
    seen: set[str] = set()
    for key, item in value.items():
        field = names.get(key)
        if field is None:
            field_path = _joined(path, _shown(key))
            raise InvalidRequest(
                f"the schema has no field {field_path}",
                field=field_path,
                reason="UNKNOWN_FIELD",
                fix="leave the field out, or mend its name",
            )
        field_path = _joined(path, field.name)
        group = field.containing_oneof.name if field.containing_oneof is not None else field.name
        if item is None:
            continue
        if group in seen:
            _refuse_duplicate(field_path)
        seen.add(group)
        if field.is_repeated:
            target = getattr(message, field.name)
            for place, row in enumerate(_array(item, field_path)):
                if field.message_type is not None:
                    _fill(target.add(), _object(row, f"{field_path}[{place}]"), f"{field_path}[{place}]")
                else:
                    target.append(_scalar(field, row, f"{field_path}[{place}]"))
        elif field.message_type is not None:
            target = getattr(message, field.name)
            target.SetInParent()
            _fill(target, _object(item, field_path), field_path)
        else:
            setattr(message, field.name, _scalar(field, item, field_path))


_NAMES: dict[str, dict[str, FieldDescriptor]] = {}


def _fields_by_json_name(message: Message) -> dict[str, FieldDescriptor]:
    """Fields by both of their names; kept, as there are a dozen messages."""
    descriptor = message.DESCRIPTOR
    names = _NAMES.get(descriptor.full_name)
    if names is None:
        # The cast: to checkers, protobuf has two classes of descriptors, of which only one is at work.
        fields = cast("list[FieldDescriptor]", descriptor.fields)
        names = {name: field for field in fields for name in (field.name, field.json_name)}
        _NAMES[descriptor.full_name] = names
    return names


def _scalar(field: FieldDescriptor, value: object, path: str) -> Scalar:
    return _SCALARS[field.type](field, value, path)


def _string(_: FieldDescriptor, value: object, path: str) -> str:
    if not isinstance(value, str):
        _refuse_type("string", value, path)
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise bad_utf8(path) from None
    return value


def _bytes(_: FieldDescriptor, value: object, path: str) -> bytes:
    if not isinstance(value, str):
        _refuse_type("string", value, path)
    try:  # either alphabet, padded or not
        return b64decode(value.translate(_URL_SAFE) + "=" * (-len(value) % 4), validate=True)
    except ValueError:
        raise InvalidRequest(
            f"{path} is not base64",
            field=path,
            reason="WRONG_TYPE",
            limit="base64",
            value="string",
            fix="send the bytes in base64",
        ) from None


def _bool(_: FieldDescriptor, value: object, path: str) -> bool:
    if not isinstance(value, bool):
        _refuse_type("boolean", value, path)
    return value


def _int32(_: FieldDescriptor, value: object, path: str) -> int:
    if isinstance(value, str) and _WHOLE_NUMBER.fullmatch(value) and len(value) <= _MAX_SHOWN_CHARACTERS:
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        _refuse_type("whole number", value, path)
    if value not in _INT32:
        raise InvalidRequest(
            f"{path} does not fit into 32 bits",
            field=path,
            reason="OUT_OF_RANGE",
            limit=f"{_INT32.start}..{_INT32.stop - 1}",
            value=f"a number of {value.bit_length()} bits",
            fix="use a number in range",
        )
    return value


def _double(_: FieldDescriptor, value: object, path: str) -> float:
    if isinstance(value, str) and _DECIMAL.fullmatch(value):
        value = float(value.replace("Infinity", "inf"))
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        _refuse_type("number", value, path)
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def _enum(field: FieldDescriptor, value: object, path: str) -> int:
    numbers = {known.name: known.number for known in field.enum_type.values} if field.enum_type is not None else {}
    if isinstance(value, str):
        if value in numbers:
            return numbers[value]
    elif isinstance(value, int) and not isinstance(value, bool):
        if value in numbers.values():
            return value
    else:
        _refuse_type("name of an enum's value", value, path)
    names = ", ".join(name for name, number in numbers.items() if number)
    raise InvalidRequest(
        f"{path} has an unknown value; known are {names}",
        field=path,
        reason="UNKNOWN_ENUM_VALUE",
        limit=names,
        value=_shown(str(value)),
        fix="use one of the known values",
    )


_SCALARS: dict[int, Callable[[FieldDescriptor, object, str], Scalar]] = {
    FieldDescriptor.TYPE_STRING: _string,
    FieldDescriptor.TYPE_BYTES: _bytes,
    FieldDescriptor.TYPE_BOOL: _bool,
    FieldDescriptor.TYPE_INT32: _int32,
    FieldDescriptor.TYPE_DOUBLE: _double,
    FieldDescriptor.TYPE_ENUM: _enum,
}


def _object(value: object, path: str) -> dict[str, object]:
    if not isinstance(value, dict):
        _refuse_type("object", value, path)
    return value


def _array(value: object, path: str) -> list[object]:
    if not isinstance(value, list):
        _refuse_type("array", value, path)
    return value


def bad_utf8(path: str) -> InvalidRequest:
    """The error for a string that is not Unicode text."""
    return InvalidRequest(
        f"{path} is not valid UTF-8",
        field=path,
        reason="INVALID_UTF8",
        limit="UTF-8",
        fix="send the text in UTF-8; do not cut it inside a character",
    )


def _refuse_type(wanted: str, value: object, path: str) -> Never:
    got = _TYPE_NAMES.get(type(value), "null")
    article = "an" if wanted[0] in "aeiou" else "a"
    raise InvalidRequest(
        f"{path or 'the request'} is not {article} {wanted}",
        field=path,
        reason="WRONG_TYPE",
        limit=wanted,
        value=got,
        fix=f"send {article} {wanted}",
    )


def _refuse_duplicate(path: str) -> Never:
    path = _shown(path)
    raise InvalidRequest(
        f"{path} is given twice, or beside a field that excludes it",
        field=path,
        reason="DUPLICATE_FIELD",
        limit="1",
        value="2",
        fix="give one of them",
    )


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _shown(text: str) -> str:
    """A word of the caller's as far as an error shows it."""
    if len(text) <= _MAX_SHOWN_CHARACTERS:
        return text.encode(errors="replace").decode()
    return text[:_MAX_SHOWN_CHARACTERS].encode(errors="replace").decode() + f"... ({len(text)} characters)"
