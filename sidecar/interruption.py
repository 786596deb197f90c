"""Lets whoever called the engine stop it between its steps: work for a caller who has gone is work for nobody.

The engine passes `checkpoint` between its steps and knows no more of it; a verification is whole, or is not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_CHECK: ContextVar[Callable[[], None] | None] = ContextVar("check", default=None)


def checkpoint() -> None:
    """Raises what the check of the surrounding `interruptible` raises, if there is one and it does."""
    check = _CHECK.get()
    if check is not None:
        check()


@contextmanager
def interruptible(check: Callable[[], None]) -> Iterator[None]:
    """Within the block `check` is called at every checkpoint, and may raise."""
    _CHECK.set(check)
    try:
        yield
    finally:
        _CHECK.set(None)
