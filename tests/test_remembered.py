"""Results kept by identity: computed once for one object, never mixed up between objects, bounded."""

from __future__ import annotations

import pytest

from sidecar.remembered import MOST_VALUES, by_identity


def test_computed_once_for_each_object_and_not_for_its_equal() -> None:
    seen: list[tuple[int, ...]] = []

    @by_identity
    def total(value: tuple[int, ...]) -> int:
        seen.append(value)
        return sum(value)

    one, equal = (1, 2), tuple(range(1, 3))
    assert one is not equal
    assert [total(one), total(one), total(equal), total(one)] == [3, 3, 3, 3]
    assert len(seen) == 2


def test_what_raises_raises_again() -> None:
    @by_identity
    def refuse(value: list[int]) -> None:
        raise ValueError(len(value))

    value = [1]
    for _ in range(2):
        with pytest.raises(ValueError, match="1"):
            refuse(value)


def test_many_short_lived_objects_are_not_taken_for_one_another() -> None:
    @by_identity
    def first(value: list[int]) -> int:
        return value[0]

    # Each list dies at once, so that the next one may get its place in memory.
    assert [first([number]) for number in range(3 * MOST_VALUES)] == list(range(3 * MOST_VALUES))
