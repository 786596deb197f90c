"""VerifyResponse, written."""

from __future__ import annotations

from sidecar import model
from sidecar.pb.verify.v1 import verify_service_pb2
from sidecar.wire.messages import writer

_write = writer(verify_service_pb2.VerifyResponse.DESCRIPTOR)


def report_bytes(report: model.Report) -> bytes:
    """A serialized VerifyResponse; the same report gives the same bytes, whatever version of protobuf is installed."""
    return _write(report)


def report_message(report: model.Report) -> verify_service_pb2.VerifyResponse:
    """The message of a report."""
    return verify_service_pb2.VerifyResponse.FromString(report_bytes(report))
