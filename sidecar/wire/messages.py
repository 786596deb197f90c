"""What writes dataclasses as messages, bytes or JSON, and reads messages into dataclasses, made from the schema.

A field of a message is the field of that name in the dataclass of that name; `tests/test_model_matches_proto.py` holds
them together. The compiled core does the work: protobuf's own way through a message object costs ten times as much.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from google.protobuf.descriptor import FieldDescriptor

from sidecar import model, tables

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from sidecar.tables import Builder

    _Row = TypeVar("_Row", bound=DataclassInstance)

_CLASSES: dict[str, type[Any]] = {
    "VerifyRequest": model.Request,
    "VerifyResponse": model.Report,
    "VerifyStreamProgress": model.Progress,
}
"""Where the dataclass has another name than the message."""

_KINDS = {
    FieldDescriptor.TYPE_INT32: tables.WIRE_INT,
    FieldDescriptor.TYPE_BOOL: tables.WIRE_INT,
    FieldDescriptor.TYPE_ENUM: tables.WIRE_INT,
    FieldDescriptor.TYPE_DOUBLE: tables.WIRE_DOUBLE,
    FieldDescriptor.TYPE_STRING: tables.WIRE_STRING,
    FieldDescriptor.TYPE_MESSAGE: tables.WIRE_MESSAGE,
}
_ZEROS: dict[int, Any] = {tables.WIRE_INT: 0, tables.WIRE_DOUBLE: 0.0, tables.WIRE_STRING: ""}


Schema = Any
"""google.protobuf's descriptor of a message: checkers know two classes of them, of which only one is at work."""


@cache
def writer(message: Schema, without: str = "") -> tables.MessageWriter:
    """Writes rows of the dataclass of this message, all fields but the one named in `without`.

    Rows of a message without a dataclass are tuples of its fields in order.
    """
    return tables.MessageWriter(_builder(message), _rows(message, writer, without))


@cache
def dicts(message: Schema) -> tables.MessageDicts:
    """Turns rows of the dataclass of this message into the dicts of protobuf's JSON form."""
    return tables.MessageDicts(_builder(message), _rows(message, dicts))


def _builder(message: Schema) -> Builder[Any] | None:
    cls = _CLASSES.get(message.name) or getattr(model, message.name, None)
    return None if cls is None else tables.builder(cls)


def _rows(message: Schema, child: Callable[[Schema], object], without: str = "") -> list[tables.WireField]:
    return [
        _row(field, None if field.message_type is None else child(field.message_type))
        for field in _fields(message)
        if field.name != without
    ]


def reader(message: Schema, cls: type[_Row], raw: frozenset[str] = frozenset()) -> tables.MessageReader[_Row]:
    """Reads messages into rows of `cls`; the fields named in `raw`, messages themselves, are kept as their bytes.

    Enums stay numbers and bools 0 or 1: messages that hold some are for `raw`.
    """
    rows = []
    zeros = {}
    for field in _fields(message):
        if field.name in raw:
            rows.append(_row(field, None, tables.WIRE_RAW))
        elif field.message_type is not None:
            rows.append(_row(field, reader(field.message_type, getattr(model, field.message_type.name))))
        else:
            rows.append(_row(field, None))
            zeros[field.name] = _ZEROS[_KINDS[field.type]]
    defaults = tuple(zeros[field.name] if field.default is MISSING else field.default for field in fields(cls))
    return tables.MessageReader(tables.builder(cls), rows, defaults)


def _fields(message: Schema) -> list[FieldDescriptor]:
    return sorted(message.fields, key=lambda field: field.number)


def _row(field: FieldDescriptor, child: object, kind: int | None = None) -> tables.WireField:
    choice = field.containing_oneof is not None and len(field.containing_oneof.fields) > 1
    wire_kind = _KINDS[field.type] if kind is None else kind
    enum = field.enum_type
    members = None if enum is None else {value.number: value.name for value in enum.values}
    shape = (field.name, field.number, wire_kind, field.is_repeated, field.has_presence, choice)
    return (*shape, child, field.json_name, members)
