"""The messages of VerifyStream: one answer that is still being written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from sidecar import model
from sidecar.config import Limits
from sidecar.errors import InvalidRequest
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.server import translate
from sidecar.stream import Stream, Verify
from sidecar.tables import SourceIndex
from sidecar.wire import streams

IndexFor: TypeAlias = Callable[[str, model.Config], SourceIndex]


class Growing:
    """One call: takes its messages in order, and gives the replies that each makes due."""

    def __init__(self, verify: Verify, index_for: IndexFor, limits: Limits, defaults: model.Config) -> None:
        """`index_for` gives the index of registered evidence, or raises UnknownEvidence."""
        self._verify = verify
        self._index_for = index_for
        self._limits = limits
        self._defaults = defaults
        self._stream: Stream | None = None

    @property
    def request_id(self) -> str:
        """The caller's own id; "" before the open message."""
        return "" if self._stream is None else self._stream.request_id

    def take(self, data: bytes) -> bytes | None:
        """The serialized reply to one serialized VerifyStreamRequest, if something has become sure.

        Raises InvalidRequest and ResourceExhausted for what ends the call.
        """
        progress = self.advance(translate.stream_request_from_bytes(data, self._limits))
        return None if progress is None else streams.progress_bytes(progress)

    def advance(self, message: verify_service_pb2.VerifyStreamRequest) -> model.Progress | None:
        """The same, of a message that was read."""
        kind = message.WhichOneof("message")
        if kind == "open":
            if self._stream is not None:
                raise _misplaced("open", "a second open message", "open one call for each answer")
            request = translate.request_from_open(message.open, self._limits, self._defaults)
            index = None
            if request.evidence_id and not request.sources:
                index = self._index_for(request.evidence_id, request.config)
                request = replace(request, sources=index.sources, evidence_id="")
            self._stream = Stream(request, self._limits, verify=self._verify, index=index)
            return None
        if kind != "delta":
            raise _misplaced("message", "a message that is neither open nor delta", "set exactly one of them")
        return self._opened("delta").feed(message.delta)

    def end(self) -> list[bytes]:
        """The last serialized replies: the findings that were left, where progress is told, and the report."""
        progress, report = self.finish()
        last = streams.final_bytes(report)
        translate.check_reply_length(len(last), self._limits)
        return [last] if progress is None else [streams.progress_bytes(progress), last]

    def finish(self) -> tuple[model.Progress | None, model.Report]:
        """The same, not yet written."""
        stream = self._opened("open")
        progress, report = stream.finish()
        return (None if stream.view == model.View.VERDICT else progress), report

    def _opened(self, field: str) -> Stream:
        if self._stream is None:
            raise _misplaced(field, "no open message before it", "send open first")
        return self._stream


def _misplaced(field: str, what: str, fix: str) -> InvalidRequest:
    return InvalidRequest(f"the stream has {what}; {fix}", field=field, reason="MISPLACED_MESSAGE", fix=fix)
