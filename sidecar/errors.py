"""Every exception of verify-sidecar.

::

    SidecarError
    ├── InvalidRequest      the request breaks a rule that its sender can mend (gRPC INVALID_ARGUMENT)
    │   └── LimitExceeded   ... because some count or length is over a limit that concerns content
    ├── UnknownEvidence     evidence_id names nothing that is held, or no longer (gRPC NOT_FOUND)
    ├── ResourceExhausted   the request is too big or too much for this process (gRPC RESOURCE_EXHAUSTED)
    ├── Unavailable         this process can do it no longer, another one may (gRPC UNAVAILABLE)
    ├── AccessRefused       the caller showed no credential, or a wrong one (gRPC UNAUTHENTICATED)
    ├── UnreadableDocument  a file given as evidence cannot be read as text
    ├── ConfigurationError  a setting of the process is wrong; raised at start only
    ├── BenchmarkError      what was measured gave a wrong result, or cannot be measured here
    └── NativeError         the compiled core and its Python face disagree; a broken build

Each message names the field, the limit, the value seen and the fix. No message holds a character of an
answer or of evidence.
"""

from __future__ import annotations


class SidecarError(Exception):
    """Base of every error raised on purpose by this package."""


class RequestError(SidecarError):
    """An error that is reported to the caller with the place and the way out.

    Attributes:
        field: path of the field at fault in the request, as in protobuf text (`sources[3].source_id`).
        reason: UPPER_SNAKE word that stays the same between releases.
        limit: the bound that was broken, or "" where there is none.
        value: what was seen instead, never text of an answer or of evidence.
        fix: what the caller can do.
    """

    def __init__(
        self, message: str, *, field: str, reason: str, limit: str = "", value: str = "", fix: str = ""
    ) -> None:
        super().__init__(message)
        self.field = field
        self.reason = reason
        self.limit = limit
        self.value = value
        self.fix = fix


class InvalidRequest(RequestError):
    """The request breaks a rule of the contract."""


class LimitExceeded(InvalidRequest):
    """A count or length of the request's content is over its limit."""


class UnknownEvidence(RequestError):
    """The evidence of a handle is not held: never registered, deleted, or gone to make room."""


class ResourceExhausted(RequestError):
    """The message, or what the process holds already, is too big."""


class Unavailable(RequestError):
    """This process can do it no longer; another one, or its successor, may."""


class AccessRefused(RequestError):
    """The surface is guarded and the caller may not use it."""


class UnreadableDocument(SidecarError):
    """A file given as evidence has no text that can be read; the message names the file and the page."""


class ConfigurationError(SidecarError):
    """A setting of the process is wrong."""


class BenchmarkError(SidecarError):
    """What was measured gave a wrong result, or cannot be measured here."""


class NativeError(SidecarError):
    """The compiled core does not fit the Python around it; rebuild the package."""
