"""Results remembered by the identity of a value, where hashing the value costs more than it saves."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

_Value = TypeVar("_Value")
_Result = TypeVar("_Result")

MOST_VALUES = 256


def by_identity(function: Callable[[_Value], _Result]) -> Callable[[_Value], _Result]:
    """`function` of one immutable value, called once for each object while that is remembered.

    Holds the last `MOST_VALUES` objects at most, so that no other can come to have the identity of one of them. What
    raises is not remembered.
    """
    known: dict[int, tuple[_Value, _Result]] = {}

    @wraps(function)
    def remembered(value: _Value) -> _Result:
        entry = known.get(id(value))
        if entry is not None:
            return entry[1]
        result = function(value)
        if len(known) >= MOST_VALUES:
            known.clear()
        known[id(value)] = (value, result)
        return result

    return remembered
