"""The three ways to ask a server for verifications, as calls that can be repeated, bytes to bytes."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import grpc

from sidecar.errors import BenchmarkError
from sidecar.measure import material
from sidecar.measure.cases import Language, Surface
from sidecar.model import Outcome, Report, Request, Source, Verdict
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.wire import batches, evidences, streams
from sidecar.wire.report_reader import report_from_bytes
from sidecar.wire.requests import request_bytes

_DELTA_CHARACTERS = {Language.EN: 4, Language.ZH: 2}  # about what a model's token holds
_TIMEOUT_SECONDS = 60.0
# A connection of its own for each channel: the kernel gives connections, not calls, to workers.
_OPTIONS = (("grpc.use_local_subchannel_pool", 1), ("grpc.max_receive_message_length", -1))

Call = Callable[[], tuple[bytes, ...]]
"""One call: its replies."""


METHODS = {
    Surface.UNARY: "/verify.v1.VerifyService/Verify",
    Surface.BATCH: "/verify.v1.VerifyService/BatchVerify",
    Surface.STREAM: "/verify.v1.VerifyService/VerifyStream",
}


def messages_of(surface: Surface, language: Language, requests: Sequence[Request]) -> tuple[bytes, ...]:
    """The messages of one call with these requests: one, but those of a batch."""
    if surface is Surface.BATCH:
        return tuple(batches.in_messages(requests, len(requests)))
    (request,) = requests
    if surface is Surface.UNARY:
        return (request_bytes(request),)
    answer, cut = request.answer_text or "", _DELTA_CHARACTERS[language]
    deltas = [answer[start : start + cut] for start in range(0, len(answer), cut)]
    return tuple(streams.request_messages(replace(request, answer_text=None), deltas))


def check(surface: Surface, replies: Sequence[bytes]) -> None:
    """Raises BenchmarkError unless each report is what the material gives."""
    reports: list[object]
    if surface is Surface.UNARY:
        reports = [report_from_bytes(reply) for reply in replies]
    elif surface is Surface.BATCH:
        reports = [report for reply in replies for report in batches.results_from_bytes(reply)]
    else:
        reports = [streams.response_from_bytes(replies[-1])]
    if len(reports) != surface.items:
        raise BenchmarkError(f"{surface}: {len(reports)} reports to {surface.items} requests")
    for report in reports:
        check_report(report)


def check_report(report: object) -> None:
    """Raises BenchmarkError unless it is the report that an answer of the material gets."""
    if not isinstance(report, Report):
        raise BenchmarkError(f"a request was refused: {report}")
    supported = dict(report.counts.claims).get(Verdict.SUPPORTED, 0)
    if report.outcome is not Outcome.FAIL or supported != material.SUPPORTED_CLAIMS:
        raise BenchmarkError(f"outcome {report.outcome.name} with {supported} claims supported, not FAIL with 3")


def register(address: str, sources: tuple[Source, ...]) -> str:
    """The handle of this evidence. Raises BenchmarkError where the server refuses it."""
    with grpc.insecure_channel(address, _OPTIONS) as channel:
        method: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(
            "/verify.v1.EvidenceService/RegisterEvidence"
        )
        with _told():
            return evidences.evidence_id_from(method(evidences.evidence_bytes(sources), timeout=_TIMEOUT_SECONDS))


@contextmanager
def calling(address: str, method: str, surface: Surface, messages: tuple[bytes, ...], replies: int) -> Iterator[Call]:
    """A call over a connection of its own. `replies`: how many messages of a batch answer one; 0: until the last one.

    A batch is one gRPC call of which each of ours is a message. Raises BenchmarkError where a call fails.
    """
    with grpc.insecure_channel(address, _OPTIONS) as channel:
        if surface is Surface.UNARY:
            unary: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(method)

            def one() -> tuple[bytes, ...]:
                with _told():
                    return (unary(messages[0], timeout=_TIMEOUT_SECONDS),)

            yield one
            return
        both: grpc.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(method)
        if surface is Surface.STREAM:

            def stream() -> tuple[bytes, ...]:
                with _told():
                    return tuple(both(iter(messages), timeout=_TIMEOUT_SECONDS))

            yield stream
            return
        waiting: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        answers = both(iter(waiting.get, None))

        def batch() -> tuple[bytes, ...]:
            waiting.put(messages[0])
            with _told():
                if replies:
                    return tuple(next(answers) for _ in range(replies))
                return tuple(_through_last(answers))

        try:
            yield batch
        finally:
            waiting.put(None)
            answers.cancel()


def _through_last(answers: Iterator[bytes]) -> Iterator[bytes]:
    for answer in answers:
        yield answer
        if verify_service_pb2.BatchVerifyResponse.FromString(answer).last:
            return


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except grpc.RpcError as error:
        status: grpc.StatusCode = getattr(error, "code")()  # noqa: B009 - every failed call has it, and no type says so
        raise BenchmarkError(f"a call of the benchmark failed with {status.name}") from error
