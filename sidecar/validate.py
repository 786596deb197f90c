"""What a request must be before the engine looks at it; every fault names the field, the limit and the fix."""

from __future__ import annotations

import datetime
import re
from dataclasses import fields, is_dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from sidecar import lang, tables
from sidecar.checks import CHECK_IDS, REASON_IDS
from sidecar.config import Limits
from sidecar.errors import InvalidRequest, LimitExceeded
from sidecar.model import Config, Request, Source
from sidecar.remembered import by_identity

# The shape of a BCP 47 tag: a language, then scripts, regions and variants.
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


def check(request: Request, limits: Limits, *, sources_checked: bool = False) -> None:
    """Raises InvalidRequest or LimitExceeded for the first fault in the order of the fields."""
    _check_request_id(request.request_id, limits)
    check_unicode("request_id", request.request_id)
    check_unicode("question_text", request.question_text)
    if request.as_of_date:
        _check_date(request.as_of_date)
    _check_answer(request, limits)
    if request.evidence_id:
        _refuse_handle(request)
    if not sources_checked:
        check_sources(request.sources, limits)
    check_config(request.config)


MOST_TEMPLATES = 16
LONGEST_TEMPLATE = 128


def _fault(field: str, reason: str, message: str, fix: str, value: str = "", limit: str = "") -> InvalidRequest:
    return InvalidRequest(f"{field} {message}; {fix}", field=field, reason=reason, limit=limit, value=value, fix=fix)


def _over(field: str, reason: str, what: str, limit: int, value: int, fix: str) -> LimitExceeded:
    return LimitExceeded(
        f"{field} has {value} {what}, the limit is {limit}; {fix}",
        field=field,
        reason=reason,
        limit=str(limit),
        value=str(value),
        fix=fix,
    )


def _check_request_id(request_id: str, limits: Limits) -> None:
    if len(request_id) > limits.max_request_id_characters:
        raise _over(
            "request_id",
            "REQUEST_ID_TOO_LONG",
            "characters",
            limits.max_request_id_characters,
            len(request_id),
            "send a shorter id",
        )
    if request_id and not request_id.isprintable():
        raise _fault(
            "request_id", "REQUEST_ID_NOT_PRINTABLE", "holds a character that is not printable", "leave it out"
        )


def _check_date(text: str) -> None:
    try:
        if len(text) != len("2026-01-31"):
            raise ValueError
        datetime.date.fromisoformat(text)
    except ValueError:
        raise _fault(
            "as_of_date", "BAD_DATE", "is not an ISO date", "write it as 2026-01-31", f"{len(text)} characters"
        ) from None


def check_unicode(field: str, text: str) -> None:
    """Raises InvalidRequest where a text cannot be written as UTF-8, which a lone surrogate cannot."""
    if text.isascii():
        return
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise _fault(
            field,
            "INVALID_UTF8",
            f"holds a lone surrogate at code point {error.start}",
            "send valid Unicode text",
            f"code point {error.start}",
        ) from None


def check_texts(value: object, field: str = "") -> None:
    """Raises InvalidRequest for the first text that is not valid Unicode, in a request or any part of one."""
    if isinstance(value, str):
        check_unicode(field, value)
    elif isinstance(value, tuple):
        for place, item in enumerate(value):
            check_texts(item, f"{field}[{place}]")
    elif is_dataclass(value):
        for part in fields(value):
            check_texts(getattr(value, part.name), f"{field}.{part.name}" if field else part.name)


def _check_answer(request: Request, limits: Limits) -> None:
    if request.answer_text is not None and request.structured_answer is None and request.structured_json is None:
        check_unicode("answer_text", request.answer_text)
        return
    given = [
        name for name in ("answer_text", "structured_answer", "structured_json") if getattr(request, name) is not None
    ]
    if not given:
        raise _fault("answer", "ANSWER_UNSET", "is not set", "set answer_text; an empty text is legal")
    if len(given) > 1:
        raise _fault("answer", "ANSWER_AMBIGUOUS", "is set twice", "set one of them", ", ".join(given))
    if request.structured_json is not None:
        check_unicode("structured_json", request.structured_json)
    if request.structured_answer is not None:
        for number, claim in enumerate(request.structured_answer.claims):
            check_unicode(f"structured_answer.claims[{number}].text", claim.text)
            for place, name in enumerate(claim.citation_ids):
                check_unicode(f"structured_answer.claims[{number}].citation_ids[{place}]", name)
    if request.structured_answer is not None and len(request.structured_answer.claims) > limits.max_claims:
        raise _over(
            "structured_answer.claims",
            "TOO_MANY_CLAIMS",
            "claims",
            limits.max_claims,
            len(request.structured_answer.claims),
            "split the answer",
        )


def _refuse_handle(request: Request) -> None:
    """A server has put the sources in the place of a handle; one that is left has come to the wrong place."""
    if request.sources:
        raise _fault("evidence_id", "EVIDENCE_AMBIGUOUS", "is set beside sources", "send one of the two")
    raise _fault("evidence_id", "EVIDENCE_HANDLES_UNAVAILABLE", "is known to a server alone", "send the sources inline")


def check_sources(sources: tuple[Source, ...], limits: Limits) -> None:
    """Raises InvalidRequest or LimitExceeded for sources that are too many, too long, of one id or with bad strings
    beside their texts; bad texts are found when they are read.
    """
    if not isinstance(sources, tuple):
        raise TypeError(f"sources is a tuple of Source, not a {type(sources).__name__}; write tuple(sources)")
    check_source_count(len(sources), limits)
    characters, repeated, unsound = tables.scan_sources(sources)
    if unsound >= 0 and not 0 <= repeated <= unsound:
        check_texts(replace(sources[unsound], text=""), f"sources[{unsound}]")
    if repeated >= 0:
        raise _repeated_id(sources, repeated)
    if characters > limits.max_evidence_characters:
        raise _over(
            "sources",
            "EVIDENCE_TOO_LONG",
            "characters of text",
            limits.max_evidence_characters,
            characters,
            "send less evidence, or the passages that the answer rests on",
        )


def _repeated_id(sources: tuple[Source, ...], number: int) -> InvalidRequest:
    names = [source.source_id or str(place) for place, source in enumerate(sources[: number + 1], 1)]
    return _fault(
        f"sources[{number}].source_id",
        "DUPLICATE_SOURCE_ID",
        f"is that of sources[{names.index(names[number])}] too",
        "give every source an id of its own",
        names[number][:64],
    )


@by_identity
@lru_cache(maxsize=256)
def check_config(config: Config) -> None:
    """Raises InvalidRequest for the first fault of a configuration; good ones are remembered."""
    for number, check_id in enumerate(config.check_ids):
        if check_id not in CHECK_IDS:
            raise _fault(
                f"config.check_ids[{number}]",
                "UNKNOWN_CHECK",
                f"is no check of this build; known are {', '.join(CHECK_IDS)}",
                "send one of these, or none for all",
            )
    for number, code in enumerate(config.language_codes):
        if not _LANGUAGE_TAG.fullmatch(code) or code.partition("-")[0].lower() not in lang.language_codes():
            raise _fault(
                f"config.language_codes[{number}]",
                "UNKNOWN_LANGUAGE",
                f"names no language of this build; known are {', '.join(lang.language_codes())}",
                "send one of these, with a region or script behind it if you like, or none",
            )
    for number, override in enumerate(config.severity_overrides):
        if override.reason_id not in REASON_IDS:
            raise _fault(
                f"config.severity_overrides[{number}].reason_id",
                "UNKNOWN_REASON",
                f"is no reason of this build; known are {', '.join(REASON_IDS)}",
                "send one of these",
            )
    _check_citation_policy(config)
    sources = config.source_policy
    for field, ratio in (
        ("source_policy.min_match_ratio", sources.min_match_ratio),
        ("source_policy.conclusive_ratio", sources.conclusive_ratio),
        ("not_found_policy.min_match_ratio", config.not_found_policy.min_match_ratio),
        ("claim_policy.supported_ratio", config.claim_policy.supported_ratio),
        ("claim_policy.unsupported_ratio", config.claim_policy.unsupported_ratio),
    ):
        if not 0.0 <= ratio <= 1.0:
            raise _fault(
                f"config.{field}", "OUT_OF_RANGE", "lies outside [0, 1]", "send a share", f"{ratio:g}", "[0, 1]"
            )
    if config.claim_policy.unsupported_ratio > config.claim_policy.supported_ratio:
        raise _fault(
            "config.claim_policy.unsupported_ratio",
            "OUT_OF_RANGE",
            "is above supported_ratio",
            "send a smaller one",
            f"{config.claim_policy.unsupported_ratio:g}",
            f"{config.claim_policy.supported_ratio:g}",
        )
    for field, count in (
        ("source_policy.min_match_count", sources.min_match_count),
        ("source_policy.max_sources", sources.max_sources),
        ("source_policy.window_tokens", sources.window_tokens),
        ("citation_policy.marker_base", config.citation_policy.marker_base),
    ):
        if count < 0:
            raise _fault(f"config.{field}", "OUT_OF_RANGE", "is negative", "send 0 or more", str(count), ">= 0")
    tolerance = config.quantity_policy.relative_tolerance
    try:
        value = Decimal(tolerance)
    except InvalidOperation:
        value = Decimal(-1)
    if not value.is_finite() or value < 0 or value >= 1:
        raise _fault(
            "config.quantity_policy.relative_tolerance",
            "OUT_OF_RANGE",
            "is no decimal in [0, 1)",
            'send "0" for exact',
            tolerance[:32],
            "[0, 1)",
        )


def _check_citation_policy(config: Config) -> None:
    policy = config.citation_policy
    if len(policy.marker_templates) > MOST_TEMPLATES:
        raise _fault(
            "config.citation_policy.marker_templates",
            "TOO_MANY_TEMPLATES",
            "has too many entries",
            "send fewer",
            str(len(policy.marker_templates)),
            str(MOST_TEMPLATES),
        )
    for place, template in enumerate(policy.marker_templates):
        before, braces, after = template.partition("{id}")
        broken = not before or not braces or "{id}" in after or "\n" in template or len(template) > LONGEST_TEMPLATE
        if broken:
            raise _fault(
                f"config.citation_policy.marker_templates[{place}]",
                "BAD_TEMPLATE",
                "is no literal with one {id} behind its first character",
                f'send one line of at most {LONGEST_TEMPLATE} characters, as in "<<{{id}}>>"',
                template[:LONGEST_TEMPLATE],
            )
    share = policy.max_share_per_source
    if share is not None and not 0.0 < share <= 1.0:
        raise _fault(
            "config.citation_policy.max_share_per_source",
            "OUT_OF_RANGE",
            "lies outside (0, 1]",
            "send a share, or leave it out",
            f"{share:g}",
            "(0, 1]",
        )


def check_source_count(count: int, limits: Limits) -> None:
    """Raises LimitExceeded where there are more sources than are allowed; the wire asks before it builds them."""
    if count > limits.max_sources:
        raise _over("sources", "TOO_MANY_SOURCES", "sources", limits.max_sources, count, "send fewer sources")


def check_claim_count(request: Request, count: int, limits: Limits) -> None:
    """Raises LimitExceeded where an answer has more claims than are allowed."""
    if count > limits.max_claims:
        field = "structured_json" if request.structured_json is not None else "answer_text"
        raise _over(field, "TOO_MANY_CLAIMS", "segments", limits.max_claims, count, "split the answer")
