"""What a build is and can do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit of this process: `limit_id` as in docs, "max-message-bytes", and its value, which is still allowed."""

    limit_id: str
    value: int


@dataclass(frozen=True, slots=True)
class CheckInfo:
    """One check that a request may name, and whether this build can run it."""

    check_id: str
    implemented: bool


@dataclass(frozen=True, slots=True)
class Info:
    """What this build is and can do. `build` and `simd_level` are names, "release" and "avx2" for example."""

    version: str
    build: str
    simd_level: str
    limits: tuple[Limit, ...] = ()
    checks: tuple[CheckInfo, ...] = ()
    reason_ids: tuple[str, ...] = ()
    language_codes: tuple[str, ...] = ()
    encodings: tuple[str, ...] = ()
    quantity_kinds: tuple[str, ...] = ()
