"""What `verify-sidecar bench` can measure, and what of it."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from sidecar.model import View

BATCH_REQUESTS = 64
"""Requests in each message of a batch."""


class Surface(enum.StrEnum):
    """What is asked."""

    ENGINE = "engine"
    UNARY = "unary"
    BATCH = "batch"
    STREAM = "stream"

    @property
    def items(self) -> int:
        """Verifications in one call."""
        return BATCH_REQUESTS if self is Surface.BATCH else 1


class Language(enum.StrEnum):
    """What the material is written in."""

    EN = "en"
    ZH = "zh"


class Size(enum.StrEnum):
    """How much there is: KiB of the whole request, or words of the evidence. Two Chinese characters are one word.

    The least first: 1,000 words have 6 KB, 4,000 words 24 KB.
    """

    KIB_2 = "2KiB"
    WORDS_1K = "1k-words"
    KIB_8 = "8KiB"
    KIB_23 = "23KiB"
    WORDS_4K = "4k-words"
    KIB_64 = "64KiB"
    WORDS_16K = "16k-words"

    @property
    def amount(self) -> int:
        """So many bytes, or so many words."""
        number = int(self.value.removesuffix("KiB").removesuffix("k-words"))
        return number * (1000 if self.in_words else 1024)

    @property
    def in_words(self) -> bool:
        """Whether it counts words of evidence, not bytes of the request."""
        return self.value.endswith("words")


class Evidence(enum.StrEnum):
    """How the evidence comes."""

    INLINE = "inline"
    HANDLE = "handle"


@dataclass(frozen=True, slots=True)
class Case:
    """One line of the table."""

    surface: Surface
    language: Language
    size: Size
    view: View
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Choice:
    """Which cases: all of these together; None is the default of what goes with the others.

    By default the smaller views are measured at 2 KiB alone, and evidence by handle with the full view alone.
    """

    surfaces: tuple[Surface, ...] = tuple(Surface)
    languages: tuple[Language, ...] = tuple(Language)
    sizes: tuple[Size, ...] = tuple(Size)
    views: tuple[View, ...] | None = None
    evidences: tuple[Evidence, ...] | None = None

    def cases(self) -> tuple[Case, ...]:
        """In the order of the tables."""
        return tuple(
            Case(surface, language, size, view, evidence)
            for surface in self.surfaces
            for language in self.languages
            for size in self.sizes
            for view in self.views or (tuple(View) if size is Size.KIB_2 else (View.FULL,))
            for evidence in self.evidences or (tuple(Evidence) if view is View.FULL else (Evidence.INLINE,))
        )


QUICK_SIZES = (Size.KIB_2, Size.KIB_23)
"""What the wanted figures need."""
