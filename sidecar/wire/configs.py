"""Config and its policies. Every scalar has presence: what is absent takes the default that is handed in."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

from sidecar import model
from sidecar.errors import InvalidRequest
from sidecar.pb.verify.v1 import config_pb2
from sidecar.wire.enums import E, member_or, member_or_refuse
from sidecar.wire.messages import writer

DEFAULTS = model.Config()
"""What a server takes where a request says nothing."""

_MAX_KEPT_BYTES = 1024
_POLICIES = ("citation_policy", "quantity_policy", "source_policy", "not_found_policy", "claim_policy")

_write = writer(config_pb2.Config.DESCRIPTOR)

Policy = TypeVar(
    "Policy",
    model.CitationPolicy,
    model.QuantityPolicy,
    model.SourcePolicy,
    model.NotFoundPolicy,
    model.ClaimPolicy,
)


def config_message(config: model.Config) -> config_pb2.Config:
    """The message with every field set; `max_share_per_source` stays absent where it is off."""
    return config_pb2.Config.FromString(_write(config))


def changes_message(config: model.Config) -> config_pb2.Config | None:
    """The message with only those fields set that are not at their default, so that a server's policy fills in the
    rest; None where none is.
    """
    if config == DEFAULTS:
        return None
    message = config_message(config)
    for field in message.DESCRIPTOR.fields:
        value, default = getattr(config, field.name), getattr(DEFAULTS, field.name)
        if value == default:
            message.ClearField(field.name)
        elif field.name in _POLICIES:
            policy = getattr(message, field.name)
            for part in policy.DESCRIPTOR.fields:
                if getattr(value, part.name) == getattr(default, part.name):
                    policy.ClearField(part.name)
    return message


def config_from_request(message: config_pb2.Config, defaults: model.Config) -> model.Config:
    """The model's Config of a request.

    Raises InvalidRequest, which names the field, for a field that this version does not know, at any depth, and for an
    unknown value of an enum. A config that was read before costs next to nothing, as callers send the same few.
    """
    return config_from_bytes(message.SerializeToString(deterministic=True), defaults)


def config_from_bytes(data: bytes, defaults: model.Config) -> model.Config:
    """The same of a serialized Config. Raises google.protobuf.message.DecodeError where it is none."""
    if len(data) > _MAX_KEPT_BYTES:
        return _read(config_pb2.Config.FromString(data), defaults)
    return _kept(data) if defaults is DEFAULTS else _kept_over(data, defaults)


@lru_cache(maxsize=256)
def _kept(data: bytes) -> model.Config:
    return _read(config_pb2.Config.FromString(data), DEFAULTS)


@lru_cache(maxsize=256)
def _kept_over(data: bytes, defaults: model.Config) -> model.Config:
    """Apart from `_kept`, as hashing a configuration takes microseconds, which most servers need not spend."""
    return _read(config_pb2.Config.FromString(data), defaults)


def _read(message: config_pb2.Config, defaults: model.Config) -> model.Config:
    _refuse_unknown_fields(message, "config")
    overrides = tuple(
        model.SeverityOverride(
            row.reason_id,
            member_or_refuse(model.Severity, row.severity, f"config.severity_overrides[{place}].severity"),
        )
        for place, row in enumerate(message.severity_overrides)
    )
    return _config_from(message, defaults, overrides, strict=True)


def config_from_reply(message: config_pb2.Config) -> model.Config:
    """The model's Config of a reply; what a newer server says beyond this version's words is left out."""
    overrides = tuple(
        model.SeverityOverride(row.reason_id, member_or(model.Severity, row.severity, model.Severity.WARNING))
        for row in message.severity_overrides
    )
    return _config_from(message, DEFAULTS, overrides, strict=False)


def _config_from(
    message: config_pb2.Config,
    defaults: model.Config,
    overrides: tuple[model.SeverityOverride, ...],
    *,
    strict: bool,
) -> model.Config:
    def chosen(number: int, field: str, default: E) -> E:
        """An enum that has presence; UNSPECIFIED is the same as absent."""
        if number == 0:
            return default
        kind = type(default)
        return member_or_refuse(kind, number, field) if strict else member_or(kind, number, default)

    policies: dict[str, Any] = {
        name: _overlaid(getattr(defaults, name), getattr(message, name)) for name in _POLICIES if message.HasField(name)
    }
    if "citation_policy" in policies:
        policies["citation_policy"] = replace(
            policies["citation_policy"],
            marker_kind=chosen(
                message.citation_policy.marker_kind,
                "config.citation_policy.marker_kind",
                defaults.citation_policy.marker_kind,
            ),
        )
    wants = {
        name: getattr(message, name)
        for name in ("want_repair", "want_rendering", "want_digest", "want_effective_config")
        if message.HasField(name)
    }
    return replace(
        defaults,
        check_ids=tuple(message.check_ids) or defaults.check_ids,
        offset_unit=chosen(message.offset_unit, "config.offset_unit", defaults.offset_unit),
        language_codes=tuple(message.language_codes) or defaults.language_codes,
        severity_overrides=overrides or defaults.severity_overrides,
        waivers=tuple(message.waivers) or defaults.waivers,
        view=chosen(message.view, "config.view", defaults.view),
        **policies,
        **wants,
    )


def _overlaid(policy: Policy, message: Message) -> Policy:
    """`policy` with every field that the message has; field names are the same on both sides, a test compares them."""
    changes: dict[str, Any] = {
        field.name: tuple(value) if field.name == "marker_templates" else value for field, value in message.ListFields()
    }
    return replace(policy, **changes)


def _refuse_unknown_fields(message: Message, path: str) -> None:
    unknown = UnknownFieldSet(message)
    if len(unknown):
        number = unknown[0].field_number
        raise InvalidRequest(
            f"{path} has the unknown field number {number}",
            field=f"{path}.{number}",
            reason="UNKNOWN_FIELD",
            value=f"field number {number}",
            fix="leave the field out, send it with the type of the schema, or use a server that knows it",
        )
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if isinstance(value, Message):
            _refuse_unknown_fields(value, f"{path}.{field.name}")
        else:
            for place, item in enumerate(value):
                _refuse_unknown_fields(item, f"{path}.{field.name}[{place}]")
