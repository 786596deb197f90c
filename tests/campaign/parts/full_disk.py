"""The disk of the record and of registered evidence is full, again and again: calls are answered, losses are counted.

A small disk in memory, which only the server sees, in a mount namespace of its own; the machine's disks have no part in
it. Whatever was counted as written is there, line for line, and nothing else is.
"""

from __future__ import annotations

import errno
import json
import random
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

import grpc
from runner import CampaignFault, Figures, Part, Step
from served import CANARY, OWN_CONNECTION, VERIFY, WAIT_SECONDS, Served, serving

from sidecar import model
from sidecar.wire.evidences import deletion_bytes, evidence_bytes, evidence_id_from

_REGISTER = "/verify.v1.EvidenceService/RegisterEvidence"
_DELETE = "/verify.v1.EvidenceService/DeleteEvidence"
_DISK = "size=8m,mode=700"
_FILE_BYTES = 20_000  # some lines: the next file is begun while the disk is full, too
_CALLS = 25
_COUNTED = re.compile(r'^verify_records_total\{state="(\w+)"\} ([0-9.e+]+)$', re.MULTILINE)


def _on_a_disk(folder: str) -> tuple[str, ...]:
    """What to put before a command so that a small disk lies at this folder, for it alone."""
    mounting = f'mount -t tmpfs -o {_DISK} tmpfs "$0" && exec "$@"'
    return ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mounting, folder)


def missing() -> str:
    """Why this cannot run, if so."""
    if shutil.which("unshare") is None:
        return "unshare is not here (Debian, Ubuntu: util-linux)"
    with tempfile.TemporaryDirectory() as folder:
        tried = subprocess.run([*_on_a_disk(folder), "true"], capture_output=True, text=True, check=False)
    return "" if tried.returncode == 0 else f"a disk cannot be mounted here: {tried.stderr.strip()}"


def _records(server: Served) -> dict[str, int]:
    """Lines of the record by what became of them, as the server counts them."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"http://{server.http}/metrics", timeout=WAIT_SECONDS) as reply:
        return {state: int(float(count)) for state, count in _COUNTED.findall(reply.read().decode())}


def _settled(server: Served, calls: int) -> dict[str, int]:
    """The same, once each of so many calls is counted: the record is written behind the calls."""
    deadline = time.monotonic() + WAIT_SECONDS
    while sum((records := _records(server)).values()) < calls:
        if time.monotonic() > deadline:
            raise CampaignFault(f"of {calls} calls only {records} are counted")
    return records


def _fill(ballast: Path, left: int) -> None:
    """Fills the disk, but for so many bytes at most."""
    size = 0
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                size += file.write(bytes(4096))
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
        file.truncate(size - left)


def _call(channel: grpc.Channel, count: int) -> None:
    for _ in range(count):
        call = channel.unary_unary(VERIFY).future(CANARY, timeout=WAIT_SECONDS)
        call.exception()
        if call.code() is not grpc.StatusCode.OK:
            raise CampaignFault(f"with a full disk a call had {call.code().name}")


def run(step: Step) -> Figures:
    """Each unit: the disk is filled up to some lines' length, calls go on, room is made, and all is written again."""
    figures = Figures()
    chance = random.Random(f"{step.seed}/{step.first}")
    with tempfile.TemporaryDirectory() as folder:
        sink = ("--record-folder", f"{folder}/record", "--record-max-file-bytes", str(_FILE_BYTES))
        arguments = (*sink, "--record-max-files", "1000", "--evidence-folder", folder)
        with (
            serving(*arguments, prefix=_on_a_disk(folder)) as server,
            grpc.insecure_channel(server.address, OWN_CONNECTION) as channel,
        ):
            disk = Path(f"/proc/{server.process.pid}/root{folder}")  # as the server sees it
            calls = lost = 0
            for _ in range(step.count):
                _fill(disk / "ballast", chance.randrange(3 * 4096))
                _call(channel, _CALLS)
                calls += _CALLS
                records = _settled(server, calls)
                if records.get("failed", 0) == lost:
                    raise CampaignFault(f"nothing was lost on a full disk: {records}")
                lost = records["failed"]
                if (code := _registered(channel, calls)) != "RESOURCE_EXHAUSTED":
                    raise CampaignFault(f"evidence on a full disk had {code}")
                (disk / "ballast").unlink()
                _call(channel, _CALLS)
                calls += _CALLS
                records = _settled(server, calls)
                if records["failed"] != lost:
                    raise CampaignFault(f"with room again {records['failed'] - lost} lines were lost")
                _check_lines(disk / "record", records["written"])
                if (code := _registered(channel, calls)) != "OK":
                    raise CampaignFault(f"evidence with room again had {code}")
                figures.counts["fills"] += 1
            figures.counts.update(records)
            server.check_alive()
    return figures


def _registered(channel: grpc.Channel, fee: int) -> str:
    """The status of registering evidence that nobody has registered yet, of 100 KB; it is let go of again."""
    data = evidence_bytes((model.Source("1", f"The fee is {fee} euros. " * 5000),))
    call = channel.unary_unary(_REGISTER).future(data, timeout=WAIT_SECONDS)
    call.exception()
    if call.code() is grpc.StatusCode.OK:
        channel.unary_unary(_DELETE)(deletion_bytes(evidence_id_from(call.result())), timeout=WAIT_SECONDS)
    return str(call.code().name)


def _check_lines(folder: Path, written: int) -> None:
    """Raises CampaignFault unless the files of the record hold so many whole lines."""
    lines = [line for file in folder.iterdir() for line in file.read_text("utf-8").splitlines()]
    for line in lines:
        json.loads(line)
    if len(lines) != written:
        raise CampaignFault(f"{written} lines were counted as written, and {len(lines)} are there")


PART = Part("full-disk", "fills", 100, 10, run, missing)
