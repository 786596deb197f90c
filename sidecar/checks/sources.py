"""sources: which sources support the answer, ranked (CONTRACT §5, Sources)."""

from __future__ import annotations

from sidecar import tables
from sidecar.columns import Columns
from sidecar.model import RankedSource, Verdict
from sidecar.tables import SourceMatch

CHECK_ID = "sources"
_make_source = tables.builder(RankedSource)
# By count alone a source is kept only where it holds at least this share of the answer's words.
LEAST_RATIO_BY_COUNT = 0.1


def rank(columns: Columns) -> tuple[RankedSource, ...]:
    """The sources that support the answer: by quantities, then share, then adjacency; ties by citation, then order."""
    if all(judgement.verdict in (Verdict.ABSTENTION, Verdict.NOT_A_CLAIM) for judgement in columns.claims):
        return ()
    policy = columns.config.source_policy
    comparison = columns.comparison
    total = comparison.distinct_count + len(comparison.quantities)
    kept: list[tuple[tuple[float, ...], SourceMatch, float]] = []
    for match in comparison.source_matches:
        count = match.matched + match.held
        ratio = min(1.0, count / total) if total else 0.0
        enough = ratio > policy.min_match_ratio
        if enough or (count >= policy.min_match_count and ratio >= LEAST_RATIO_BY_COUNT):
            key = (-float(match.held), -ratio, -float(match.adjacent), -float(match.cited), float(match.source))
            kept.append((key, match, ratio))
    kept.sort(key=lambda row: row[0])
    return tuple(_ranked(columns, match, ratio) for _, match, ratio in kept[: policy.max_sources])


def _ranked(columns: Columns, match: SourceMatch, ratio: float) -> RankedSource:
    source = columns.index.sources[match.source]
    return _make_source(
        columns.index.ids[match.source],
        ratio,
        match.matched + match.held,
        columns.index.text(match.source, match.start, match.end),
        columns.index.span(match.source, match.start, match.end),
        ratio >= columns.config.source_policy.conclusive_ratio,
        source.page,
        source.page_label,
        source.title,
        source.uri,
        source.section_path,
        source.doc_id,
        source.block_id,
        source.rank,
        source.retrieval_score,
        source.origin_span,
        source.attributes,
    )
