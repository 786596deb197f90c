from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetInfoRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Limit(_message.Message):
    __slots__ = ("limit_id", "value")
    LIMIT_ID_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    limit_id: str
    value: int
    def __init__(self, limit_id: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...

class CheckInfo(_message.Message):
    __slots__ = ("check_id", "implemented")
    CHECK_ID_FIELD_NUMBER: _ClassVar[int]
    IMPLEMENTED_FIELD_NUMBER: _ClassVar[int]
    check_id: str
    implemented: bool
    def __init__(self, check_id: _Optional[str] = ..., implemented: bool = ...) -> None: ...

class GetInfoResponse(_message.Message):
    __slots__ = ("version", "build", "simd_level", "limits", "checks", "reason_ids", "language_codes", "encodings", "quantity_kinds")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    BUILD_FIELD_NUMBER: _ClassVar[int]
    SIMD_LEVEL_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    CHECKS_FIELD_NUMBER: _ClassVar[int]
    REASON_IDS_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_CODES_FIELD_NUMBER: _ClassVar[int]
    ENCODINGS_FIELD_NUMBER: _ClassVar[int]
    QUANTITY_KINDS_FIELD_NUMBER: _ClassVar[int]
    version: str
    build: str
    simd_level: str
    limits: _containers.RepeatedCompositeFieldContainer[Limit]
    checks: _containers.RepeatedCompositeFieldContainer[CheckInfo]
    reason_ids: _containers.RepeatedScalarFieldContainer[str]
    language_codes: _containers.RepeatedScalarFieldContainer[str]
    encodings: _containers.RepeatedScalarFieldContainer[str]
    quantity_kinds: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, version: _Optional[str] = ..., build: _Optional[str] = ..., simd_level: _Optional[str] = ..., limits: _Optional[_Iterable[_Union[Limit, _Mapping[str, object]]]] = ..., checks: _Optional[_Iterable[_Union[CheckInfo, _Mapping[str, object]]]] = ..., reason_ids: _Optional[_Iterable[str]] = ..., language_codes: _Optional[_Iterable[str]] = ..., encodings: _Optional[_Iterable[str]] = ..., quantity_kinds: _Optional[_Iterable[str]] = ...) -> None: ...
