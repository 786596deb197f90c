"""How much freed memory the process keeps.

glibc gives each of many threads a heap of its own, and each keeps the most that one of its requests has ever needed: a
few large requests on every thread, and the sidecar holds a multiple of what it uses.
"""

from __future__ import annotations

import ctypes

# Of <malloc.h>.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8

_LEAST_HEAPS = 4
_MAPPED_BYTES = 1 << 20  # what is larger goes back as soon as it is freed
_KEPT_BYTES = 4 << 20


def keep_little(threads: int) -> None:
    """Bounds what is kept: two heaps for each thread that computes. Does nothing where the C library is not glibc."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return
    mallopt(_ARENA_MAX, max(_LEAST_HEAPS, 2 * threads))
    mallopt(_MMAP_THRESHOLD, _MAPPED_BYTES)
    mallopt(_TRIM_THRESHOLD, _KEPT_BYTES)
