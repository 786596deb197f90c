"""Numbers of the wire to members of the model's enums."""

from __future__ import annotations

import enum
from typing import TypeVar

from sidecar.errors import InvalidRequest

E = TypeVar("E", bound=enum.IntEnum)


def member_or_refuse(kind: type[E], number: int, field: str) -> E:
    """The member of `kind` with this number. Raises InvalidRequest that names `field` when there is none."""
    try:
        return kind(number)
    except ValueError:
        known = ", ".join(f"{member.name} ({member.value})" for member in kind)
        raise InvalidRequest(
            f"{field} has the unknown value {number}; known are {known}",
            field=field,
            reason="UNKNOWN_ENUM_VALUE",
            limit=known,
            value=str(number),
            fix="use one of the known values, or a server that knows this one",
        ) from None


def member_or(kind: type[E], number: int, fallback: E) -> E:
    """The member of `kind` with this number, or `fallback`: how a client reads what a newer server sends."""
    try:
        return kind(number)
    except ValueError:
        return fallback
