"""Which sources are pieces of one document, and in which order they follow one another."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.model import Source


def _document(source: Source) -> str:
    """What names the document of a source, "" where nothing does: its own id, its file, its title."""
    name, mark, _ = source.source_id.partition("#")
    return source.doc_id or source.uri or source.title or (name if mark else "")


def document_order(sources: Sequence[Source]) -> tuple[list[int], list[bool]]:
    """The ordinals of all sources, those of one document behind one another, and for each whether the next goes on.

    Pieces with pages stand in the order of their pages, and one goes on in the next on the same page or the page
    behind it; pieces without stand and go on as they were given.
    """
    groups: dict[str, list[int]] = {}
    for ordinal, source in enumerate(sources):
        groups.setdefault(_document(source) or f"\n{ordinal}", []).append(ordinal)
    order: list[int] = []
    goes_on: list[bool] = []
    for group in groups.values():
        pages = {ordinal: page for ordinal in group if (page := sources[ordinal].page) is not None}
        paged = len(pages) == len(group)
        if paged:
            group.sort(key=lambda ordinal: (pages[ordinal], ordinal))
        for ordinal, following in zip(group, group[1:], strict=False):
            order.append(ordinal)
            goes_on.append(not paged or pages[following] - pages[ordinal] <= 1)
        order.append(group[-1])
        goes_on.append(False)
    return order, goes_on
