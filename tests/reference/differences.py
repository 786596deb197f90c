"""One way to say where two readings differ, so that every test fails with the smallest thing to look at."""

from __future__ import annotations

from collections.abc import Sequence


def first_difference(ours: Sequence[object], theirs: Sequence[object], text: str) -> str:
    """What stands at the first place where the product's rows differ from the reference's; "" where they agree."""
    for place in range(max(len(ours), len(theirs))):
        left = ours[place] if place < len(ours) else None
        right = theirs[place] if place < len(theirs) else None
        if left != right:
            return f"row {place}: product {left!r}, reference {right!r} in {text[:400]!r}"
    return ""
