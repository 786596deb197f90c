"""What the tests of this folder share: an engine that does as the test says, and any request or report there can be."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

import grpc
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from sidecar import model
from sidecar.config import Limits
from sidecar.tables import SourceIndex

WAIT_SECONDS = 30.0
"""Far above what anything here takes; a test that needs it has found a fault."""

PROMISED_LIMITS = Limits()

INFO = model.Info(
    version="1.2.3",
    build="release",
    simd_level="baseline",
    limits=(model.Limit("max-sources", 10_000),),
    checks=(model.CheckInfo("quantities", True), model.CheckInfo("polarity", False)),
    reason_ids=("quantity-wrong-unit",),
    language_codes=("en", "zh"),
    encodings=("o200k_base",),
    quantity_kinds=("money",),
)


def small_report(request: model.Request) -> model.Report:
    """A report that repeats the request's id and its count of sources."""
    return model.Report(
        outcome=model.Outcome.PASS,
        classification=model.Classification(model.AnswerKind.ANSWERED),
        counts=model.Counts(claims=((model.Verdict.SUPPORTED, 1),)),
        coverage=(model.Coverage("quantities", model.CoverageState.RAN),),
        request_id=request.request_id,
        engine_version="1.2.3",
        offset_unit=request.config.offset_unit,
        policy_id=f"sources-{len(request.sources)}",
    )


@dataclass
class FakeEngine:
    """Answers with `behave`; keeps the requests it was asked."""

    behave: Callable[[model.Request], model.Report] = small_report
    requests: list[model.Request] = field(default_factory=list)

    def verify(
        self, request: model.Request, limits: Limits = PROMISED_LIMITS, *, index: SourceIndex | None = None
    ) -> model.Report:
        assert limits.max_claims == PROMISED_LIMITS.max_claims
        self.requests.append(request)
        return self.behave(request)

    def info(self, limits: Limits = PROMISED_LIMITS) -> model.Info:
        return replace(INFO, limits=(model.Limit("max-sources", limits.max_sources),))


def raw_verify(channel: grpc.Channel) -> Callable[..., bytes]:
    """VerifyService.Verify on bytes."""
    method: Callable[..., bytes] = channel.unary_unary("/verify.v1.VerifyService/Verify")
    return method


CALM = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For tests by example: whole requests and reports take long to make, longer still on a busy machine."""

INT32 = st.integers(-(2**31), 2**31 - 1)
PLACES = st.integers(0, 2**31 - 1)
TEXT = st.text(st.characters(codec="utf-8"), max_size=12)


def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Anything that a field of this type can hold on the wire; counts in pairs are at least 1."""
    if hint is model.Span:
        return st.builds(model.Span, PLACES, PLACES)
    if is_dataclass(hint) and isinstance(hint, type):
        hints = typing.get_type_hints(hint)
        return st.builds(hint, **{row.name: values_of(hints[row.name]) for row in fields(hint)})
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return st.one_of(*(st.none() if arm is type(None) else values_of(arm) for arm in typing.get_args(hint)))
    if typing.get_origin(hint) is tuple:
        arms = typing.get_args(hint)
        if arms[-1] is Ellipsis and typing.get_origin(arms[0]) is tuple:
            kind = typing.get_args(arms[0])[0]
            return st.dictionaries(st.sampled_from(kind), st.integers(1, 2**31 - 1), max_size=3).map(
                lambda rows: tuple(rows.items())
            )
        return st.lists(values_of(arms[0]), max_size=2).map(tuple)
    if hint is str:
        return TEXT
    if hint is bool:
        return st.booleans()
    if hint is int:
        return INT32
    if hint is float:
        return st.floats(allow_nan=False)
    return st.sampled_from(hint)
