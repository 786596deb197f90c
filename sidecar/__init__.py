"""verify-sidecar: checks generated answers against their evidence, deterministically, without a model.

    import sidecar
    report = sidecar.verify(sidecar.Request("The fee is 12 euros.", (sidecar.Source("a", "Fee: 12 euros."),)))

`sidecar.model` holds every type of a request and a report; `sidecar.client` talks to a running server.
"""

from sidecar._version import __version__
from sidecar.engine import info, quantities, verify
from sidecar.errors import InvalidRequest, LimitExceeded, ResourceExhausted, SidecarError
from sidecar.model import (
    CitationPolicy,
    ClaimPolicy,
    Config,
    OffsetUnit,
    Outcome,
    QuantityPolicy,
    Report,
    Request,
    Source,
    StructuredAnswer,
    StructuredClaim,
    Verdict,
    View,
)

__all__ = [
    "CitationPolicy",
    "ClaimPolicy",
    "Config",
    "InvalidRequest",
    "LimitExceeded",
    "OffsetUnit",
    "Outcome",
    "QuantityPolicy",
    "Report",
    "Request",
    "ResourceExhausted",
    "SidecarError",
    "Source",
    "StructuredAnswer",
    "StructuredClaim",
    "Verdict",
    "View",
    "__version__",
    "info",
    "quantities",
    "verify",
]
