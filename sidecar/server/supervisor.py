"""Several worker processes behind one port: a worker that dies is replaced, and the others do not notice.

Each worker is a fresh interpreter that shares the port with the others (SO_REUSEPORT): the kernel spreads connections
over them. The supervisor itself never imports gRPC, computes nothing and has one thread. What passes between the two:
the worker's standard input gets its settings as one line and is then kept open, so that a worker whose supervisor is
gone reads its end and drains; on its standard output the worker says once that it answers.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import secrets
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from types import FrameType
from typing import Any

import sidecar
from sidecar import lang
from sidecar.config import ServerSettings, unix_path
from sidecar.errors import ConfigurationError
from sidecar.evidence.store import KEY_BYTES, EvidenceFolder
from sidecar.server import logs
from sidecar.server.listen import reserve
from sidecar.server.policy import PolicyFile

LOGGER = logging.getLogger("sidecar.server")

_LONGEST_PAUSE_SECONDS = 30.0
# What a worker that was told to drain may take beyond its grace before it is killed.
_KILL_MARGIN_SECONDS = 5.0


class _Worker:
    """One worker process, and whether it has said that it answers."""

    def __init__(self, settings: ServerSettings, policy: str, metrics_folder: str, evidence: Mapping[str, str]) -> None:
        paths = [str(Path(sidecar.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        environment["PROMETHEUS_MULTIPROC_DIR"] = metrics_folder  # where workers count together, if they count at all
        # -P: what lies in the current directory is no module of ours.
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "sidecar.server.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            process_group=0,  # Ctrl-C in a terminal is the supervisor's to pass on
        )
        self.ready = False
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it has ended already: whoever waits for it will see that
            given = {"settings": asdict(settings), "policy": policy, "evidence": evidence}
            self.process.stdin.write(json.dumps(given).encode() + b"\n")
            self.process.stdin.flush()

    def ended_well(self) -> bool:
        """Whether it drained, or was told to before it had begun to serve."""
        status = self.process.returncode
        return status == 0 or (not self.ready and status == -signal.SIGTERM)

    def close(self) -> None:
        """Waits for the process, which has ended or was killed, and lets its pipes go."""
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):
                pipe.close()


class Supervisor:
    """Keeps `settings.workers` workers alive until a signal ends them all."""

    def __init__(self, settings: ServerSettings, on_ready: Callable[[str, str], None] | None) -> None:
        """Takes the port. Raises ConfigurationError when it cannot be had, or is no port."""
        if unix_path(settings.address) is not None:
            raise ConfigurationError(
                f"address {settings.address!r}: a Unix socket cannot be shared by {settings.workers} workers;"
                " give --workers 1 or a HOST:PORT address"
            )
        self.address, self._held = reserve(settings.address)
        self.http_address = ""
        if settings.http_address:
            try:
                self.http_address, held = reserve(settings.http_address)
            except ConfigurationError:
                for one in self._held:
                    one.close()
                raise
            self._held += held
        self._evidence_folder = EvidenceFolder(settings.evidence_folder)
        self._evidence_key = secrets.token_bytes(KEY_BYTES)  # of this start alone, and known to its workers alone
        self._metrics_folder = tempfile.TemporaryDirectory(prefix="verify-sidecar-metrics-")
        self._settings = replace(settings, address=self.address, http_address=self.http_address)
        self._policy = PolicyFile(settings.config_file)
        self._on_ready = on_ready
        self._workers: list[_Worker] = []
        self._selector = selectors.DefaultSelector()
        self._stop = 0  # the signal that began the end
        self._deadline = 0.0
        self._announced = False
        self._failures = 0  # workers in a row that ended before they answered
        self._restart_at = 0.0

    def run(self) -> int:
        """Serves until SIGTERM or SIGINT, then drains. The exit status: 0, or 1 when a worker did not end well."""
        read_end, write_end = os.pipe()
        os.set_blocking(read_end, False)
        os.set_blocking(write_end, False)
        previous_descriptor = signal.set_wakeup_fd(write_end)
        numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD, signal.SIGHUP)
        previous: dict[int, Any] = {number: signal.signal(number, _ignored) for number in numbers}
        self._selector.register(read_end, selectors.EVENT_READ)
        try:
            for _ in range(self._settings.workers):
                self._start()
            return self._serve(read_end)
        finally:
            for worker in self._workers:
                worker.process.kill()
                worker.close()
            for number, handler in previous.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(previous_descriptor)
            self._selector.close()
            os.close(read_end)
            os.close(write_end)
            for held in self._held:
                held.close()
            self._metrics_folder.cleanup()
            self._evidence_folder.close()

    def _serve(self, signals: int) -> int:
        status = 0
        while True:
            for key, _ in self._selector.select(self._patience()):
                if key.fd == signals:
                    self._heed(os.read(signals, 4096))
                else:
                    self._hear(key.data)
            ended = [worker for worker in self._workers if worker.process.poll() is not None]
            for worker in ended:
                self._forget(worker)
                if self._stop and not worker.ended_well():
                    status = 1
                if not self._stop and not self._announced:
                    LOGGER.error("a worker ended before it answered, with status %s", worker.process.returncode)
                    return 1
                if not self._stop:
                    self._mourn(worker)
            if self._stop:
                if not self._workers:
                    return status
                if time.monotonic() >= self._deadline:
                    LOGGER.error("%d workers did not drain in time", len(self._workers))
                    return 1
            elif time.monotonic() >= self._restart_at:
                for _ in range(self._settings.workers - len(self._workers)):
                    self._start()

    def _patience(self) -> float | None:
        """Seconds that may pass until something is due, None where nothing is."""
        if self._stop:
            return max(0.0, self._deadline - time.monotonic())
        if len(self._workers) < self._settings.workers:
            return max(0.0, self._restart_at - time.monotonic())
        return None

    def _start(self) -> None:
        self._policy.reload_if_changed()  # a worker that comes while the file is bad gets the last good one
        evidence = {"folder": str(self._evidence_folder.path), "key": self._evidence_key.hex()}
        worker = _Worker(replace(self._settings, workers=1), self._policy.text, self._metrics_folder.name, evidence)
        self._workers.append(worker)
        assert worker.process.stdout is not None
        self._selector.register(worker.process.stdout, selectors.EVENT_READ, worker)

    def _hear(self, worker: _Worker) -> None:
        """A worker says that it answers, or has closed its end."""
        assert worker.process.stdout is not None
        said = os.read(worker.process.stdout.fileno(), 4096)
        if not said:
            self._selector.unregister(worker.process.stdout)
            return
        worker.ready = True
        self._failures = 0
        if not self._announced and all(one.ready for one in self._workers):
            self._announced = True
            LOGGER.info("%d workers are serving on %s", len(self._workers), self.address)
            if self._on_ready is not None:
                self._on_ready(self.address, self.http_address)

    def _heed(self, numbers: bytes) -> None:
        for number in numbers:
            if number == signal.SIGHUP:
                for worker in self._workers:
                    if worker.ready:  # one that is not reads the file anyway, and would die of the signal
                        worker.process.send_signal(signal.SIGHUP)
            if number not in (signal.SIGTERM, signal.SIGINT):
                continue
            if self._stop:
                for worker in self._workers:
                    worker.process.kill()
                self._metrics_folder.cleanup()
                self._evidence_folder.close()
                # Not sys.exit: the second signal is to cut every other end short.
                os._exit(128 + number)
            self._stop = number
            grace = self._settings.drain_grace_seconds
            LOGGER.info("draining for at most %s seconds", grace)
            self._deadline = time.monotonic() + grace + _KILL_MARGIN_SECONDS
            for worker in self._workers:
                worker.process.send_signal(signal.SIGTERM)

    def _forget(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        # What it counted stays; what it had under way is over. The library's own way of saying so would import it here.
        for file in Path(self._metrics_folder.name).glob(f"gauge_live*_{worker.process.pid}.db"):
            file.unlink()
        assert worker.process.stdout is not None
        if worker.process.stdout in self._selector.get_map():
            self._selector.unregister(worker.process.stdout)
        worker.close()

    def _mourn(self, worker: _Worker) -> None:
        """Says that a worker has died, and when its place is filled: at once, later if it never answered."""
        pause = 0.0
        if not worker.ready:
            self._failures += 1
            pause = min(2.0 ** (self._failures - 1), _LONGEST_PAUSE_SECONDS)
        self._restart_at = time.monotonic() + pause
        LOGGER.warning(
            "worker %d ended with status %d; it is replaced in %s seconds",
            worker.process.pid,
            worker.process.returncode,
            pause,
        )


def run(settings: ServerSettings, *, on_ready: Callable[[str, str], None] | None = None) -> int:
    """Serves with `settings.workers` processes until SIGTERM or SIGINT, then drains; returns the exit status.

    To be called in the main thread. `on_ready` gets the addresses as bound, of gRPC and of HTTP or "", once every
    worker answers. A second signal kills the workers and ends the process at once, with 128 plus its number. Raises
    ConfigurationError when an address cannot be had, and where a table of the operator's own is wrong.
    """
    logs.set_up(settings.log_format)
    if settings.language_folder:
        lang.add_tables(settings.language_folder)  # here for its faults alone: each worker reads them itself
    return Supervisor(settings, on_ready).run()


def _ignored(number: int, frame: FrameType | None) -> None:
    """Being there keeps the signal from its default; the descriptor tells of it."""
