"""sources: which sources support the answer, ranked (CONTRACT §5, Sources)."""

from __future__ import annotations

from sidecar import tables
from sidecar.columns import Columns
from sidecar.model import RankedSource, Verdict
from sidecar.tables import SourceMatch

CHECK_ID = "sources"
_make_source = tables.builder(RankedSource)
_UNJUDGED = frozenset({Verdict.ABSTENTION, Verdict.NOT_A_CLAIM})
# By count alone a source is kept only where it holds at least this share of the answer's words.
LEAST_RATIO_BY_COUNT = 0.1


def rank(columns: Columns) -> tuple[RankedSource, ...]:
    """The sources that support the answer: by quantities, then share, then adjacency; ties by citation, then order."""
    for judgement in columns.claims:
        if judgement.verdict not in _UNJUDGED:
            break
    else:
        return ()
    policy = columns.config.source_policy
    best = columns.comparison.best_sources(
        policy.min_match_ratio, policy.min_match_count, LEAST_RATIO_BY_COUNT, policy.max_sources
    )
    return tuple([_ranked(columns, match) for match in best])


def _ranked(columns: Columns, match: SourceMatch) -> RankedSource:
    source = columns.index.sources[match.source]
    span, snippet = columns.index.given(match.source, match.start, match.end)
    return _make_source(
        columns.index.ids[match.source],
        match.ratio,
        match.count,
        snippet,
        span,
        match.ratio >= columns.config.source_policy.conclusive_ratio,
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


def rows(columns: Columns) -> dict[int, RankedSource]:
    """Every source that has anything of the answer, as `sources[]` lists it, by its ordinal."""
    found = columns.comparison.best_sources(-1.0, 0, 0.0, len(columns.index.sources))
    return {match.source: _ranked(columns, match) for match in found}
