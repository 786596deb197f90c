"""The messages of EvidenceService."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar import model
from sidecar.pb.verify.v1 import evidence_service_pb2
from sidecar.validate import check_texts
from sidecar.wire.messages import reader, writer
from sidecar.wire.texts import source_from


@dataclass(frozen=True, slots=True)
class _Evidence:
    sources: tuple[model.Source, ...] = ()


_write = writer(evidence_service_pb2.RegisterEvidenceRequest.DESCRIPTOR)
_read = reader(evidence_service_pb2.RegisterEvidenceRequest.DESCRIPTOR, _Evidence)


def evidence_bytes(sources: tuple[model.Source, ...]) -> bytes:
    """A serialized RegisterEvidenceRequest; equal sources have equal bytes, different ones different bytes.

    Raises InvalidRequest for text that is not valid Unicode.
    """
    try:
        return _write((sources,))
    except UnicodeEncodeError:
        check_texts(sources, "sources")  # names the field
        raise


def sources_from_plain(data: bytes, most_sources: int) -> tuple[model.Source, ...] | None:
    """The sources of a serialized RegisterEvidenceRequest; None for one that is for protobuf to read or to refuse."""
    row = _read(data, most_sources)
    return None if row is None else row.sources


def sources_from(message: evidence_service_pb2.RegisterEvidenceRequest) -> tuple[model.Source, ...]:
    """The sources of a RegisterEvidenceRequest."""
    return tuple([source_from(source) for source in message.sources])


def registered_bytes(evidence_id: str) -> bytes:
    """A serialized RegisterEvidenceResponse."""
    return evidence_service_pb2.RegisterEvidenceResponse(evidence_id=evidence_id).SerializeToString()


def evidence_id_from(data: bytes) -> str:
    """What a serialized RegisterEvidenceResponse says."""
    return evidence_service_pb2.RegisterEvidenceResponse.FromString(data).evidence_id


def deletion_bytes(evidence_id: str) -> bytes:
    """A serialized DeleteEvidenceRequest."""
    return evidence_service_pb2.DeleteEvidenceRequest(evidence_id=evidence_id).SerializeToString()
