"""Exact decimals as text."""

from __future__ import annotations

from fractions import Fraction


def decimal_text(value: Fraction) -> str:
    """A finite decimal written out, without trailing zeros."""
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(abs(int(value * 10**places))).rjust(places + 1, "0")
    point = len(digits) - places
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:point]}.{digits[point:]}" if places else sign + digits
