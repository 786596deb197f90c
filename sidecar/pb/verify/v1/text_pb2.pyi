from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class OffsetUnit(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OFFSET_UNIT_UNSPECIFIED: _ClassVar[OffsetUnit]
    OFFSET_UNIT_UTF8_BYTES: _ClassVar[OffsetUnit]
    OFFSET_UNIT_UTF16_CODE_UNITS: _ClassVar[OffsetUnit]
    OFFSET_UNIT_CODE_POINTS: _ClassVar[OffsetUnit]
OFFSET_UNIT_UNSPECIFIED: OffsetUnit
OFFSET_UNIT_UTF8_BYTES: OffsetUnit
OFFSET_UNIT_UTF16_CODE_UNITS: OffsetUnit
OFFSET_UNIT_CODE_POINTS: OffsetUnit

class Span(_message.Message):
    __slots__ = ("start", "end")
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    start: int
    end: int
    def __init__(self, start: _Optional[int] = ..., end: _Optional[int] = ...) -> None: ...

class Attribute(_message.Message):
    __slots__ = ("key", "value")
    KEY_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    key: str
    value: str
    def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class Source(_message.Message):
    __slots__ = ("source_id", "text", "page", "page_label", "title", "uri", "section_path", "doc_id", "block_id", "rank", "retrieval_score", "origin_span", "attributes")
    SOURCE_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    PAGE_LABEL_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    URI_FIELD_NUMBER: _ClassVar[int]
    SECTION_PATH_FIELD_NUMBER: _ClassVar[int]
    DOC_ID_FIELD_NUMBER: _ClassVar[int]
    BLOCK_ID_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    RETRIEVAL_SCORE_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_SPAN_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    source_id: str
    text: str
    page: int
    page_label: str
    title: str
    uri: str
    section_path: _containers.RepeatedScalarFieldContainer[str]
    doc_id: str
    block_id: str
    rank: int
    retrieval_score: float
    origin_span: Span
    attributes: _containers.RepeatedCompositeFieldContainer[Attribute]
    def __init__(self, source_id: _Optional[str] = ..., text: _Optional[str] = ..., page: _Optional[int] = ..., page_label: _Optional[str] = ..., title: _Optional[str] = ..., uri: _Optional[str] = ..., section_path: _Optional[_Iterable[str]] = ..., doc_id: _Optional[str] = ..., block_id: _Optional[str] = ..., rank: _Optional[int] = ..., retrieval_score: _Optional[float] = ..., origin_span: _Optional[_Union[Span, _Mapping[str, object]]] = ..., attributes: _Optional[_Iterable[_Union[Attribute, _Mapping[str, object]]]] = ...) -> None: ...

class Ref(_message.Message):
    __slots__ = ("source_id", "source_span", "text", "page", "page_label", "title", "uri", "section_path", "doc_id", "block_id")
    SOURCE_ID_FIELD_NUMBER: _ClassVar[int]
    SOURCE_SPAN_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    PAGE_LABEL_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    URI_FIELD_NUMBER: _ClassVar[int]
    SECTION_PATH_FIELD_NUMBER: _ClassVar[int]
    DOC_ID_FIELD_NUMBER: _ClassVar[int]
    BLOCK_ID_FIELD_NUMBER: _ClassVar[int]
    source_id: str
    source_span: Span
    text: str
    page: int
    page_label: str
    title: str
    uri: str
    section_path: _containers.RepeatedScalarFieldContainer[str]
    doc_id: str
    block_id: str
    def __init__(self, source_id: _Optional[str] = ..., source_span: _Optional[_Union[Span, _Mapping[str, object]]] = ..., text: _Optional[str] = ..., page: _Optional[int] = ..., page_label: _Optional[str] = ..., title: _Optional[str] = ..., uri: _Optional[str] = ..., section_path: _Optional[_Iterable[str]] = ..., doc_id: _Optional[str] = ..., block_id: _Optional[str] = ...) -> None: ...
