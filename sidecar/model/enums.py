"""The closed sets of a verification. Members carry the numbers of `proto/verify/v1`; a test compares them."""

from __future__ import annotations

import enum


class _Named(enum.IntEnum):
    """Compares as its number and is written as its name: `f"{Outcome.PASS}"` is PASS on every version of Python."""

    def __str__(self) -> str:
        return self.name

    def __format__(self, form: str) -> str:
        return format(self.name, form)


class OffsetUnit(_Named):
    """The unit in which a report's spans count."""

    UTF8_BYTES = 1
    UTF16_CODE_UNITS = 2
    CODE_POINTS = 3


class View(_Named):
    """How much of a report is built and sent."""

    VERDICT = 1
    FINDINGS = 2
    FULL = 3


class MarkerKind(_Named):
    """Which citation markers count: any, numbers only, ids only."""

    ANY = 1
    NUMBER = 2
    ID = 3


class Outcome(_Named):
    """The judgement of the whole answer (table B2)."""

    PASS = 1
    FAIL = 2
    ABSTAIN = 3
    REVIEW = 4


class Verdict(_Named):
    """The judgement of one claim (list B1)."""

    SUPPORTED = 1
    UNSUPPORTED = 2
    CONTRADICTED = 3
    ABSTENTION = 4
    NOT_A_CLAIM = 5
    UNVERIFIABLE = 6


class QuantityStatus(_Named):
    """What the evidence says of one quantity of the answer."""

    SUPPORTED = 1
    ROUNDED = 2
    CONVERTED = 3
    DERIVED = 4
    NOT_IN_EVIDENCE = 5
    WRONG_UNIT = 6
    WRONG_SIGN = 7
    WRONG_CONTEXT = 8
    WRONG_SOURCE = 9
    FROM_QUESTION = 10
    IGNORED = 11
    UNVERIFIABLE = 12


class CitationStatus(_Named):
    """What one citation marker is worth."""

    OK = 1
    OUT_OF_RANGE = 2
    UNSUPPORTED = 3
    WRONG_SOURCE = 4
    MALFORMED = 5
    UNVERIFIABLE = 6


class QuoteStatus(_Named):
    """How a quotation compares with its source."""

    VERBATIM = 1
    TYPOGRAPHIC = 2
    ELIDED = 3
    ALTERED = 4
    STITCHED = 5
    MISATTRIBUTED = 6
    NOT_FOUND = 7
    UNVERIFIABLE = 8


class AnswerKind(_Named):
    """What kind of answer the whole is."""

    ANSWERED = 1
    PARTIAL = 2
    NOT_FOUND = 3
    EMPTY = 4
    UNDETERMINED = 5


class Severity(_Named):
    """How much a finding weighs; ERROR makes FAIL, WARNING makes REVIEW."""

    INFO = 1
    WARNING = 2
    ERROR = 3


class LikelyCause(_Named):
    """Where the fault probably arose; NONE where a finding is no fault."""

    NONE = 0
    RETRIEVAL = 1
    GENERATION = 2
    CITATION = 3


class CoverageState(_Named):
    """Whether a check was run."""

    RAN = 1
    SKIPPED = 2
    TRUNCATED = 3
    UNAVAILABLE = 4


class Vote(_Named):
    """What one test of "not found" says."""

    FOUND = 1
    NOT_FOUND = 2
    NO_OPINION = 3
