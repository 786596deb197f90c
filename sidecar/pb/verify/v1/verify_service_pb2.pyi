from sidecar.pb.verify.v1 import config_pb2 as _config_pb2
from sidecar.pb.verify.v1 import report_pb2 as _report_pb2
from sidecar.pb.verify.v1 import text_pb2 as _text_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class StructuredClaim(_message.Message):
    __slots__ = ("text", "citation_ids")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CITATION_IDS_FIELD_NUMBER: _ClassVar[int]
    text: str
    citation_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, text: _Optional[str] = ..., citation_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class StructuredAnswer(_message.Message):
    __slots__ = ("claims", "insufficient_evidence")
    CLAIMS_FIELD_NUMBER: _ClassVar[int]
    INSUFFICIENT_EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    claims: _containers.RepeatedCompositeFieldContainer[StructuredClaim]
    insufficient_evidence: bool
    def __init__(self, claims: _Optional[_Iterable[_Union[StructuredClaim, _Mapping[str, object]]]] = ..., insufficient_evidence: bool = ...) -> None: ...

class VerifyRequest(_message.Message):
    __slots__ = ("request_id", "question_text", "as_of_date", "answer_text", "structured_answer", "structured_json", "sources", "evidence_id", "config")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    QUESTION_TEXT_FIELD_NUMBER: _ClassVar[int]
    AS_OF_DATE_FIELD_NUMBER: _ClassVar[int]
    ANSWER_TEXT_FIELD_NUMBER: _ClassVar[int]
    STRUCTURED_ANSWER_FIELD_NUMBER: _ClassVar[int]
    STRUCTURED_JSON_FIELD_NUMBER: _ClassVar[int]
    SOURCES_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_ID_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    question_text: str
    as_of_date: str
    answer_text: str
    structured_answer: StructuredAnswer
    structured_json: str
    sources: _containers.RepeatedCompositeFieldContainer[_text_pb2.Source]
    evidence_id: str
    config: _config_pb2.Config
    def __init__(self, request_id: _Optional[str] = ..., question_text: _Optional[str] = ..., as_of_date: _Optional[str] = ..., answer_text: _Optional[str] = ..., structured_answer: _Optional[_Union[StructuredAnswer, _Mapping[str, object]]] = ..., structured_json: _Optional[str] = ..., sources: _Optional[_Iterable[_Union[_text_pb2.Source, _Mapping[str, object]]]] = ..., evidence_id: _Optional[str] = ..., config: _Optional[_Union[_config_pb2.Config, _Mapping[str, object]]] = ...) -> None: ...

class VerifyResponse(_message.Message):
    __slots__ = ("request_id", "engine_version", "offset_unit", "policy_id", "answer_text", "effective_config", "outcome", "counts", "classification", "coverage", "support_score", "claims", "quantities", "citations", "quotes", "findings", "sources", "word_match", "repair", "rendered_answer", "rendered_sources", "digest")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ENGINE_VERSION_FIELD_NUMBER: _ClassVar[int]
    OFFSET_UNIT_FIELD_NUMBER: _ClassVar[int]
    POLICY_ID_FIELD_NUMBER: _ClassVar[int]
    ANSWER_TEXT_FIELD_NUMBER: _ClassVar[int]
    EFFECTIVE_CONFIG_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    CLASSIFICATION_FIELD_NUMBER: _ClassVar[int]
    COVERAGE_FIELD_NUMBER: _ClassVar[int]
    SUPPORT_SCORE_FIELD_NUMBER: _ClassVar[int]
    CLAIMS_FIELD_NUMBER: _ClassVar[int]
    QUANTITIES_FIELD_NUMBER: _ClassVar[int]
    CITATIONS_FIELD_NUMBER: _ClassVar[int]
    QUOTES_FIELD_NUMBER: _ClassVar[int]
    FINDINGS_FIELD_NUMBER: _ClassVar[int]
    SOURCES_FIELD_NUMBER: _ClassVar[int]
    WORD_MATCH_FIELD_NUMBER: _ClassVar[int]
    REPAIR_FIELD_NUMBER: _ClassVar[int]
    RENDERED_ANSWER_FIELD_NUMBER: _ClassVar[int]
    RENDERED_SOURCES_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    engine_version: str
    offset_unit: _text_pb2.OffsetUnit
    policy_id: str
    answer_text: str
    effective_config: _config_pb2.Config
    outcome: _report_pb2.Outcome
    counts: _report_pb2.Counts
    classification: _report_pb2.Classification
    coverage: _containers.RepeatedCompositeFieldContainer[_report_pb2.Coverage]
    support_score: float
    claims: _containers.RepeatedCompositeFieldContainer[_report_pb2.Claim]
    quantities: _containers.RepeatedCompositeFieldContainer[_report_pb2.Quantity]
    citations: _containers.RepeatedCompositeFieldContainer[_report_pb2.Citation]
    quotes: _containers.RepeatedCompositeFieldContainer[_report_pb2.Quote]
    findings: _containers.RepeatedCompositeFieldContainer[_report_pb2.Finding]
    sources: _containers.RepeatedCompositeFieldContainer[_report_pb2.RankedSource]
    word_match: _report_pb2.WordMatch
    repair: _report_pb2.Repair
    rendered_answer: str
    rendered_sources: _containers.RepeatedCompositeFieldContainer[_report_pb2.RankedSource]
    digest: str
    def __init__(self, request_id: _Optional[str] = ..., engine_version: _Optional[str] = ..., offset_unit: _Optional[_Union[_text_pb2.OffsetUnit, str]] = ..., policy_id: _Optional[str] = ..., answer_text: _Optional[str] = ..., effective_config: _Optional[_Union[_config_pb2.Config, _Mapping[str, object]]] = ..., outcome: _Optional[_Union[_report_pb2.Outcome, str]] = ..., counts: _Optional[_Union[_report_pb2.Counts, _Mapping[str, object]]] = ..., classification: _Optional[_Union[_report_pb2.Classification, _Mapping[str, object]]] = ..., coverage: _Optional[_Iterable[_Union[_report_pb2.Coverage, _Mapping[str, object]]]] = ..., support_score: _Optional[float] = ..., claims: _Optional[_Iterable[_Union[_report_pb2.Claim, _Mapping[str, object]]]] = ..., quantities: _Optional[_Iterable[_Union[_report_pb2.Quantity, _Mapping[str, object]]]] = ..., citations: _Optional[_Iterable[_Union[_report_pb2.Citation, _Mapping[str, object]]]] = ..., quotes: _Optional[_Iterable[_Union[_report_pb2.Quote, _Mapping[str, object]]]] = ..., findings: _Optional[_Iterable[_Union[_report_pb2.Finding, _Mapping[str, object]]]] = ..., sources: _Optional[_Iterable[_Union[_report_pb2.RankedSource, _Mapping[str, object]]]] = ..., word_match: _Optional[_Union[_report_pb2.WordMatch, _Mapping[str, object]]] = ..., repair: _Optional[_Union[_report_pb2.Repair, _Mapping[str, object]]] = ..., rendered_answer: _Optional[str] = ..., rendered_sources: _Optional[_Iterable[_Union[_report_pb2.RankedSource, _Mapping[str, object]]]] = ..., digest: _Optional[str] = ...) -> None: ...

class BatchVerifyRequest(_message.Message):
    __slots__ = ("requests",)
    REQUESTS_FIELD_NUMBER: _ClassVar[int]
    requests: _containers.RepeatedCompositeFieldContainer[VerifyRequest]
    def __init__(self, requests: _Optional[_Iterable[_Union[VerifyRequest, _Mapping[str, object]]]] = ...) -> None: ...

class BatchVerifyResult(_message.Message):
    __slots__ = ("index", "request_id", "response", "error")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    index: int
    request_id: str
    response: VerifyResponse
    error: RequestError
    def __init__(self, index: _Optional[int] = ..., request_id: _Optional[str] = ..., response: _Optional[_Union[VerifyResponse, _Mapping[str, object]]] = ..., error: _Optional[_Union[RequestError, _Mapping[str, object]]] = ...) -> None: ...

class RequestError(_message.Message):
    __slots__ = ("code", "message", "details")
    CODE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    DETAILS_FIELD_NUMBER: _ClassVar[int]
    code: str
    message: str
    details: _containers.RepeatedCompositeFieldContainer[RequestErrorDetail]
    def __init__(self, code: _Optional[str] = ..., message: _Optional[str] = ..., details: _Optional[_Iterable[_Union[RequestErrorDetail, _Mapping[str, object]]]] = ...) -> None: ...

class RequestErrorDetail(_message.Message):
    __slots__ = ("field", "limit", "value", "fix", "reason")
    FIELD_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    FIX_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    field: str
    limit: str
    value: str
    fix: str
    reason: str
    def __init__(self, field: _Optional[str] = ..., limit: _Optional[str] = ..., value: _Optional[str] = ..., fix: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class BatchVerifyResponse(_message.Message):
    __slots__ = ("results", "last")
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    LAST_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[BatchVerifyResult]
    last: bool
    def __init__(self, results: _Optional[_Iterable[_Union[BatchVerifyResult, _Mapping[str, object]]]] = ..., last: bool = ...) -> None: ...

class VerifyStreamRequest(_message.Message):
    __slots__ = ("open", "delta")
    OPEN_FIELD_NUMBER: _ClassVar[int]
    DELTA_FIELD_NUMBER: _ClassVar[int]
    open: VerifyStreamOpen
    delta: bytes
    def __init__(self, open: _Optional[_Union[VerifyStreamOpen, _Mapping[str, object]]] = ..., delta: _Optional[bytes] = ...) -> None: ...

class VerifyStreamOpen(_message.Message):
    __slots__ = ("request_id", "question_text", "as_of_date", "sources", "evidence_id", "config")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    QUESTION_TEXT_FIELD_NUMBER: _ClassVar[int]
    AS_OF_DATE_FIELD_NUMBER: _ClassVar[int]
    SOURCES_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_ID_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    question_text: str
    as_of_date: str
    sources: _containers.RepeatedCompositeFieldContainer[_text_pb2.Source]
    evidence_id: str
    config: _config_pb2.Config
    def __init__(self, request_id: _Optional[str] = ..., question_text: _Optional[str] = ..., as_of_date: _Optional[str] = ..., sources: _Optional[_Iterable[_Union[_text_pb2.Source, _Mapping[str, object]]]] = ..., evidence_id: _Optional[str] = ..., config: _Optional[_Union[_config_pb2.Config, _Mapping[str, object]]] = ...) -> None: ...

class VerifyStreamResponse(_message.Message):
    __slots__ = ("progress", "report")
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    REPORT_FIELD_NUMBER: _ClassVar[int]
    progress: VerifyStreamProgress
    report: VerifyResponse
    def __init__(self, progress: _Optional[_Union[VerifyStreamProgress, _Mapping[str, object]]] = ..., report: _Optional[_Union[VerifyResponse, _Mapping[str, object]]] = ...) -> None: ...

class VerifyStreamProgress(_message.Message):
    __slots__ = ("findings", "verified_through")
    FINDINGS_FIELD_NUMBER: _ClassVar[int]
    VERIFIED_THROUGH_FIELD_NUMBER: _ClassVar[int]
    findings: _containers.RepeatedCompositeFieldContainer[_report_pb2.Finding]
    verified_through: int
    def __init__(self, findings: _Optional[_Iterable[_Union[_report_pb2.Finding, _Mapping[str, object]]]] = ..., verified_through: _Optional[int] = ...) -> None: ...
