"""Requests that cannot be read: each is refused with the field named, and nothing of a text is in the message."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar import model
from sidecar.config import Limits
from sidecar.errors import InvalidRequest, LimitExceeded, ResourceExhausted
from sidecar.pb.verify.v1 import config_pb2, info_service_pb2, text_pb2, verify_service_pb2
from sidecar.server.translate import check_info_request, request_from_bytes

LIMITS = Limits()
MARK = "QQQQ"
# Cut characters, a byte that UTF-8 never has, an overlong form, a surrogate, a number above Unicode.
BAD_UTF8 = (b"ab\xe4\xb8", b"\xffabc", b"\xc0\xafab", b"a\xed\xa0\x80", b"\xf4\x90\x80\x80")


def _requests_with_a_mark(message: Message, path: str = "") -> Iterator[tuple[str, Message]]:
    """Every string of the schema: its path, with the mark set there for so long; second item of a list."""
    for field in message.DESCRIPTOR.fields:
        here = f"{path}.{field.name}" if path else field.name
        if field.message_type is not None:
            target = getattr(message, field.name)
            if field.is_repeated:
                target.add()
                inner, here = target.add(), here + "[1]"
            else:
                inner = target
                inner.SetInParent()
            yield from _requests_with_a_mark(inner, here)
        elif field.type == field.TYPE_STRING:
            if field.is_repeated:
                getattr(message, field.name).extend(["good", MARK])
                here += "[1]"
            else:
                setattr(message, field.name, MARK)
            yield here, message
        message.ClearField(field.name)


def _string_fields() -> list[tuple[str, bytes]]:
    request = verify_service_pb2.VerifyRequest(question_text="before")
    found = []
    for path, _ in _requests_with_a_mark(request):
        found.append((path, request.SerializeToString()))
    return found


STRING_FIELDS = _string_fields()


def refused(data: bytes) -> InvalidRequest:
    with pytest.raises(InvalidRequest) as caught:
        request_from_bytes(data, LIMITS)
    return caught.value


OUTCOMES = {"read", "INVALID_UTF8", "MALFORMED_MESSAGE", "UNKNOWN_ENUM_VALUE", "UNKNOWN_FIELD"}


def read_or_refused(data: bytes) -> str:
    """What became of it: "read", or the reason why not. Raises whatever else happens."""
    try:
        request_from_bytes(data, LIMITS)
    except InvalidRequest as error:
        return error.reason
    return "read"


def test_the_walk_over_the_schema_found_the_strings_that_matter() -> None:
    paths = {path for path, _ in STRING_FIELDS}
    assert {
        "request_id",
        "question_text",
        "as_of_date",
        "answer_text",
        "structured_json",
        "evidence_id",
        "structured_answer.claims[1].text",
        "structured_answer.claims[1].citation_ids[1]",
        "sources[1].text",
        "sources[1].title",
        "sources[1].section_path[1]",
        "sources[1].attributes[1].key",
        "config.check_ids[1]",
        "config.citation_policy.marker_templates[1]",
        "config.quantity_policy.relative_tolerance",
        "config.severity_overrides[1].reason_id",
    } <= paths


@pytest.mark.parametrize(("path", "data"), STRING_FIELDS, ids=[path for path, _ in STRING_FIELDS])
@pytest.mark.parametrize("bad", BAD_UTF8)
def test_a_string_that_is_not_utf8_is_named(path: str, data: bytes, bad: bytes) -> None:
    assert data.count(MARK.encode()) == 1
    error = refused(data.replace(MARK.encode(), bad))
    assert (error.field, error.reason) == (path, "INVALID_UTF8")
    assert path in str(error)


def test_the_message_of_an_error_quotes_no_text() -> None:
    request = verify_service_pb2.VerifyRequest(answer_text="the secret answer " + MARK)
    error = refused(request.SerializeToString().replace(MARK.encode(), BAD_UTF8[1]))
    assert "secret" not in str(error) + error.value + error.limit + error.fix


def test_bad_utf8_is_found_behind_fields_of_every_wire_type() -> None:
    unknown = b"\xa0\x06\x01" + b"\xa1\x06" + b"8 bytes." + b"\xa5\x06" + b"4by." + b"\xa2\x06\x02\xff\xff"
    group = b"\xa3\x06" + unknown + b"\xab\x06\xac\x06" + b"\xa4\x06"
    assert refused(unknown + group + b"\x0a\x01\xff").field == "request_id"


@pytest.mark.parametrize(
    "data",
    [
        b"not protobuf at all, but some text",
        b"\x0a",  # a tag and no length
        b"\x0a\x05ab",  # a length behind the end
        b"\xff" * 11,  # a number without end
        b"\x0b\x08\x01",  # a group that is not closed
        b"\x0b\x14",  # a group that another one closes
        b"\x0c",  # the end of no group
        b"\x0e",  # wire type 6
        b"\x09\x01\x02",  # 8 bytes that are 2
        b"\xa3\x06" * 5_000,  # groups in groups
    ],
)
def test_bytes_that_are_no_message(data: bytes) -> None:
    error = refused(data)
    assert (error.field, error.reason) == ("", "MALFORMED_MESSAGE")
    with pytest.raises(InvalidRequest):
        check_info_request(data, LIMITS)


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert read_or_refused(data) in OUTCOMES


@settings(deadline=None)
@given(st.sampled_from(STRING_FIELDS), st.data())
def test_a_cut_or_changed_request_is_read_or_refused(case: tuple[str, bytes], draw: st.DataObject) -> None:
    data = bytearray(case[1])
    place = draw.draw(st.integers(0, len(data) - 1))
    data[place] = draw.draw(st.integers(0, 255))
    end = draw.draw(st.integers(0, len(data)))
    for changed in (bytes(data), bytes(data[:end])):
        assert read_or_refused(changed) in OUTCOMES


def test_the_longest_message_is_read_and_one_byte_more_is_not() -> None:
    data = verify_service_pb2.VerifyRequest(answer_text="x" * 100).SerializeToString()
    assert request_from_bytes(data, Limits(max_message_bytes=len(data))).answer_text == "x" * 100
    with pytest.raises(ResourceExhausted) as caught:
        request_from_bytes(data, Limits(max_message_bytes=len(data) - 1))
    error = caught.value
    assert (error.field, error.reason) == ("", "MESSAGE_TOO_LONG")
    assert (error.limit, error.value) == (str(len(data) - 1), str(len(data)))


def test_too_many_sources_are_refused_before_they_are_built() -> None:
    request = verify_service_pb2.VerifyRequest(answer_text="x", sources=[{}, {}, {}]).SerializeToString()
    assert len(request_from_bytes(request, Limits(max_sources=3)).sources) == 3
    with pytest.raises(LimitExceeded) as caught:
        request_from_bytes(request, Limits(max_sources=2))
    assert (caught.value.field, caught.value.limit, caught.value.value) == ("sources", "2", "3")


def _with_config(**fields: Any) -> bytes:
    return verify_service_pb2.VerifyRequest(answer_text="x", config=config_pb2.Config(**fields)).SerializeToString()


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"offset_unit": 4}, "config.offset_unit"),
        ({"offset_unit": -1}, "config.offset_unit"),
        ({"view": 99}, "config.view"),
        ({"citation_policy": {"marker_kind": 4}}, "config.citation_policy.marker_kind"),
        ({"severity_overrides": [{"severity": 1}, {"severity": 4}]}, "config.severity_overrides[1].severity"),
        ({"severity_overrides": [{"reason_id": "low-support"}]}, "config.severity_overrides[0].severity"),
    ],
)
def test_an_unknown_value_of_an_enum_is_named(fields: dict[str, Any], path: str) -> None:
    error = refused(_with_config(**fields))
    assert (error.field, error.reason) == (path, "UNKNOWN_ENUM_VALUE")


FIELD_99 = b"\x9a\x06\x02hi"


@pytest.mark.parametrize(
    ("holder", "path"),
    [
        (b"", "config.99"),
        (b"\x22", "config.citation_policy.99"),
        (b"\x2a", "config.quantity_policy.99"),
        (b"\x32", "config.source_policy.99"),
        (b"\x3a", "config.not_found_policy.99"),
        (b"\x42", "config.claim_policy.99"),
        (b"\x4a", "config.severity_overrides[0].99"),
    ],
)
def test_an_unknown_field_inside_config_is_refused_at_any_depth(holder: bytes, path: str) -> None:
    config = holder + bytes((len(FIELD_99),)) + FIELD_99 if holder else FIELD_99
    error = refused(b"\x22\x01x\x4a" + bytes((len(config),)) + config)
    assert (error.field, error.reason) == (path, "UNKNOWN_FIELD")


def test_a_known_field_of_config_with_another_wire_type_is_unknown() -> None:
    want_digest_as_text = b"\x72\x01\x01"
    assert refused(b"\x4a\x03" + want_digest_as_text).field == "config.14"


def test_an_unknown_field_outside_config_is_a_newer_client_s_and_is_let_be() -> None:
    source = text_pb2.Source(source_id="a").SerializeToString() + FIELD_99
    request = request_from_bytes(b"\x22\x01x\x3a" + bytes((len(source),)) + source + FIELD_99, LIMITS)
    assert request == model.Request(answer_text="x", sources=(model.Source("a", ""),))


def test_an_info_request_is_empty_or_a_newer_client_s() -> None:
    check_info_request(b"", LIMITS)
    check_info_request(FIELD_99, LIMITS)
    assert info_service_pb2.GetInfoRequest.FromString(b"").ByteSize() == 0
    with pytest.raises(ResourceExhausted):
        check_info_request(FIELD_99, Limits(max_message_bytes=2))
