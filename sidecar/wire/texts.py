"""Span, Attribute, Source and Ref."""

from __future__ import annotations

from collections.abc import Iterable

from sidecar import model
from sidecar.pb.verify.v1 import text_pb2


def span_from(message: text_pb2.Span) -> model.Span:
    """The model's Span."""
    return model.Span(message.start, message.end)


def attributes_from(messages: Iterable[text_pb2.Attribute]) -> tuple[model.Attribute, ...]:
    """The model's attributes."""
    return tuple(model.Attribute(message.key, message.value) for message in messages)


def source_from(message: text_pb2.Source) -> model.Source:
    """The model's Source; absent stays None."""
    has = message.HasField
    return model.Source(
        source_id=message.source_id,
        text=message.text,
        page=message.page if has("page") else None,
        page_label=message.page_label,
        title=message.title,
        uri=message.uri,
        section_path=tuple(message.section_path),
        doc_id=message.doc_id,
        block_id=message.block_id,
        rank=message.rank if has("rank") else None,
        retrieval_score=message.retrieval_score if has("retrieval_score") else None,
        origin_span=span_from(message.origin_span) if has("origin_span") else None,
        attributes=attributes_from(message.attributes),
    )


def ref_from(message: text_pb2.Ref) -> model.Ref:
    """The model's Ref."""
    return model.Ref(
        source_id=message.source_id,
        source_span=span_from(message.source_span),
        text=message.text,
        page=message.page if message.HasField("page") else None,
        page_label=message.page_label,
        title=message.title,
        uri=message.uri,
        section_path=tuple(message.section_path),
        doc_id=message.doc_id,
        block_id=message.block_id,
    )


def refs_from(messages: Iterable[text_pb2.Ref]) -> tuple[model.Ref, ...]:
    """The model's refs."""
    return tuple(ref_from(message) for message in messages)
