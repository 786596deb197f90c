"""Answers RPCs: lets them in, translates, calls the engine, translates back. Takes and gives bytes.

Every RPC that grpc hands over has a thread of its own, so none waits in a queue without end. Of these,
`max_concurrent_rpcs` are let in and the rest are refused at once; of those that are in, `threads` compute at the same
time and the others wait, no longer than their deadline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

import grpc

from sidecar import model
from sidecar.config import Limits
from sidecar.server import batch, streaming, translate
from sidecar.server.calls import stage
from sidecar.server.ending import end_with
from sidecar.server.gate import Gate, taken
from sidecar.server.policy import PolicyFile
from sidecar.tables import SourceIndex
from sidecar.wire.evidences import registered_bytes


class Engine(Protocol):
    """What the server needs of `sidecar.engine`."""

    def verify(self, request: model.Request, limits: Limits = ..., *, index: SourceIndex | None = ...) -> model.Report:
        """One answer, one report; `index` over its evidence, where that was read before."""

    def info(self, limits: Limits = ...) -> model.Info:
        """What this build is and can do, and these limits."""


class Evidence(Protocol):
    """What the server needs of `sidecar.server.evidence`."""

    def register(self, sources: tuple[model.Source, ...]) -> str:
        """The id of these sources, which are now held."""

    def delete(self, evidence_id: str) -> None:
        """Lets go of them."""

    def index_for(self, evidence_id: str, config: model.Config) -> SourceIndex:
        """The index of what is held under this id, as this configuration needs it."""


class Servicer:
    """The methods of verify.v1, as functions from request bytes to reply bytes."""

    def __init__(self, engine: Engine, evidence: Evidence, limits: Limits, gate: Gate, policy: PolicyFile) -> None:
        self._engine = engine
        self._evidence = evidence
        self._limits = limits
        self._gate = gate
        self._policy = policy

    def handlers(self) -> dict[str, dict[str, grpc.RpcMethodHandler[bytes, bytes]]]:
        """Method handlers by service and method; no serializers, so that grpc hands over and takes bytes."""
        return {
            "verify.v1.VerifyService": {
                "Verify": grpc.unary_unary_rpc_method_handler(self.verify),
                "BatchVerify": grpc.stream_stream_rpc_method_handler(self.batch_verify),
                "VerifyStream": grpc.stream_stream_rpc_method_handler(self.verify_stream),
            },
            "verify.v1.EvidenceService": {
                "RegisterEvidence": grpc.unary_unary_rpc_method_handler(self.register_evidence),
                "DeleteEvidence": grpc.unary_unary_rpc_method_handler(self.delete_evidence),
            },
            "verify.v1.InfoService": {"GetInfo": grpc.unary_unary_rpc_method_handler(self.get_info)},
        }

    def verify(self, data: bytes, context: grpc.ServicerContext) -> bytes:
        """VerifyService.Verify."""
        return self._answer(self._verified, data, context)

    def batch_verify(self, messages: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        """VerifyService.BatchVerify. One message is read, computed and answered before the next one is read."""
        try:
            with self._gate.entered():
                for data in taken(messages, context):
                    replies = batch.replies(data, self._verified, self._limits, context)
                    # No slot is held while a reply waits for a caller that reads slowly, and the next is not begun.
                    while (reply := self._computed(replies, context)) is not None:
                        yield reply
        except Exception as error:  # noqa: BLE001 - the last net: whatever it is, the server goes on
            end_with(context, error)

    def verify_stream(self, messages: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        """VerifyService.VerifyStream. What a message makes sure is sent before the next one is read."""
        try:
            with self._gate.entered():
                growing = streaming.Growing(
                    self._engine.verify, self._evidence.index_for, self._limits, self._policy.current.defaults
                )
                for data in taken(messages, context):
                    with self._gate.computing(context):
                        reply = growing.take(data)
                    if reply:
                        yield reply
                with self._gate.computing(context):
                    replies = growing.end()
                yield from replies
        except Exception as error:  # noqa: BLE001 - the last net: whatever it is, the server goes on
            end_with(context, error)

    def _computed(self, replies: Iterator[bytes], context: grpc.ServicerContext) -> bytes | None:
        with self._gate.computing(context):
            return next(replies, None)

    def register_evidence(self, data: bytes, context: grpc.ServicerContext) -> bytes:
        """EvidenceService.RegisterEvidence."""
        return self._answer(self._registered, data, context)

    def delete_evidence(self, data: bytes, context: grpc.ServicerContext) -> bytes:
        """EvidenceService.DeleteEvidence."""
        return self._answer(self._deleted, data, context)

    def get_info(self, data: bytes, context: grpc.ServicerContext) -> bytes:
        """InfoService.GetInfo."""
        return self._answer(self._informed, data, context)

    def _verified(self, data: bytes) -> bytes:
        with stage("read"):
            request = translate.request_from_bytes(data, self._limits, defaults=self._policy.current.defaults)
        report = self._engine.verify(request, self._limits)
        with stage("write"):
            return translate.report_to_bytes(report)

    def _registered(self, data: bytes) -> bytes:
        return registered_bytes(self._evidence.register(translate.sources_from_bytes(data, self._limits)))

    def _deleted(self, data: bytes) -> bytes:
        self._evidence.delete(translate.evidence_id_from_bytes(data, self._limits))
        return b""

    def _informed(self, data: bytes) -> bytes:
        translate.check_info_request(data, self._limits)
        return translate.info_to_bytes(self._engine.info(self._limits))

    def _answer(self, work: Callable[[bytes], bytes], data: bytes, context: grpc.ServicerContext) -> bytes:
        """The reply of `work`; whatever it raises ends the RPC with a status."""
        try:
            with self._gate.entered(), self._gate.computing(context):
                reply = work(data)
            translate.check_reply_length(len(reply), self._limits)
        except Exception as error:  # noqa: BLE001 - the last net: whatever it is, the server goes on
            end_with(context, error)
        return reply
