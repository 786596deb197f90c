from sidecar.pb.verify.v1 import report_pb2 as _report_pb2
from sidecar.pb.verify.v1 import text_pb2 as _text_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class View(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VIEW_UNSPECIFIED: _ClassVar[View]
    VIEW_VERDICT: _ClassVar[View]
    VIEW_FINDINGS: _ClassVar[View]
    VIEW_FULL: _ClassVar[View]

class MarkerKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MARKER_KIND_UNSPECIFIED: _ClassVar[MarkerKind]
    MARKER_KIND_ANY: _ClassVar[MarkerKind]
    MARKER_KIND_NUMBER: _ClassVar[MarkerKind]
    MARKER_KIND_ID: _ClassVar[MarkerKind]
VIEW_UNSPECIFIED: View
VIEW_VERDICT: View
VIEW_FINDINGS: View
VIEW_FULL: View
MARKER_KIND_UNSPECIFIED: MarkerKind
MARKER_KIND_ANY: MarkerKind
MARKER_KIND_NUMBER: MarkerKind
MARKER_KIND_ID: MarkerKind

class CitationPolicy(_message.Message):
    __slots__ = ("required", "marker_base", "marker_kind", "marker_templates", "max_share_per_source")
    REQUIRED_FIELD_NUMBER: _ClassVar[int]
    MARKER_BASE_FIELD_NUMBER: _ClassVar[int]
    MARKER_KIND_FIELD_NUMBER: _ClassVar[int]
    MARKER_TEMPLATES_FIELD_NUMBER: _ClassVar[int]
    MAX_SHARE_PER_SOURCE_FIELD_NUMBER: _ClassVar[int]
    required: bool
    marker_base: int
    marker_kind: MarkerKind
    marker_templates: _containers.RepeatedScalarFieldContainer[str]
    max_share_per_source: float
    def __init__(self, required: bool = ..., marker_base: _Optional[int] = ..., marker_kind: _Optional[_Union[MarkerKind, str]] = ..., marker_templates: _Optional[_Iterable[str]] = ..., max_share_per_source: _Optional[float] = ...) -> None: ...

class QuantityPolicy(_message.Message):
    __slots__ = ("allow_rounding", "allow_conversion", "allow_derivation", "relative_tolerance")
    ALLOW_ROUNDING_FIELD_NUMBER: _ClassVar[int]
    ALLOW_CONVERSION_FIELD_NUMBER: _ClassVar[int]
    ALLOW_DERIVATION_FIELD_NUMBER: _ClassVar[int]
    RELATIVE_TOLERANCE_FIELD_NUMBER: _ClassVar[int]
    allow_rounding: bool
    allow_conversion: bool
    allow_derivation: bool
    relative_tolerance: str
    def __init__(self, allow_rounding: bool = ..., allow_conversion: bool = ..., allow_derivation: bool = ..., relative_tolerance: _Optional[str] = ...) -> None: ...

class SourcePolicy(_message.Message):
    __slots__ = ("min_match_ratio", "min_match_count", "conclusive_ratio", "max_sources", "window_tokens")
    MIN_MATCH_RATIO_FIELD_NUMBER: _ClassVar[int]
    MIN_MATCH_COUNT_FIELD_NUMBER: _ClassVar[int]
    CONCLUSIVE_RATIO_FIELD_NUMBER: _ClassVar[int]
    MAX_SOURCES_FIELD_NUMBER: _ClassVar[int]
    WINDOW_TOKENS_FIELD_NUMBER: _ClassVar[int]
    min_match_ratio: float
    min_match_count: int
    conclusive_ratio: float
    max_sources: int
    window_tokens: int
    def __init__(self, min_match_ratio: _Optional[float] = ..., min_match_count: _Optional[int] = ..., conclusive_ratio: _Optional[float] = ..., max_sources: _Optional[int] = ..., window_tokens: _Optional[int] = ...) -> None: ...

class NotFoundPolicy(_message.Message):
    __slots__ = ("min_match_ratio",)
    MIN_MATCH_RATIO_FIELD_NUMBER: _ClassVar[int]
    min_match_ratio: float
    def __init__(self, min_match_ratio: _Optional[float] = ...) -> None: ...

class ClaimPolicy(_message.Message):
    __slots__ = ("supported_ratio", "unsupported_ratio")
    SUPPORTED_RATIO_FIELD_NUMBER: _ClassVar[int]
    UNSUPPORTED_RATIO_FIELD_NUMBER: _ClassVar[int]
    supported_ratio: float
    unsupported_ratio: float
    def __init__(self, supported_ratio: _Optional[float] = ..., unsupported_ratio: _Optional[float] = ...) -> None: ...

class SeverityOverride(_message.Message):
    __slots__ = ("reason_id", "severity")
    REASON_ID_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    reason_id: str
    severity: _report_pb2.Severity
    def __init__(self, reason_id: _Optional[str] = ..., severity: _Optional[_Union[_report_pb2.Severity, str]] = ...) -> None: ...

class Config(_message.Message):
    __slots__ = ("check_ids", "offset_unit", "language_codes", "citation_policy", "quantity_policy", "source_policy", "not_found_policy", "claim_policy", "severity_overrides", "waivers", "view", "want_repair", "want_rendering", "want_digest", "want_effective_config")
    CHECK_IDS_FIELD_NUMBER: _ClassVar[int]
    OFFSET_UNIT_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_CODES_FIELD_NUMBER: _ClassVar[int]
    CITATION_POLICY_FIELD_NUMBER: _ClassVar[int]
    QUANTITY_POLICY_FIELD_NUMBER: _ClassVar[int]
    SOURCE_POLICY_FIELD_NUMBER: _ClassVar[int]
    NOT_FOUND_POLICY_FIELD_NUMBER: _ClassVar[int]
    CLAIM_POLICY_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_OVERRIDES_FIELD_NUMBER: _ClassVar[int]
    WAIVERS_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    WANT_REPAIR_FIELD_NUMBER: _ClassVar[int]
    WANT_RENDERING_FIELD_NUMBER: _ClassVar[int]
    WANT_DIGEST_FIELD_NUMBER: _ClassVar[int]
    WANT_EFFECTIVE_CONFIG_FIELD_NUMBER: _ClassVar[int]
    check_ids: _containers.RepeatedScalarFieldContainer[str]
    offset_unit: _text_pb2.OffsetUnit
    language_codes: _containers.RepeatedScalarFieldContainer[str]
    citation_policy: CitationPolicy
    quantity_policy: QuantityPolicy
    source_policy: SourcePolicy
    not_found_policy: NotFoundPolicy
    claim_policy: ClaimPolicy
    severity_overrides: _containers.RepeatedCompositeFieldContainer[SeverityOverride]
    waivers: _containers.RepeatedScalarFieldContainer[str]
    view: View
    want_repair: bool
    want_rendering: bool
    want_digest: bool
    want_effective_config: bool
    def __init__(self, check_ids: _Optional[_Iterable[str]] = ..., offset_unit: _Optional[_Union[_text_pb2.OffsetUnit, str]] = ..., language_codes: _Optional[_Iterable[str]] = ..., citation_policy: _Optional[_Union[CitationPolicy, _Mapping[str, object]]] = ..., quantity_policy: _Optional[_Union[QuantityPolicy, _Mapping[str, object]]] = ..., source_policy: _Optional[_Union[SourcePolicy, _Mapping[str, object]]] = ..., not_found_policy: _Optional[_Union[NotFoundPolicy, _Mapping[str, object]]] = ..., claim_policy: _Optional[_Union[ClaimPolicy, _Mapping[str, object]]] = ..., severity_overrides: _Optional[_Iterable[_Union[SeverityOverride, _Mapping[str, object]]]] = ..., waivers: _Optional[_Iterable[str]] = ..., view: _Optional[_Union[View, str]] = ..., want_repair: bool = ..., want_rendering: bool = ..., want_digest: bool = ..., want_effective_config: bool = ...) -> None: ...
