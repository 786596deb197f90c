"""Registered evidence as this process uses it: what is opened of the store that it shares with other workers."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from sidecar import lang, model, validate
from sidecar.config import Limits
from sidecar.engine import DEFAULT_LIMITS, language_of
from sidecar.errors import UnknownEvidence
from sidecar.evidence.store import EvidenceStore
from sidecar.server.ending import LOGGER
from sidecar.server.servicer import Engine, Evidence
from sidecar.tables import SourceIndex
from sidecar.wire.evidences import evidence_bytes, sources_from_plain

NOT_FOUND = "EVIDENCE_NOT_FOUND"
MOST_OPENED = 256
"""Each takes a descriptor, of which a process often has 1,024 for all that it does."""
_SHARED_TABLES = lang.tables_of("")

Key = tuple[str, model.OffsetUnit, tuple[str, ...]]
"""The evidence, the unit of its spans, and the tables of languages that it was read with."""


@dataclass(frozen=True, slots=True)
class _Opened:
    index: SourceIndex
    size: int


class HeldEvidence:
    """Registers evidence, and gives the index for an id. Safe for threads.

    What was opened stays open while it fits: as many bytes as all workers may hold together, and MOST_OPENED in number.
    """

    def __init__(self, store: EvidenceStore, limits: Limits, count: Callable[[str], object] | None = None) -> None:
        """`count` is told of each "hit", "opened", "missing" and "evicted"."""
        self._store = store
        self._limits = limits
        self._count = count or _uncounted
        self._lock = threading.Lock()
        self._opened: OrderedDict[Key, _Opened] = OrderedDict()
        self._size = 0

    def register(self, sources: tuple[model.Source, ...]) -> str:
        """The id of these sources, which are now held. Raises InvalidRequest, and as the store does."""
        validate.check_sources(sources, self._limits)
        data = evidence_bytes(sources)
        evidence_id = self._store.id_of(data)
        if not self._store.touch(evidence_id):
            image = SourceIndex(sources, model.OffsetUnit.UTF8_BYTES).image()
            for _ in range(self._store.put(evidence_id, data, image)):
                self._count("evicted")
        return evidence_id

    def delete(self, evidence_id: str) -> None:
        """Lets go of it. Raises UnknownEvidence where it is not held."""
        if not self._store.delete(evidence_id):
            raise _unknown(evidence_id)

    def index_for(self, evidence_id: str, config: model.Config) -> SourceIndex:
        """The index of what is held under this id, as a request with this configuration needs it.

        Raises UnknownEvidence where nothing is.
        """
        key = (evidence_id, config.offset_unit, lang.tables_of(language_of(config)))
        if self._store.touch(evidence_id):
            with self._lock:
                opened = self._opened.get(key)
                if opened is not None:
                    self._opened.move_to_end(key)
            if opened is not None:
                self._count("hit")
                return opened.index
            opened = self._open(key, config)
            if opened is not None:
                self._count("opened")
                self._keep(key, opened)
                return opened.index
        self._count("missing")
        raise _unknown(evidence_id)

    def _open(self, key: Key, config: model.Config) -> _Opened | None:
        evidence_id, unit, tables = key
        kept = self._store.open(evidence_id)
        sources = None if kept is None else sources_from_plain(bytes(kept.sources), self._limits.max_sources)
        if kept is None or sources is None:
            LOGGER.error("registered evidence was of another build or damaged, and is gone")
            return None
        # The image is of the tables that most requests name; for others the sources are read once in each process.
        image = kept.image if tables == _SHARED_TABLES else None
        return _Opened(SourceIndex(sources, unit, language_of(config), image), kept.size)

    def _keep(self, key: Key, opened: _Opened) -> None:
        with self._lock:
            gone = [one for one in self._opened if not self._store.holds(one[0])]
            for one in (*gone, key):
                if one in self._opened:
                    self._size -= self._opened.pop(one).size
            self._opened[key] = opened
            self._size += opened.size
            while len(self._opened) > 1 and (
                self._size > self._limits.max_held_evidence_bytes or len(self._opened) > MOST_OPENED
            ):
                self._size -= self._opened.popitem(last=False)[1].size


class EvidenceEngine:
    """An engine that puts held evidence in the place of its id."""

    def __init__(self, engine: Engine, held: Evidence) -> None:
        self._engine = engine
        self._held = held

    def verify(
        self, request: model.Request, limits: Limits = DEFAULT_LIMITS, *, index: SourceIndex | None = None
    ) -> model.Report:
        """The engine's report. Raises UnknownEvidence too."""
        if request.evidence_id and not request.sources:
            index = self._held.index_for(request.evidence_id, request.config)
            request = replace(request, sources=index.sources, evidence_id="")
        return self._engine.verify(request, limits, index=index)

    def info(self, limits: Limits = DEFAULT_LIMITS) -> model.Info:
        """The engine's own."""
        return self._engine.info(limits)


def _uncounted(_: str) -> None:
    """Where nobody can see the counters, nothing is counted."""


def _unknown(evidence_id: str) -> UnknownEvidence:
    fix = "register the evidence again and repeat the request, or send the sources inline"
    return UnknownEvidence(
        f"evidence_id names nothing that is held here; {fix}",
        field="evidence_id",
        reason=NOT_FOUND,
        value=evidence_id[:64],
        fix=fix,
    )
