"""Certificates that run out, are swapped, or are cut in half while the server runs and callers connect anew."""

from __future__ import annotations

import datetime
import tempfile
from pathlib import Path

import grpc
import trustme
from runner import CampaignFault, Figures, Part, Step
from served import CANARY, OWN_CONNECTION, VERIFY, WAIT_SECONDS, serving

_LONG_AGO = datetime.datetime(2001, 1, 1, tzinfo=datetime.UTC)


def _asked(address: str, ca: trustme.CA) -> str:
    """The status of one call over a connection of its own that trusts this authority alone."""
    credentials = grpc.ssl_channel_credentials(ca.cert_pem.bytes())
    with grpc.secure_channel(address, credentials, OWN_CONNECTION) as channel:
        call = channel.unary_unary(VERIFY).future(CANARY, timeout=WAIT_SECONDS)
        call.exception()
        return str(call.code().name)


def _until(address: str, ca: trustme.CA, status: str) -> int:
    """Calls until that is the status; how many it took."""
    for count in range(1, 5000):
        if _asked(address, ca) == status:
            return count
    raise CampaignFault(f"a caller never saw {status}")


class Files:
    """The certificate and the key that the server was told to read."""

    def __init__(self, folder: Path) -> None:
        """None there yet."""
        self.certificate = folder / "server.pem"
        self.key = folder / "server.key"

    def write(self, leaf: trustme.LeafCert) -> None:
        """Key first: a server that reads between the two sees a pair that does not fit, and keeps the last good one."""
        for file, data in ((self.key, leaf.private_key_pem), (self.certificate, leaf.cert_chain_pems[0])):
            fresh = file.with_suffix(".new")
            fresh.write_bytes(data.bytes())
            fresh.replace(file)


def run(step: Step) -> Figures:
    """Each unit: another authority's certificate, then one that ran out long ago, then half a file."""
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        files = Files(Path(folder))
        first = trustme.CA()
        files.write(first.issue_cert("localhost", "127.0.0.1"))
        tls = ("--tls-certificate-file", str(files.certificate), "--tls-key-file", str(files.key))
        with serving(*tls) as server:
            trusted = first
            for _ in range(step.count):
                if _asked(server.address, trusted) != "OK":
                    raise CampaignFault("a good certificate was not served")
                swapped = trustme.CA()
                files.write(swapped.issue_cert("localhost", "127.0.0.1"))
                figures.saw("calls until the swapped one", _until(server.address, swapped, "OK"))
                if _asked(server.address, trusted) != "UNAVAILABLE":
                    raise CampaignFault("a caller that trusts the former authority alone was answered")
                files.write(swapped.issue_cert("localhost", "127.0.0.1", not_before=_LONG_AGO, not_after=_LONG_AGO))
                figures.saw("calls until the expired one", _until(server.address, swapped, "UNAVAILABLE"))
                good = swapped.issue_cert("localhost", "127.0.0.1")
                files.write(good)
                figures.saw("calls until a good one again", _until(server.address, swapped, "OK"))
                files.certificate.write_bytes(good.cert_chain_pems[0].bytes()[:300])
                for _call in range(20):
                    if _asked(server.address, swapped) != "OK":
                        raise CampaignFault("half a file took the last good certificate's place")
                files.write(good)
                trusted = swapped
                figures.counts["swapped"] += 1
            if server.process.poll() is not None:
                raise CampaignFault(f"the server ended with {server.process.returncode}")
    return figures


PART = Part("certificates", "rounds", 100, 10, run)
