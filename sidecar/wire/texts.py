"""Span, Attribute, Source and Ref."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sidecar import model
from sidecar.pb.verify.v1 import text_pb2

Fields = dict[str, Any]
"""Keyword arguments of a message; nested messages are such dicts too. The fastest way to build many messages."""


def span_fields(span: model.Span) -> Fields:
    """Keyword arguments of a Span."""
    return {"start": span.start, "end": span.end}


def span_from(message: text_pb2.Span) -> model.Span:
    """The model's Span."""
    return model.Span(message.start, message.end)


def attributes_fields(attributes: Iterable[model.Attribute]) -> list[Fields]:
    """Keyword arguments of each Attribute."""
    return [{"key": attribute.key, "value": attribute.value} for attribute in attributes]


def attributes_from(messages: Iterable[text_pb2.Attribute]) -> tuple[model.Attribute, ...]:
    """The model's attributes."""
    return tuple(model.Attribute(message.key, message.value) for message in messages)


def source_fields(source: model.Source) -> Fields:
    """Keyword arguments of a Source."""
    return {
        "source_id": source.source_id,
        "text": source.text,
        "page": source.page,
        "page_label": source.page_label,
        "title": source.title,
        "uri": source.uri,
        "section_path": source.section_path,
        "doc_id": source.doc_id,
        "block_id": source.block_id,
        "rank": source.rank,
        "retrieval_score": source.retrieval_score,
        "origin_span": None if source.origin_span is None else span_fields(source.origin_span),
        "attributes": attributes_fields(source.attributes),
    }


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


def ref_fields(ref: model.Ref) -> Fields:
    """Keyword arguments of a Ref; on the hot path, so empty fields are left out."""
    span = ref.source_span
    fields: Fields = {
        "source_id": ref.source_id,
        "source_span": {"start": span.start, "end": span.end},
        "text": ref.text,
    }
    if ref.page is not None:
        fields["page"] = ref.page
    if ref.page_label:
        fields["page_label"] = ref.page_label
    if ref.title:
        fields["title"] = ref.title
    if ref.uri:
        fields["uri"] = ref.uri
    if ref.section_path:
        fields["section_path"] = ref.section_path
    if ref.doc_id:
        fields["doc_id"] = ref.doc_id
    if ref.block_id:
        fields["block_id"] = ref.block_id
    return fields


def refs_fields(refs: Iterable[model.Ref]) -> list[Fields]:
    """Keyword arguments of each Ref."""
    return [ref_fields(ref) for ref in refs]


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
