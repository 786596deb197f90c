"""Which sources are pieces of one document, and in which order they follow one another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sidecar.model import Source


def _file_of(source: Source) -> str:
    """The file that the id of a source names a part of, "" where it names none."""
    name, mark, _ = source.source_id.partition("#")
    return name if mark else ""


def document_order(sources: Sequence[Source]) -> tuple[list[int], list[bool]]:
    """The ordinals of all sources, those of one document behind one another, and for each whether the next goes on.

    Pieces with pages stand in the order of their pages, and one goes on in the next on the same page or the page
    behind it; pieces without stand and go on as they were given.
    """
    groups: dict[str, list[int]] = {}
    for ordinal, source in enumerate(sources):
        # What names its document: its own id, its file, its title; without any of them it is one by itself.
        name = source.doc_id or source.uri or source.title or _file_of(source) or f"\n{ordinal}"
        group = groups.get(name)
        if group is None:
            groups[name] = [ordinal]
        else:
            group.append(ordinal)
    order: list[int] = []
    goes_on: list[bool] = []
    for group in groups.values():
        pages = [page for ordinal in group if (page := sources[ordinal].page) is not None]
        if len(pages) == len(group):
            ordered = sorted(pages)
            if pages != ordered:  # equal pages stay as they were given
                group = [ordinal for _, ordinal in sorted(zip(pages, group, strict=True))]
            order += group
            goes_on += [following - page <= 1 for page, following in pairwise(ordered)]
        else:
            order += group
            goes_on += [True] * (len(group) - 1)
        goes_on.append(False)
    return order, goes_on
