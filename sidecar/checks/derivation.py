"""derivation: figures that no source holds, but that follow from the evidence by arithmetic (docs/checks.md, §6)."""

from __future__ import annotations

from sidecar import tables
from sidecar.columns import Columns, Note, QuantityJudgement
from sidecar.model import Derivation, LikelyCause, QuantityStatus, Ref, Severity
from sidecar.tables import Derived

CHECK_ID = "derivation"
REASON_IDS = ("derivation-unverifiable",)

# DERIVED where nothing simpler explains the figure; a value that stands in another source is simpler.
_UNEXPLAINED = frozenset(
    {
        QuantityStatus.NOT_IN_EVIDENCE,
        QuantityStatus.FROM_QUESTION,
        QuantityStatus.WRONG_UNIT,
        QuantityStatus.WRONG_SIGN,
        QuantityStatus.WRONG_CONTEXT,
        QuantityStatus.UNVERIFIABLE,
    }
)
_ABSENT = frozenset({QuantityStatus.NOT_IN_EVIDENCE, QuantityStatus.FROM_QUESTION})


def judge(columns: Columns) -> None:
    """Gives DERIVED, with formula and operands, to what can be computed; UNVERIFIABLE where it may be chance."""
    for derived in columns.comparison.derivations:
        judgement = columns.quantities[derived.quantity]
        segment = columns.comparison.quantities[derived.quantity].segment
        if not columns.judged(segment):
            continue
        bare = not columns.comparison.claims[segment].word_count
        if judgement.status not in (_UNEXPLAINED if bare and derived.accepted else _ABSENT):
            continue
        nearest = judgement.nearest
        if not derived.accepted and judgement.near_subject and nearest and nearest.evidence not in derived.operands:
            continue  # the evidence gives another value of the same subject
        columns.quantities[derived.quantity] = QuantityJudgement(
            QuantityStatus.DERIVED if derived.accepted else QuantityStatus.UNVERIFIABLE,
            derivation=Derivation(_formula(columns, derived), tuple(_operands(columns, derived))),
            holders=tuple(sorted({columns.index.source_of_quantity(row) for row in derived.operands})),
        )


def _operands(columns: Columns, derived: Derived) -> list[Ref]:
    out = []
    for row in derived.operands:
        quantity = columns.index.quantity(row)
        out.append(columns.index.ref(columns.index.source_of_quantity(row), quantity.start, quantity.end))
    return out


def _formula(columns: Columns, derived: Derived) -> str:
    """The computation with the operands' values, as it may be typed into a calculator."""
    values = [columns.index.quantity(row).value for row in derived.operands]
    values = [f"({value})" if value.startswith("-") else value for value in values]
    if derived.operation == tables.SUM:
        return " + ".join(values)
    if derived.operation == tables.DIFFERENCE:
        return " - ".join(values)
    if derived.operation == tables.PRODUCT:
        return f"{values[0]} / 100 * {values[1]}"
    if derived.operation in (tables.RATIO, tables.SHARE):
        above = values[0] if len(values) == 2 else f"({values[0]} + {values[1]})"
        return f"{above} / {values[-1]}" + (" * 100" if derived.operation == tables.SHARE else "")
    if derived.operation == tables.PERCENT_CHANGE:
        return f"({values[0]} - {values[1]}) / {values[1]} * 100"
    if derived.operation == tables.MEAN:
        return f"({' + '.join(values)}) / {derived.terms}"
    return ""


def notes(columns: Columns) -> list[Note]:
    """One WARNING for each quantity that may have been computed, or met by chance."""
    out: list[Note] = []
    for derived in columns.comparison.derivations:
        judgement = columns.quantities[derived.quantity]
        if judgement.derivation is None or judgement.status != QuantityStatus.UNVERIFIABLE:
            continue
        quantity = columns.comparison.quantities[derived.quantity]
        note = Note(CHECK_ID, REASON_IDS[0], Severity.WARNING, quantity.start, quantity.end, quantity.segment)
        note.refs = judgement.derivation.operands
        note.cause = LikelyCause.GENERATION
        written = columns.text(quantity.start, quantity.end)
        formula = judgement.derivation.formula
        note.message = (
            f"“{written}” may come from {formula}, or meet it by chance: look at the operands"
            if formula
            else f"“{written}” counts things of the evidence, which is not done again here"
        )
        out.append(note)
    return out
