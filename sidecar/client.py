"""A typed client of the gRPC service, for threads and for asyncio, on the dataclasses of `sidecar.model`.

    with Client("127.0.0.1:50051") as client:
        report = client.verify(Request(answer_text="...", sources=(Source("1", "..."),)))

Evidence that many answers are checked against is registered once:

    with Client("127.0.0.1:50051") as client:
        evidence = client.register_evidence((Source("1", "..."),))
        report = client.verify(Request(answer_text="..."), evidence=evidence)

What the server refuses comes back as the same exception that the engine raises in process: InvalidRequest,
LimitExceeded, ResourceExhausted, UnknownEvidence or Unavailable. Every other failure (server away, deadline passed,
internal error) is grpc's own RpcError. A report of a newer server is read to the careful side: see
`sidecar.wire.report_reader`.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Self, cast

import grpc
import grpc.aio
from google.rpc import error_details_pb2  # type: ignore[import-untyped]  # ships stubs, lacks the marker
from grpc_status import rpc_status

from sidecar import model
from sidecar.chunks import text_of
from sidecar.errors import InvalidRequest, LimitExceeded, RequestError, ResourceExhausted, Unavailable, UnknownEvidence
from sidecar.pb.verify.v1 import info_service_pb2
from sidecar.wire.batches import in_messages, results_from_bytes
from sidecar.wire.evidences import deletion_bytes, evidence_bytes, evidence_id_from
from sidecar.wire.infos import info_from
from sidecar.wire.report_reader import report_from_bytes
from sidecar.wire.requests import request_bytes
from sidecar.wire.streams import delta_bytes, open_bytes, request_messages, response_from_bytes

_VERIFY = "/verify.v1.VerifyService/Verify"
_BATCH_VERIFY = "/verify.v1.VerifyService/BatchVerify"
_VERIFY_STREAM = "/verify.v1.VerifyService/VerifyStream"
_REGISTER_EVIDENCE = "/verify.v1.EvidenceService/RegisterEvidence"
_DELETE_EVIDENCE = "/verify.v1.EvidenceService/DeleteEvidence"
_GET_INFO = "/verify.v1.InfoService/GetInfo"
_DEFAULT_TIMEOUT_SECONDS = 30.0
_REQUESTS_PER_MESSAGE = 64
# The server's limits on messages are the ones that count, and they come with an explanation.
_OPTIONS = (("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1))
_ERRORS: dict[str, type[RequestError]] = {
    kind.__name__: kind for kind in (InvalidRequest, LimitExceeded, ResourceExhausted, Unavailable, UnknownEvidence)
}


@dataclass(slots=True)
class Evidence:
    """Registered evidence: what the server calls it now, and the sources, for when it is held no longer."""

    evidence_id: str
    sources: tuple[model.Source, ...]


class Client:
    """A client for threads; one may be shared by many."""

    def __init__(self, address: str, *, credentials: grpc.ChannelCredentials | None = None) -> None:
        """`address` as the server's: `HOST:PORT` or `unix:PATH`. Connects with the first call.

        `credentials` as `grpc.ssl_channel_credentials` makes them, where the server speaks TLS.
        """
        if credentials is None:
            self._channel = grpc.insecure_channel(address, options=_OPTIONS)
        else:
            self._channel = grpc.secure_channel(address, credentials, options=_OPTIONS)
        self._verify: grpc.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(_VERIFY)
        self._batch_verify: grpc.StreamStreamMultiCallable[bytes, bytes] = self._channel.stream_stream(_BATCH_VERIFY)
        self._verify_stream: grpc.StreamStreamMultiCallable[bytes, bytes] = self._channel.stream_stream(_VERIFY_STREAM)
        self._get_info: grpc.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(_GET_INFO)
        self._register: grpc.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(_REGISTER_EVIDENCE)
        self._delete: grpc.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(_DELETE_EVIDENCE)

    def verify(
        self,
        request: model.Request,
        *,
        evidence: Evidence | None = None,
        timeout_seconds: float | None = _DEFAULT_TIMEOUT_SECONDS,
    ) -> model.Report:
        """The report on one answer; `timeout_seconds` > 0, None waits without end. Raises as the module says.

        `evidence` stands in the place of the request's sources; where the server holds it no longer, it is registered
        once more.
        """
        if evidence is None:
            return report_from_bytes(self._call(self._verify, request_bytes(request), timeout_seconds))
        try:
            data = request_bytes(replace(request, evidence_id=evidence.evidence_id))
            return report_from_bytes(self._call(self._verify, data, timeout_seconds))
        except UnknownEvidence:
            again = self.register_evidence(evidence.sources, timeout_seconds=timeout_seconds)
        evidence.evidence_id = again.evidence_id
        data = request_bytes(replace(request, evidence_id=evidence.evidence_id))
        return report_from_bytes(self._call(self._verify, data, timeout_seconds))

    def register_evidence(
        self, sources: Iterable[model.Source], *, timeout_seconds: float | None = _DEFAULT_TIMEOUT_SECONDS
    ) -> Evidence:
        """Has the server read these sources once and keep them, for all its workers. Raises as the module says."""
        kept = tuple(sources)
        reply = self._call(self._register, evidence_bytes(kept), timeout_seconds)
        return Evidence(evidence_id_from(reply), kept)

    def delete_evidence(self, evidence: Evidence, *, timeout_seconds: float | None = _DEFAULT_TIMEOUT_SECONDS) -> None:
        """Has the server let go of it. Raises UnknownEvidence where it is not held."""
        self._call(self._delete, deletion_bytes(evidence.evidence_id), timeout_seconds)

    def verify_batch(
        self,
        requests: Iterable[model.Request],
        *,
        requests_per_message: int = _REQUESTS_PER_MESSAGE,
        timeout_seconds: float | None = None,
    ) -> Iterator[model.Report | RequestError]:
        """For each request, in order, its report, or the error that the server refused it with.

        `requests` are taken as the server reads them, a few messages of `requests_per_message` (>= 1) ahead of the
        results; both may be without end. `timeout_seconds` is for all of it. Raises as the module says where the call
        as a whole fails. To leave early, close the iterator.
        """
        call = self._batch_verify(in_messages(requests, requests_per_message), timeout=timeout_seconds)
        try:
            for reply in call:
                yield from results_from_bytes(reply)
        except grpc.RpcError as error:
            refusal = _refusal(error)
            if refusal is None:
                raise
            raise refusal from None
        finally:
            call.cancel()

    def verify_stream(
        self,
        request: model.Request,
        chunks: Iterable[Any],
        *,
        stop_at: model.Severity | None = None,
        timeout_seconds: float | None = None,
    ) -> Iterator[model.Progress | model.Report]:
        """Verifies an answer while it is written: findings as they become sure, and last the report on the whole.

        `request` has no answer. `chunks` are texts, bytes cut anywhere, or chunks of a chat completion
        (`sidecar.chunks`), taken as the server reads them. With `stop_at`, the first progress with a finding at least
        so severe is the last event, and no more is taken. To leave early, close the iterator: that cancels the call.
        Raises as the module says.
        """
        call = self._verify_stream(request_messages(request, map(text_of, chunks)), timeout=timeout_seconds)
        try:
            for reply in call:
                event = response_from_bytes(reply)
                yield event
                if _stops(event, stop_at):
                    return
        except grpc.RpcError as error:
            refusal = _refusal(error)
            if refusal is None:
                raise
            raise refusal from None
        finally:
            call.cancel()

    def info(self, *, timeout_seconds: float | None = _DEFAULT_TIMEOUT_SECONDS) -> model.Info:
        """What the server is and can do."""
        return _info(self._call(self._get_info, b"", timeout_seconds))

    def close(self) -> None:
        """Ends the connection; running calls are canceled."""
        self._channel.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @staticmethod
    def _call(method: grpc.UnaryUnaryMultiCallable[bytes, bytes], data: bytes, timeout_seconds: float | None) -> bytes:
        try:
            return method(data, timeout=timeout_seconds)
        except grpc.RpcError as error:
            refusal = _refusal(error)
            if refusal is None:
                raise
            raise refusal from None


class AsyncClient:
    """A client for asyncio; to be made and used in one event loop."""

    def __init__(self, address: str, *, credentials: grpc.ChannelCredentials | None = None) -> None:
        """As for `Client`."""
        if credentials is None:
            self._channel = grpc.aio.insecure_channel(address, options=_OPTIONS)
        else:
            self._channel = grpc.aio.secure_channel(address, credentials, options=_OPTIONS)
        self._verify: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(_VERIFY)
        self._batch_verify: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = self._channel.stream_stream(
            _BATCH_VERIFY
        )
        self._verify_stream: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = self._channel.stream_stream(
            _VERIFY_STREAM
        )
        self._get_info: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(_GET_INFO)
        self._register: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(_REGISTER_EVIDENCE)
        self._delete: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(_DELETE_EVIDENCE)

    async def verify(
        self,
        request: model.Request,
        *,
        evidence: Evidence | None = None,
        timeout_seconds: float | None = _DEFAULT_TIMEOUT_SECONDS,
    ) -> model.Report:
        """The report on one answer; see `Client`."""
        if evidence is None:
            return report_from_bytes(await self._call(self._verify, request_bytes(request), timeout_seconds))
        try:
            data = request_bytes(replace(request, evidence_id=evidence.evidence_id))
            return report_from_bytes(await self._call(self._verify, data, timeout_seconds))
        except UnknownEvidence:
            again = await self.register_evidence(evidence.sources, timeout_seconds=timeout_seconds)
        evidence.evidence_id = again.evidence_id
        data = request_bytes(replace(request, evidence_id=evidence.evidence_id))
        return report_from_bytes(await self._call(self._verify, data, timeout_seconds))

    async def register_evidence(
        self, sources: Iterable[model.Source], *, timeout_seconds: float | None = _DEFAULT_TIMEOUT_SECONDS
    ) -> Evidence:
        """Has the server read these sources once and keep them; see `Client`."""
        kept = tuple(sources)
        reply = await self._call(self._register, evidence_bytes(kept), timeout_seconds)
        return Evidence(evidence_id_from(reply), kept)

    async def delete_evidence(
        self, evidence: Evidence, *, timeout_seconds: float | None = _DEFAULT_TIMEOUT_SECONDS
    ) -> None:
        """Has the server let go of it. Raises UnknownEvidence where it is not held."""
        await self._call(self._delete, deletion_bytes(evidence.evidence_id), timeout_seconds)

    async def verify_batch(
        self,
        requests: Iterable[model.Request],
        *,
        requests_per_message: int = _REQUESTS_PER_MESSAGE,
        timeout_seconds: float | None = None,
    ) -> AsyncIterator[model.Report | RequestError]:
        """For each request, in order, its report, or the error that the server refused it with; see `Client`."""
        call = self._batch_verify(in_messages(requests, requests_per_message), timeout=timeout_seconds)
        try:
            async for reply in call:
                for result in results_from_bytes(reply):
                    yield result
        except grpc.aio.AioRpcError as error:
            refusal = _refusal(error)
            if refusal is None:
                raise
            raise refusal from None
        finally:
            call.cancel()

    async def verify_stream(
        self,
        request: model.Request,
        chunks: AsyncIterable[Any] | Iterable[Any],
        *,
        stop_at: model.Severity | None = None,
        timeout_seconds: float | None = None,
    ) -> AsyncIterator[model.Progress | model.Report]:
        """The same as for `Client`; `chunks` may come from an asynchronous generator."""
        call = self._verify_stream(_messages(request, chunks), timeout=timeout_seconds)
        try:
            async for reply in call:
                event = response_from_bytes(reply)
                yield event
                if _stops(event, stop_at):
                    return
        except grpc.aio.AioRpcError as error:
            refusal = _refusal(error)
            if refusal is None:
                raise
            raise refusal from None
        finally:
            call.cancel()

    async def info(self, *, timeout_seconds: float | None = _DEFAULT_TIMEOUT_SECONDS) -> model.Info:
        """What the server is and can do."""
        return _info(await self._call(self._get_info, b"", timeout_seconds))

    async def close(self) -> None:
        """Ends the connection; running calls are canceled."""
        await self._channel.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @staticmethod
    async def _call(
        method: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes], data: bytes, timeout_seconds: float | None
    ) -> bytes:
        try:
            return await method(data, timeout=timeout_seconds)
        except grpc.aio.AioRpcError as error:
            refusal = _refusal(error)
            if refusal is None:
                raise
            raise refusal from None


async def _messages(request: model.Request, chunks: AsyncIterable[Any] | Iterable[Any]) -> AsyncIterator[bytes]:
    yield open_bytes(request)
    if isinstance(chunks, AsyncIterable):
        async for chunk in chunks:
            yield delta_bytes(text_of(chunk))
    else:
        for chunk in chunks:
            yield delta_bytes(text_of(chunk))


def _stops(event: model.Progress | model.Report, stop_at: model.Severity | None) -> bool:
    if stop_at is None or isinstance(event, model.Report):
        return False
    return any(finding.severity >= stop_at and not finding.waived for finding in event.findings)


def _info(data: bytes) -> model.Info:
    return info_from(info_service_pb2.GetInfoResponse.FromString(data))


def _refusal(error: grpc.RpcError) -> RequestError | None:
    """Our exception again, from the details of a failed call; None where it is no refusal of ours."""
    # The cast: what a failed call raises is the call too, with its code and its trailing metadata.
    status = rpc_status.from_call(cast("grpc.Call", error))
    if status is None:
        return None
    field, info = "", error_details_pb2.ErrorInfo()
    for detail in status.details:
        if detail.Is(error_details_pb2.ErrorInfo.DESCRIPTOR):
            detail.Unpack(info)
        elif detail.Is(error_details_pb2.BadRequest.DESCRIPTOR):
            bad = error_details_pb2.BadRequest()
            detail.Unpack(bad)
            field = next((violation.field for violation in bad.field_violations), "")
    known: dict[str, str] = dict(info.metadata)
    kind = _ERRORS.get(known.get("error", ""))
    if kind is None:
        return None
    return kind(
        status.message,
        field=field,
        reason=info.reason,
        limit=known.get("limit", ""),
        value=known.get("value", ""),
        fix=known.get("fix", ""),
    )
