from sidecar.pb.verify.v1 import text_pb2 as _text_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Outcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OUTCOME_UNSPECIFIED: _ClassVar[Outcome]
    OUTCOME_PASS: _ClassVar[Outcome]
    OUTCOME_FAIL: _ClassVar[Outcome]
    OUTCOME_ABSTAIN: _ClassVar[Outcome]
    OUTCOME_REVIEW: _ClassVar[Outcome]

class Verdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VERDICT_UNSPECIFIED: _ClassVar[Verdict]
    VERDICT_SUPPORTED: _ClassVar[Verdict]
    VERDICT_UNSUPPORTED: _ClassVar[Verdict]
    VERDICT_CONTRADICTED: _ClassVar[Verdict]
    VERDICT_ABSTENTION: _ClassVar[Verdict]
    VERDICT_NOT_A_CLAIM: _ClassVar[Verdict]
    VERDICT_UNVERIFIABLE: _ClassVar[Verdict]

class QuantityStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    QUANTITY_STATUS_UNSPECIFIED: _ClassVar[QuantityStatus]
    QUANTITY_STATUS_SUPPORTED: _ClassVar[QuantityStatus]
    QUANTITY_STATUS_ROUNDED: _ClassVar[QuantityStatus]
    QUANTITY_STATUS_CONVERTED: _ClassVar[QuantityStatus]
    QUANTITY_STATUS_DERIVED: _ClassVar[QuantityStatus]
    QUANTITY_STATUS_NOT_IN_EVIDENCE: _ClassVar[QuantityStatus]
    QUANTITY_STATUS_WRONG_UNIT: _ClassVar[QuantityStatus]
    QUANTITY_STATUS_WRONG_SIGN: _ClassVar[QuantityStatus]
    QUANTITY_STATUS_WRONG_CONTEXT: _ClassVar[QuantityStatus]
    QUANTITY_STATUS_WRONG_SOURCE: _ClassVar[QuantityStatus]
    QUANTITY_STATUS_FROM_QUESTION: _ClassVar[QuantityStatus]
    QUANTITY_STATUS_IGNORED: _ClassVar[QuantityStatus]
    QUANTITY_STATUS_UNVERIFIABLE: _ClassVar[QuantityStatus]

class CitationStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CITATION_STATUS_UNSPECIFIED: _ClassVar[CitationStatus]
    CITATION_STATUS_OK: _ClassVar[CitationStatus]
    CITATION_STATUS_OUT_OF_RANGE: _ClassVar[CitationStatus]
    CITATION_STATUS_UNSUPPORTED: _ClassVar[CitationStatus]
    CITATION_STATUS_WRONG_SOURCE: _ClassVar[CitationStatus]
    CITATION_STATUS_MALFORMED: _ClassVar[CitationStatus]
    CITATION_STATUS_UNVERIFIABLE: _ClassVar[CitationStatus]

class QuoteStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    QUOTE_STATUS_UNSPECIFIED: _ClassVar[QuoteStatus]
    QUOTE_STATUS_VERBATIM: _ClassVar[QuoteStatus]
    QUOTE_STATUS_TYPOGRAPHIC: _ClassVar[QuoteStatus]
    QUOTE_STATUS_ELIDED: _ClassVar[QuoteStatus]
    QUOTE_STATUS_ALTERED: _ClassVar[QuoteStatus]
    QUOTE_STATUS_STITCHED: _ClassVar[QuoteStatus]
    QUOTE_STATUS_MISATTRIBUTED: _ClassVar[QuoteStatus]
    QUOTE_STATUS_NOT_FOUND: _ClassVar[QuoteStatus]
    QUOTE_STATUS_UNVERIFIABLE: _ClassVar[QuoteStatus]

class AnswerKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ANSWER_KIND_UNSPECIFIED: _ClassVar[AnswerKind]
    ANSWER_KIND_ANSWERED: _ClassVar[AnswerKind]
    ANSWER_KIND_PARTIAL: _ClassVar[AnswerKind]
    ANSWER_KIND_NOT_FOUND: _ClassVar[AnswerKind]
    ANSWER_KIND_EMPTY: _ClassVar[AnswerKind]
    ANSWER_KIND_UNDETERMINED: _ClassVar[AnswerKind]

class Severity(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEVERITY_UNSPECIFIED: _ClassVar[Severity]
    SEVERITY_INFO: _ClassVar[Severity]
    SEVERITY_WARNING: _ClassVar[Severity]
    SEVERITY_ERROR: _ClassVar[Severity]

class LikelyCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LIKELY_CAUSE_UNSPECIFIED: _ClassVar[LikelyCause]
    LIKELY_CAUSE_RETRIEVAL: _ClassVar[LikelyCause]
    LIKELY_CAUSE_GENERATION: _ClassVar[LikelyCause]
    LIKELY_CAUSE_CITATION: _ClassVar[LikelyCause]

class CoverageState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COVERAGE_STATE_UNSPECIFIED: _ClassVar[CoverageState]
    COVERAGE_STATE_RAN: _ClassVar[CoverageState]
    COVERAGE_STATE_SKIPPED: _ClassVar[CoverageState]
    COVERAGE_STATE_TRUNCATED: _ClassVar[CoverageState]
    COVERAGE_STATE_UNAVAILABLE: _ClassVar[CoverageState]

class Vote(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VOTE_UNSPECIFIED: _ClassVar[Vote]
    VOTE_FOUND: _ClassVar[Vote]
    VOTE_NOT_FOUND: _ClassVar[Vote]
    VOTE_NO_OPINION: _ClassVar[Vote]
OUTCOME_UNSPECIFIED: Outcome
OUTCOME_PASS: Outcome
OUTCOME_FAIL: Outcome
OUTCOME_ABSTAIN: Outcome
OUTCOME_REVIEW: Outcome
VERDICT_UNSPECIFIED: Verdict
VERDICT_SUPPORTED: Verdict
VERDICT_UNSUPPORTED: Verdict
VERDICT_CONTRADICTED: Verdict
VERDICT_ABSTENTION: Verdict
VERDICT_NOT_A_CLAIM: Verdict
VERDICT_UNVERIFIABLE: Verdict
QUANTITY_STATUS_UNSPECIFIED: QuantityStatus
QUANTITY_STATUS_SUPPORTED: QuantityStatus
QUANTITY_STATUS_ROUNDED: QuantityStatus
QUANTITY_STATUS_CONVERTED: QuantityStatus
QUANTITY_STATUS_DERIVED: QuantityStatus
QUANTITY_STATUS_NOT_IN_EVIDENCE: QuantityStatus
QUANTITY_STATUS_WRONG_UNIT: QuantityStatus
QUANTITY_STATUS_WRONG_SIGN: QuantityStatus
QUANTITY_STATUS_WRONG_CONTEXT: QuantityStatus
QUANTITY_STATUS_WRONG_SOURCE: QuantityStatus
QUANTITY_STATUS_FROM_QUESTION: QuantityStatus
QUANTITY_STATUS_IGNORED: QuantityStatus
QUANTITY_STATUS_UNVERIFIABLE: QuantityStatus
CITATION_STATUS_UNSPECIFIED: CitationStatus
CITATION_STATUS_OK: CitationStatus
CITATION_STATUS_OUT_OF_RANGE: CitationStatus
CITATION_STATUS_UNSUPPORTED: CitationStatus
CITATION_STATUS_WRONG_SOURCE: CitationStatus
CITATION_STATUS_MALFORMED: CitationStatus
CITATION_STATUS_UNVERIFIABLE: CitationStatus
QUOTE_STATUS_UNSPECIFIED: QuoteStatus
QUOTE_STATUS_VERBATIM: QuoteStatus
QUOTE_STATUS_TYPOGRAPHIC: QuoteStatus
QUOTE_STATUS_ELIDED: QuoteStatus
QUOTE_STATUS_ALTERED: QuoteStatus
QUOTE_STATUS_STITCHED: QuoteStatus
QUOTE_STATUS_MISATTRIBUTED: QuoteStatus
QUOTE_STATUS_NOT_FOUND: QuoteStatus
QUOTE_STATUS_UNVERIFIABLE: QuoteStatus
ANSWER_KIND_UNSPECIFIED: AnswerKind
ANSWER_KIND_ANSWERED: AnswerKind
ANSWER_KIND_PARTIAL: AnswerKind
ANSWER_KIND_NOT_FOUND: AnswerKind
ANSWER_KIND_EMPTY: AnswerKind
ANSWER_KIND_UNDETERMINED: AnswerKind
SEVERITY_UNSPECIFIED: Severity
SEVERITY_INFO: Severity
SEVERITY_WARNING: Severity
SEVERITY_ERROR: Severity
LIKELY_CAUSE_UNSPECIFIED: LikelyCause
LIKELY_CAUSE_RETRIEVAL: LikelyCause
LIKELY_CAUSE_GENERATION: LikelyCause
LIKELY_CAUSE_CITATION: LikelyCause
COVERAGE_STATE_UNSPECIFIED: CoverageState
COVERAGE_STATE_RAN: CoverageState
COVERAGE_STATE_SKIPPED: CoverageState
COVERAGE_STATE_TRUNCATED: CoverageState
COVERAGE_STATE_UNAVAILABLE: CoverageState
VOTE_UNSPECIFIED: Vote
VOTE_FOUND: Vote
VOTE_NOT_FOUND: Vote
VOTE_NO_OPINION: Vote

class Claim(_message.Message):
    __slots__ = ("answer_span", "text", "kind", "verdict", "reason_id", "citation_indexes", "refs", "match_ratio", "support_score")
    ANSWER_SPAN_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    REASON_ID_FIELD_NUMBER: _ClassVar[int]
    CITATION_INDEXES_FIELD_NUMBER: _ClassVar[int]
    REFS_FIELD_NUMBER: _ClassVar[int]
    MATCH_RATIO_FIELD_NUMBER: _ClassVar[int]
    SUPPORT_SCORE_FIELD_NUMBER: _ClassVar[int]
    answer_span: _text_pb2.Span
    text: str
    kind: str
    verdict: Verdict
    reason_id: str
    citation_indexes: _containers.RepeatedScalarFieldContainer[int]
    refs: _containers.RepeatedCompositeFieldContainer[_text_pb2.Ref]
    match_ratio: float
    support_score: float
    def __init__(self, answer_span: _Optional[_Union[_text_pb2.Span, _Mapping[str, object]]] = ..., text: _Optional[str] = ..., kind: _Optional[str] = ..., verdict: _Optional[_Union[Verdict, str]] = ..., reason_id: _Optional[str] = ..., citation_indexes: _Optional[_Iterable[int]] = ..., refs: _Optional[_Iterable[_Union[_text_pb2.Ref, _Mapping[str, object]]]] = ..., match_ratio: _Optional[float] = ..., support_score: _Optional[float] = ...) -> None: ...

class Derivation(_message.Message):
    __slots__ = ("formula", "operands")
    FORMULA_FIELD_NUMBER: _ClassVar[int]
    OPERANDS_FIELD_NUMBER: _ClassVar[int]
    formula: str
    operands: _containers.RepeatedCompositeFieldContainer[_text_pb2.Ref]
    def __init__(self, formula: _Optional[str] = ..., operands: _Optional[_Iterable[_Union[_text_pb2.Ref, _Mapping[str, object]]]] = ...) -> None: ...

class NearestQuantity(_message.Message):
    __slots__ = ("value", "unit", "ref")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    value: str
    unit: str
    ref: _text_pb2.Ref
    def __init__(self, value: _Optional[str] = ..., unit: _Optional[str] = ..., ref: _Optional[_Union[_text_pb2.Ref, _Mapping[str, object]]] = ...) -> None: ...

class Quantity(_message.Message):
    __slots__ = ("answer_span", "text", "kind", "value", "unit", "status", "refs", "derivation", "nearest", "claim_index")
    ANSWER_SPAN_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    REFS_FIELD_NUMBER: _ClassVar[int]
    DERIVATION_FIELD_NUMBER: _ClassVar[int]
    NEAREST_FIELD_NUMBER: _ClassVar[int]
    CLAIM_INDEX_FIELD_NUMBER: _ClassVar[int]
    answer_span: _text_pb2.Span
    text: str
    kind: str
    value: str
    unit: str
    status: QuantityStatus
    refs: _containers.RepeatedCompositeFieldContainer[_text_pb2.Ref]
    derivation: Derivation
    nearest: NearestQuantity
    claim_index: int
    def __init__(self, answer_span: _Optional[_Union[_text_pb2.Span, _Mapping[str, object]]] = ..., text: _Optional[str] = ..., kind: _Optional[str] = ..., value: _Optional[str] = ..., unit: _Optional[str] = ..., status: _Optional[_Union[QuantityStatus, str]] = ..., refs: _Optional[_Iterable[_Union[_text_pb2.Ref, _Mapping[str, object]]]] = ..., derivation: _Optional[_Union[Derivation, _Mapping[str, object]]] = ..., nearest: _Optional[_Union[NearestQuantity, _Mapping[str, object]]] = ..., claim_index: _Optional[int] = ...) -> None: ...

class Citation(_message.Message):
    __slots__ = ("answer_span", "text", "source_ids", "unresolved_ids", "status", "better_source_ids", "claim_index")
    ANSWER_SPAN_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SOURCE_IDS_FIELD_NUMBER: _ClassVar[int]
    UNRESOLVED_IDS_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    BETTER_SOURCE_IDS_FIELD_NUMBER: _ClassVar[int]
    CLAIM_INDEX_FIELD_NUMBER: _ClassVar[int]
    answer_span: _text_pb2.Span
    text: str
    source_ids: _containers.RepeatedScalarFieldContainer[str]
    unresolved_ids: _containers.RepeatedScalarFieldContainer[str]
    status: CitationStatus
    better_source_ids: _containers.RepeatedScalarFieldContainer[str]
    claim_index: int
    def __init__(self, answer_span: _Optional[_Union[_text_pb2.Span, _Mapping[str, object]]] = ..., text: _Optional[str] = ..., source_ids: _Optional[_Iterable[str]] = ..., unresolved_ids: _Optional[_Iterable[str]] = ..., status: _Optional[_Union[CitationStatus, str]] = ..., better_source_ids: _Optional[_Iterable[str]] = ..., claim_index: _Optional[int] = ...) -> None: ...

class Quote(_message.Message):
    __slots__ = ("answer_span", "text", "status", "refs", "difference", "claim_index")
    ANSWER_SPAN_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    REFS_FIELD_NUMBER: _ClassVar[int]
    DIFFERENCE_FIELD_NUMBER: _ClassVar[int]
    CLAIM_INDEX_FIELD_NUMBER: _ClassVar[int]
    answer_span: _text_pb2.Span
    text: str
    status: QuoteStatus
    refs: _containers.RepeatedCompositeFieldContainer[_text_pb2.Ref]
    difference: _containers.RepeatedScalarFieldContainer[str]
    claim_index: int
    def __init__(self, answer_span: _Optional[_Union[_text_pb2.Span, _Mapping[str, object]]] = ..., text: _Optional[str] = ..., status: _Optional[_Union[QuoteStatus, str]] = ..., refs: _Optional[_Iterable[_Union[_text_pb2.Ref, _Mapping[str, object]]]] = ..., difference: _Optional[_Iterable[str]] = ..., claim_index: _Optional[int] = ...) -> None: ...

class RankedSource(_message.Message):
    __slots__ = ("source_id", "match_ratio", "match_count", "snippet", "snippet_span", "conclusive", "page", "page_label", "title", "uri", "section_path", "doc_id", "block_id", "rank", "retrieval_score", "origin_span", "attributes")
    SOURCE_ID_FIELD_NUMBER: _ClassVar[int]
    MATCH_RATIO_FIELD_NUMBER: _ClassVar[int]
    MATCH_COUNT_FIELD_NUMBER: _ClassVar[int]
    SNIPPET_FIELD_NUMBER: _ClassVar[int]
    SNIPPET_SPAN_FIELD_NUMBER: _ClassVar[int]
    CONCLUSIVE_FIELD_NUMBER: _ClassVar[int]
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
    match_ratio: float
    match_count: int
    snippet: str
    snippet_span: _text_pb2.Span
    conclusive: bool
    page: int
    page_label: str
    title: str
    uri: str
    section_path: _containers.RepeatedScalarFieldContainer[str]
    doc_id: str
    block_id: str
    rank: int
    retrieval_score: float
    origin_span: _text_pb2.Span
    attributes: _containers.RepeatedCompositeFieldContainer[_text_pb2.Attribute]
    def __init__(self, source_id: _Optional[str] = ..., match_ratio: _Optional[float] = ..., match_count: _Optional[int] = ..., snippet: _Optional[str] = ..., snippet_span: _Optional[_Union[_text_pb2.Span, _Mapping[str, object]]] = ..., conclusive: bool = ..., page: _Optional[int] = ..., page_label: _Optional[str] = ..., title: _Optional[str] = ..., uri: _Optional[str] = ..., section_path: _Optional[_Iterable[str]] = ..., doc_id: _Optional[str] = ..., block_id: _Optional[str] = ..., rank: _Optional[int] = ..., retrieval_score: _Optional[float] = ..., origin_span: _Optional[_Union[_text_pb2.Span, _Mapping[str, object]]] = ..., attributes: _Optional[_Iterable[_Union[_text_pb2.Attribute, _Mapping[str, object]]]] = ...) -> None: ...

class Word(_message.Message):
    __slots__ = ("answer_span", "text")
    ANSWER_SPAN_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    answer_span: _text_pb2.Span
    text: str
    def __init__(self, answer_span: _Optional[_Union[_text_pb2.Span, _Mapping[str, object]]] = ..., text: _Optional[str] = ...) -> None: ...

class KeyPoint(_message.Message):
    __slots__ = ("answer_span", "text", "ratio", "ref")
    ANSWER_SPAN_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    RATIO_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    answer_span: _text_pb2.Span
    text: str
    ratio: float
    ref: _text_pb2.Ref
    def __init__(self, answer_span: _Optional[_Union[_text_pb2.Span, _Mapping[str, object]]] = ..., text: _Optional[str] = ..., ratio: _Optional[float] = ..., ref: _Optional[_Union[_text_pb2.Ref, _Mapping[str, object]]] = ...) -> None: ...

class WordMatch(_message.Message):
    __slots__ = ("ratio", "confirmed", "unconfirmed", "key_points")
    RATIO_FIELD_NUMBER: _ClassVar[int]
    CONFIRMED_FIELD_NUMBER: _ClassVar[int]
    UNCONFIRMED_FIELD_NUMBER: _ClassVar[int]
    KEY_POINTS_FIELD_NUMBER: _ClassVar[int]
    ratio: float
    confirmed: _containers.RepeatedCompositeFieldContainer[Word]
    unconfirmed: _containers.RepeatedCompositeFieldContainer[Word]
    key_points: _containers.RepeatedCompositeFieldContainer[KeyPoint]
    def __init__(self, ratio: _Optional[float] = ..., confirmed: _Optional[_Iterable[_Union[Word, _Mapping[str, object]]]] = ..., unconfirmed: _Optional[_Iterable[_Union[Word, _Mapping[str, object]]]] = ..., key_points: _Optional[_Iterable[_Union[KeyPoint, _Mapping[str, object]]]] = ...) -> None: ...

class NotFoundTest(_message.Message):
    __slots__ = ("test_id", "vote")
    TEST_ID_FIELD_NUMBER: _ClassVar[int]
    VOTE_FIELD_NUMBER: _ClassVar[int]
    test_id: str
    vote: Vote
    def __init__(self, test_id: _Optional[str] = ..., vote: _Optional[_Union[Vote, str]] = ...) -> None: ...

class Classification(_message.Message):
    __slots__ = ("kind", "tests", "false_abstention_refs")
    KIND_FIELD_NUMBER: _ClassVar[int]
    TESTS_FIELD_NUMBER: _ClassVar[int]
    FALSE_ABSTENTION_REFS_FIELD_NUMBER: _ClassVar[int]
    kind: AnswerKind
    tests: _containers.RepeatedCompositeFieldContainer[NotFoundTest]
    false_abstention_refs: _containers.RepeatedCompositeFieldContainer[_text_pb2.Ref]
    def __init__(self, kind: _Optional[_Union[AnswerKind, str]] = ..., tests: _Optional[_Iterable[_Union[NotFoundTest, _Mapping[str, object]]]] = ..., false_abstention_refs: _Optional[_Iterable[_Union[_text_pb2.Ref, _Mapping[str, object]]]] = ...) -> None: ...

class Finding(_message.Message):
    __slots__ = ("finding_id", "check_id", "reason_id", "severity", "likely_cause", "answer_span", "claim_index", "refs", "message", "waived")
    FINDING_ID_FIELD_NUMBER: _ClassVar[int]
    CHECK_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_ID_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    LIKELY_CAUSE_FIELD_NUMBER: _ClassVar[int]
    ANSWER_SPAN_FIELD_NUMBER: _ClassVar[int]
    CLAIM_INDEX_FIELD_NUMBER: _ClassVar[int]
    REFS_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    WAIVED_FIELD_NUMBER: _ClassVar[int]
    finding_id: str
    check_id: str
    reason_id: str
    severity: Severity
    likely_cause: LikelyCause
    answer_span: _text_pb2.Span
    claim_index: int
    refs: _containers.RepeatedCompositeFieldContainer[_text_pb2.Ref]
    message: str
    waived: bool
    def __init__(self, finding_id: _Optional[str] = ..., check_id: _Optional[str] = ..., reason_id: _Optional[str] = ..., severity: _Optional[_Union[Severity, str]] = ..., likely_cause: _Optional[_Union[LikelyCause, str]] = ..., answer_span: _Optional[_Union[_text_pb2.Span, _Mapping[str, object]]] = ..., claim_index: _Optional[int] = ..., refs: _Optional[_Iterable[_Union[_text_pb2.Ref, _Mapping[str, object]]]] = ..., message: _Optional[str] = ..., waived: bool = ...) -> None: ...

class Coverage(_message.Message):
    __slots__ = ("check_id", "state", "reason")
    CHECK_ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    check_id: str
    state: CoverageState
    reason: str
    def __init__(self, check_id: _Optional[str] = ..., state: _Optional[_Union[CoverageState, str]] = ..., reason: _Optional[str] = ...) -> None: ...

class Patch(_message.Message):
    __slots__ = ("answer_span", "replacement", "reason_id")
    ANSWER_SPAN_FIELD_NUMBER: _ClassVar[int]
    REPLACEMENT_FIELD_NUMBER: _ClassVar[int]
    REASON_ID_FIELD_NUMBER: _ClassVar[int]
    answer_span: _text_pb2.Span
    replacement: str
    reason_id: str
    def __init__(self, answer_span: _Optional[_Union[_text_pb2.Span, _Mapping[str, object]]] = ..., replacement: _Optional[str] = ..., reason_id: _Optional[str] = ...) -> None: ...

class Repair(_message.Message):
    __slots__ = ("patches", "feedback_text")
    PATCHES_FIELD_NUMBER: _ClassVar[int]
    FEEDBACK_TEXT_FIELD_NUMBER: _ClassVar[int]
    patches: _containers.RepeatedCompositeFieldContainer[Patch]
    feedback_text: str
    def __init__(self, patches: _Optional[_Iterable[_Union[Patch, _Mapping[str, object]]]] = ..., feedback_text: _Optional[str] = ...) -> None: ...

class VerdictCount(_message.Message):
    __slots__ = ("verdict", "count")
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    verdict: Verdict
    count: int
    def __init__(self, verdict: _Optional[_Union[Verdict, str]] = ..., count: _Optional[int] = ...) -> None: ...

class QuantityCount(_message.Message):
    __slots__ = ("status", "count")
    STATUS_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    status: QuantityStatus
    count: int
    def __init__(self, status: _Optional[_Union[QuantityStatus, str]] = ..., count: _Optional[int] = ...) -> None: ...

class CitationCount(_message.Message):
    __slots__ = ("status", "count")
    STATUS_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    status: CitationStatus
    count: int
    def __init__(self, status: _Optional[_Union[CitationStatus, str]] = ..., count: _Optional[int] = ...) -> None: ...

class SeverityCount(_message.Message):
    __slots__ = ("severity", "count")
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    severity: Severity
    count: int
    def __init__(self, severity: _Optional[_Union[Severity, str]] = ..., count: _Optional[int] = ...) -> None: ...

class Counts(_message.Message):
    __slots__ = ("claims", "quantities", "citations", "findings")
    CLAIMS_FIELD_NUMBER: _ClassVar[int]
    QUANTITIES_FIELD_NUMBER: _ClassVar[int]
    CITATIONS_FIELD_NUMBER: _ClassVar[int]
    FINDINGS_FIELD_NUMBER: _ClassVar[int]
    claims: _containers.RepeatedCompositeFieldContainer[VerdictCount]
    quantities: _containers.RepeatedCompositeFieldContainer[QuantityCount]
    citations: _containers.RepeatedCompositeFieldContainer[CitationCount]
    findings: _containers.RepeatedCompositeFieldContainer[SeverityCount]
    def __init__(self, claims: _Optional[_Iterable[_Union[VerdictCount, _Mapping[str, object]]]] = ..., quantities: _Optional[_Iterable[_Union[QuantityCount, _Mapping[str, object]]]] = ..., citations: _Optional[_Iterable[_Union[CitationCount, _Mapping[str, object]]]] = ..., findings: _Optional[_Iterable[_Union[SeverityCount, _Mapping[str, object]]]] = ...) -> None: ...
