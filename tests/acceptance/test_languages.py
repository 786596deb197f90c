"""Numbers of other languages in a verification: read where the request says which language it is."""

from __future__ import annotations

import pytest

import sidecar


@pytest.mark.parametrize(
    ("code", "answer", "evidence", "status"),
    [
        ("de", "Die Miete beträgt siebenhundertfünfzig Euro.", "Die Miete beträgt 750 €.", "SUPPORTED"),
        ("de", "Die Miete beträgt siebenhundertsechzig Euro.", "Die Miete beträgt 750 €.", "NOT_IN_EVIDENCE"),
        ("fr", "Le loyer est de quatre-vingt-dix euros.", "Le loyer est de 90 €.", "SUPPORTED"),
        ("es", "El alquiler es de noventa y dos euros.", "El alquiler es de 92 €.", "SUPPORTED"),
        ("ja", "家賃は一万二千円です。", "家賃は12,000円です。", "SUPPORTED"),
    ],
)
def test_spelled_numbers(code: str, answer: str, evidence: str, status: str) -> None:
    config = sidecar.Config(language_codes=(code,))
    report = sidecar.verify(sidecar.Request(answer, (sidecar.Source("a", evidence),), config=config))
    assert [row.status.name for row in report.quantities] == [status]
