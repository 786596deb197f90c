"""The dataclasses and enums of the model against the messages and enums of verify.v1."""

from __future__ import annotations

import enum
import inspect
import types
import typing
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from sidecar import model
from sidecar.pb.verify.v1 import config_pb2, info_service_pb2, report_pb2, text_pb2, verify_service_pb2

FILES = (text_pb2, config_pb2, report_pb2, verify_service_pb2, info_service_pb2)
# Names that differ: the model speaks of the thing, the protocol of the RPC.
MESSAGE_NAMES = {
    "Request": "VerifyRequest",
    "Report": "VerifyResponse",
    "Info": "GetInfoResponse",
    "Progress": "VerifyStreamProgress",
}
# Messages that the model writes as pairs, has as exceptions or iterators, or does not need.
WITHOUT_DATACLASS = {
    *("VerdictCount", "QuantityCount", "CitationCount", "SeverityCount"),
    *("BatchVerifyRequest", "BatchVerifyResponse", "BatchVerifyResult", "RequestError", "RequestErrorDetail"),
    *("VerifyStreamRequest", "VerifyStreamOpen", "VerifyStreamResponse"),
    "GetInfoRequest",
}


def _members(test: Any) -> dict[str, Any]:
    return {name: item for name, item in vars(model).items() if inspect.isclass(item) and test(item)}


ENUMS = _members(lambda item: issubclass(item, enum.IntEnum) and item is not enum.IntEnum)
DATACLASSES = _members(is_dataclass)
PROTO_ENUMS = {name: item for file in FILES for name, item in file.DESCRIPTOR.enum_types_by_name.items()}
MESSAGES = {name: item for file in FILES for name, item in file.DESCRIPTOR.message_types_by_name.items()}


def test_the_same_enums_exist_on_both_sides() -> None:
    assert ENUMS.keys() == PROTO_ENUMS.keys()
    assert len(ENUMS) == 13


@pytest.mark.parametrize("name", ENUMS)
def test_members_have_the_numbers_of_the_protocol(name: str) -> None:
    prefix = "".join("_" + letter if letter.isupper() else letter.upper() for letter in name)[1:].upper() + "_"
    if name == "OffsetUnit":
        assert prefix == "OFFSET_UNIT_"
    wire = {value.name: value.number for value in PROTO_ENUMS[name].values}
    assert wire.pop(prefix + "UNSPECIFIED") == 0
    known = {prefix + member.name: member.value for member in ENUMS[name]}
    if name == "LikelyCause":
        assert known.pop("LIKELY_CAUSE_NONE") == 0
    assert known == wire


def test_the_same_messages_exist_on_both_sides() -> None:
    named = {MESSAGE_NAMES.get(name, name) for name in DATACLASSES}
    assert named | WITHOUT_DATACLASS == MESSAGES.keys()


@pytest.mark.parametrize("name", DATACLASSES)
def test_fields_have_the_names_of_the_protocol(name: str) -> None:
    message = MESSAGES[MESSAGE_NAMES.get(name, name)]
    assert {field.name for field in fields(DATACLASSES[name])} == {field.name for field in message.fields}


@pytest.mark.parametrize("name", DATACLASSES)
def test_what_may_be_none_has_presence_and_what_is_many_is_repeated(name: str) -> None:
    hints = typing.get_type_hints(DATACLASSES[name])
    message = MESSAGES[MESSAGE_NAMES.get(name, name)]
    for field in message.fields:
        hint = hints[field.name]
        assert (typing.get_origin(hint) is tuple) == field.is_repeated, field.full_name
        may_be_none = typing.get_origin(hint) in (typing.Union, types.UnionType)
        if may_be_none:
            assert field.has_presence, field.full_name
        elif field.type != FieldDescriptor.TYPE_MESSAGE and "olicy" not in name and name != "Config":
            assert not field.has_presence, field.full_name


def test_every_scalar_of_config_has_presence() -> None:
    scalars = 0
    for message in ("Config", "CitationPolicy", "QuantityPolicy", "SourcePolicy", "NotFoundPolicy", "ClaimPolicy"):
        for field in MESSAGES[message].fields:
            if not field.is_repeated:
                assert field.has_presence, field.full_name
                scalars += field.message_type is None
    assert scalars == 22


def test_a_new_message_is_empty() -> None:
    empty: Message = verify_service_pb2.VerifyRequest()
    assert empty.ByteSize() == 0
