from sidecar.pb.verify.v1 import text_pb2 as _text_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RegisterEvidenceRequest(_message.Message):
    __slots__ = ("sources",)
    SOURCES_FIELD_NUMBER: _ClassVar[int]
    sources: _containers.RepeatedCompositeFieldContainer[_text_pb2.Source]
    def __init__(self, sources: _Optional[_Iterable[_Union[_text_pb2.Source, _Mapping[str, object]]]] = ...) -> None: ...

class RegisterEvidenceResponse(_message.Message):
    __slots__ = ("evidence_id",)
    EVIDENCE_ID_FIELD_NUMBER: _ClassVar[int]
    evidence_id: str
    def __init__(self, evidence_id: _Optional[str] = ...) -> None: ...

class DeleteEvidenceRequest(_message.Message):
    __slots__ = ("evidence_id",)
    EVIDENCE_ID_FIELD_NUMBER: _ClassVar[int]
    evidence_id: str
    def __init__(self, evidence_id: _Optional[str] = ...) -> None: ...

class DeleteEvidenceResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
