"""Signals that end a process: the first asks it to, the second makes it. And one that only tells it something.

Python runs handlers in the main thread alone, and the kernel may hand a signal to any thread: one that comes while the
main thread waits for a lock can go unnoticed. So it is read from the descriptor that Python writes to in every case.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Self

_OVER = 0
"""What is read instead of a signal's number once nobody waits for signals any more."""


class Signals:
    """Within the block, these signals do nothing but end `wait`; the second ends the process with 128 plus its number.

    To be entered and left in the main thread.
    """

    def __init__(self, *numbers: signal.Signals, on_hangup: Callable[[], None], on_second: Callable[[], None]) -> None:
        """`on_hangup` is called, in another thread, for each SIGHUP, and `on_second` before the second one ends all."""
        self._numbers = frozenset(int(number) for number in numbers)
        self._on_hangup = on_hangup
        self._on_second = on_second
        self._first = threading.Event()

    def __enter__(self) -> Self:
        self._read_end, self._write_end = os.pipe()
        os.set_blocking(self._write_end, False)
        self._previous_descriptor = signal.set_wakeup_fd(self._write_end)
        self._previous: dict[int, Any] = {
            number: signal.signal(number, _ignored) for number in (*self._numbers, signal.SIGHUP)
        }
        self._reader = threading.Thread(target=self._read, name="signals", daemon=True)
        self._reader.start()
        return self

    def wait(self) -> None:
        """Returns once the first signal has come."""
        self._first.wait()

    def __exit__(self, *_: object) -> None:
        for number, handler in self._previous.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._previous_descriptor)
        os.write(self._write_end, bytes((_OVER,)))
        self._reader.join()
        os.close(self._read_end)
        os.close(self._write_end)

    def _read(self) -> None:
        while (number := os.read(self._read_end, 1)[0]) != _OVER:
            if number == signal.SIGHUP:
                self._on_hangup()
            if number not in self._numbers:
                continue
            if self._first.is_set():
                self._on_second()
                # Not sys.exit: that waits for the threads, which is what the second signal is to cut short.
                os._exit(128 + number)
            self._first.set()


def _ignored(number: int, frame: FrameType | None) -> None:
    """Being there keeps the signal from its default; the descriptor tells of it."""
