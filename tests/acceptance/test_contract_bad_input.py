"""Bad input is refused with the field, a reason, the limit and the fix, and with no word of answer or evidence."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pytest

from sidecar import (
    CitationPolicy,
    ClaimPolicy,
    Config,
    InvalidRequest,
    LimitExceeded,
    Outcome,
    QuantityPolicy,
    Request,
    Source,
    StructuredAnswer,
    StructuredClaim,
    verify,
)
from sidecar.config import Limits
from sidecar.model import NotFoundPolicy, Severity, SeverityOverride, SourcePolicy

GOOD = Request("The secretpassage costs 12 euros.", (Source("a", "The secretpassage costs 12 euros."),))
SECRET = "secretpassage"
"""Stands in every text of these requests: no error may repeat it."""

DEFAULT = Limits()


@dataclass(frozen=True, slots=True)
class Bad:
    """A request, and the error that it must meet."""

    id: str
    request: Request
    field: str
    reason: str
    limit: str = ""
    value: str | None = None
    limits: Limits = DEFAULT


def _request(**changes: Any) -> Request:
    return Request(**{"answer_text": GOOD.answer_text, "sources": GOOD.sources, **changes})


def _config(**changes: Any) -> Request:
    return _request(config=Config(**changes))


def _structured(text: str) -> Request:
    return _request(answer_text=None, structured_json=text)


def _outside(field: str, limit: str, value: str | None, policy: object) -> Bad:
    """A policy with one field outside its limit; `field` is its path in the configuration."""
    request = _config(**{field.split(".", maxsplit=1)[0]: policy})
    return Bad(f"{field} {value}", request, "config." + field, "OUT_OF_RANGE", limit, value)


ANSWERS = (
    Bad("no answer", _request(answer_text=None), "answer", "ANSWER_UNSET"),
    Bad("two answers", _request(structured_answer=StructuredAnswer()), "answer", "ANSWER_AMBIGUOUS"),
    Bad("text and json", _request(structured_json="{}"), "answer", "ANSWER_AMBIGUOUS"),
    Bad("broken json", _structured('{"claims": [secretpassage'), "structured_json", "BAD_STRUCTURED_JSON"),
    Bad("empty json", _structured(""), "structured_json", "BAD_STRUCTURED_JSON"),
    Bad("a list", _structured('["secretpassage"]'), "structured_json", "BAD_STRUCTURED_JSON"),
    Bad("unknown member", _structured('{"claims": [], "secretpassage": 1}'), "structured_json", "BAD_STRUCTURED_JSON"),
    Bad(
        "claim without text",
        _structured('{"claims": [{"citation_ids": ["a"]}]}'),
        "structured_json",
        "BAD_STRUCTURED_JSON",
    ),
    Bad("text is a number", _structured('{"claims": [{"text": 12}]}'), "structured_json", "BAD_STRUCTURED_JSON"),
    Bad(
        "id is a number",
        _structured('{"claims": [{"text": "x", "citation_ids": [1]}]}'),
        "structured_json",
        "BAD_STRUCTURED_JSON",
    ),
    Bad(
        "flag is a word",
        _structured('{"insufficient_evidence": "secretpassage"}'),
        "structured_json",
        "BAD_STRUCTURED_JSON",
    ),
    Bad("deep json", _structured("[" * 100_000), "structured_json", "BAD_STRUCTURED_JSON"),
)
TEXTS = (
    Bad("answer", _request(answer_text="secretpassage \ud800"), "answer_text", "INVALID_UTF8"),
    Bad("question", _request(question_text="secretpassage \udfff"), "question_text", "INVALID_UTF8"),
    Bad(
        "source",
        _request(sources=(Source("a", "ok"), Source("b", "secretpassage \ud800"))),
        "sources[1].text",
        "INVALID_UTF8",
    ),
    Bad(
        "title",
        _request(sources=(Source("a", "ok", title="secretpassage \ud800"),)),
        "sources[0].title",
        "INVALID_UTF8",
    ),
    Bad("source id", _request(sources=(Source("a\ud800", "ok"),)), "sources[0].source_id", "INVALID_UTF8"),
    Bad("uri", _request(sources=(Source("a", "ok", uri="x\ud800"),)), "sources[0].uri", "INVALID_UTF8"),
    Bad(
        "structured claim",
        _request(
            answer_text=None,
            structured_answer=StructuredAnswer((StructuredClaim("x"), StructuredClaim("secretpassage \ud800"))),
        ),
        "structured_answer.claims[1].text",
        "INVALID_UTF8",
    ),
)
IDENTITY = (
    Bad("long id", _request(request_id="x" * 129), "request_id", "REQUEST_ID_TOO_LONG", "128", "129"),
    Bad("line feed in id", _request(request_id="a\nb"), "request_id", "REQUEST_ID_NOT_PRINTABLE"),
    Bad("date in words", _request(as_of_date="yesterday"), "as_of_date", "BAD_DATE"),
    Bad("no such day", _request(as_of_date="2026-02-30"), "as_of_date", "BAD_DATE"),
    Bad("date without dashes", _request(as_of_date="20260228"), "as_of_date", "BAD_DATE"),
)
SOURCES = (
    Bad(
        "same id",
        _request(sources=(Source("a", "x"), Source("b", "y"), Source("a", "z"))),
        "sources[2].source_id",
        "DUPLICATE_SOURCE_ID",
    ),
    Bad(
        "same as a place",
        _request(sources=(Source("2", "x"), Source("", "y"))),
        "sources[1].source_id",
        "DUPLICATE_SOURCE_ID",
    ),
    Bad("handle beside sources", _request(evidence_id="h"), "evidence_id", "EVIDENCE_AMBIGUOUS"),
    Bad(
        "too many sources",
        _request(sources=tuple(Source(str(number), "x") for number in range(4))),
        "sources",
        "TOO_MANY_SOURCES",
        "3",
        "4",
        Limits(max_sources=3),
    ),
    Bad(
        "too much text",
        _request(sources=(Source("a", "é" * 6), Source("b", "é" * 5))),
        "sources",
        "EVIDENCE_TOO_LONG",
        "10",
        "11",
        Limits(max_evidence_characters=10),
    ),
    Bad(
        "too many segments",
        _request(answer_text="Red cats sleep. Blue cats run. Grey cats eat."),
        "answer_text",
        "TOO_MANY_CLAIMS",
        "2",
        "3",
        Limits(max_claims=2),
    ),
    Bad(
        "too many structured claims",
        _request(answer_text=None, structured_answer=StructuredAnswer((StructuredClaim("x"),) * 3)),
        "structured_answer.claims",
        "TOO_MANY_CLAIMS",
        "2",
        "3",
        Limits(max_claims=2),
    ),
    Bad(
        "too many claims in json",
        _structured('{"claims": [{"text": "x"}, {"text": "y"}, {"text": "z"}]}'),
        "structured_json",
        "TOO_MANY_CLAIMS",
        "2",
        "3",
        Limits(max_claims=2),
    ),
)
CONFIGS = (
    Bad("language", _config(language_codes=("en", "sv")), "config.language_codes[1]", "UNKNOWN_LANGUAGE"),
    Bad("language tag", _config(language_codes=("zh_CN",)), "config.language_codes[0]", "UNKNOWN_LANGUAGE"),
    Bad("check", _config(check_ids=("words", "secretpassage")), "config.check_ids[1]", "UNKNOWN_CHECK"),
    Bad(
        "reason",
        _config(severity_overrides=(SeverityOverride("secretpassage", Severity.INFO),)),
        "config.severity_overrides[0].reason_id",
        "UNKNOWN_REASON",
    ),
    _outside("citation_policy.max_share_per_source", "(0, 1]", "1.5", CitationPolicy(max_share_per_source=1.5)),
    _outside("citation_policy.max_share_per_source", "(0, 1]", "0", CitationPolicy(max_share_per_source=0.0)),
    _outside("citation_policy.marker_base", ">= 0", "-1", CitationPolicy(marker_base=-1)),
    _outside("source_policy.min_match_ratio", "[0, 1]", "1.01", SourcePolicy(min_match_ratio=1.01)),
    _outside("source_policy.conclusive_ratio", "[0, 1]", "nan", SourcePolicy(conclusive_ratio=math.nan)),
    _outside("source_policy.max_sources", ">= 0", "-3", SourcePolicy(max_sources=-3)),
    _outside("not_found_policy.min_match_ratio", "[0, 1]", "-0.1", NotFoundPolicy(-0.1)),
    _outside("claim_policy.supported_ratio", "[0, 1]", "inf", ClaimPolicy(math.inf, 0.1)),
    _outside("claim_policy.unsupported_ratio", "0.2", "0.6", ClaimPolicy(0.2, 0.6)),
    _outside("quantity_policy.relative_tolerance", "", None, QuantityPolicy(relative_tolerance="little")),
    _outside("quantity_policy.relative_tolerance", "", None, QuantityPolicy(relative_tolerance="-0.1")),
    _outside("quantity_policy.relative_tolerance", "", None, QuantityPolicy(relative_tolerance="NaN")),
)


@pytest.mark.parametrize("bad", ANSWERS + TEXTS + IDENTITY + SOURCES + CONFIGS, ids=lambda bad: bad.id)
def test_refused(bad: Bad) -> None:
    with pytest.raises(InvalidRequest) as caught:
        verify(bad.request, bad.limits)
    error = caught.value
    assert (error.field, error.reason) == (bad.field, bad.reason)
    if bad.limit:
        assert error.limit == bad.limit
    if bad.value is not None:
        assert error.value == bad.value
    assert error.fix
    for text in (str(error), error.field, error.value, error.limit, error.fix):
        assert SECRET not in text
        text.encode()
    assert error.field in str(error) and error.fix in str(error)
    assert isinstance(error, LimitExceeded) == (bad.reason.startswith("TOO_MANY") or bad.reason.endswith("TOO_LONG"))
    assert error.__cause__ is None and (error.__context__ is None or error.__suppress_context__), (
        "a cause may hold text"
    )
    assert verify(GOOD).outcome == Outcome.PASS, "the next request is served"


@pytest.mark.parametrize(
    ("request_", "limits"),
    [
        (_request(request_id="x" * 128), Limits()),
        (_request(request_id="Größe 7 订单"), Limits()),
        (_request(as_of_date="2028-02-29"), Limits()),
        (_request(answer_text=""), Limits()),
        (_structured('{"claims": []}'), Limits()),
        (_request(sources=(Source("a", "é" * 5), Source("b", "é" * 5))), Limits(max_evidence_characters=10)),
        (_request(sources=(Source("a", "x"), Source("b", "x"))), Limits(max_sources=2)),
        (_request(answer_text="Red cats sleep. Blue cats run."), Limits(max_claims=2)),
        (_config(source_policy=SourcePolicy(0.0, 0, 1.0, 0, 0)), Limits()),
        (_config(claim_policy=ClaimPolicy(0.5, 0.5)), Limits()),
        (_config(waivers=("no-such-finding",)), Limits()),
        (_config(language_codes=("EN", "zh-Hant-TW")), Limits()),
        (_config(citation_policy=CitationPolicy(max_share_per_source=1.0)), Limits()),
    ],
)
def test_the_last_value_that_is_allowed_is_served(request_: Request, limits: Limits) -> None:
    assert verify(request_, limits).outcome in Outcome


def test_defaults_are_those_of_the_contract() -> None:
    limits = Limits()
    assert (limits.max_message_bytes, limits.max_sources) == (16 << 20, 10_000)
    assert (limits.max_evidence_characters, limits.max_claims) == (8 << 20, 2_000)
    config = Config()
    assert (config.source_policy.min_match_ratio, config.source_policy.min_match_count) == (0.25, 3)
    assert (config.source_policy.conclusive_ratio, config.source_policy.max_sources) == (0.75, 3)
    assert (config.source_policy.window_tokens, config.not_found_policy.min_match_ratio) == (10, 0.25)
    assert (config.citation_policy.required, config.citation_policy.marker_base) == (False, 1)
    policy = config.quantity_policy
    assert (policy.allow_rounding, policy.allow_conversion, policy.allow_derivation) == (True, True, True)
    assert policy.relative_tolerance == "0"
