"""The server as a process: what it serves, where, and how it ends."""

from __future__ import annotations

import secrets
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import grpc

from sidecar import engine as default_engine
from sidecar import lang
from sidecar.config import ServerSettings
from sidecar.errors import ConfigurationError
from sidecar.evidence.store import KEY_BYTES, EvidenceFolder, EvidenceStore
from sidecar.server import heap, inflation, logs, tls
from sidecar.server.calls import Observer, Observers
from sidecar.server.ending import LOGGER
from sidecar.server.evidence import EvidenceEngine, HeldEvidence
from sidecar.server.gate import Gate
from sidecar.server.guard import Guard, GuardInterceptor
from sidecar.server.health import SERVICE_NAME, Health
from sidecar.server.inflation import inflating
from sidecar.server.listen import bind, listener
from sidecar.server.logs import CallLog
from sidecar.server.observed import CallInterceptor, ObservedEngine, ObservedEvidence
from sidecar.server.policy import PolicyFile
from sidecar.server.reflection import reflection_handlers
from sidecar.server.servicer import Engine, Evidence, Servicer
from sidecar.server.signals import Signals

if TYPE_CHECKING:
    from sidecar.server.http import HttpServer
    from sidecar.server.metrics import Metrics

# Room beside the RPCs that are let in: streams of health and reflection, and RPCs about to be refused.
_SPARE_THREADS = 64
_OPTIONS = (
    # A sidecar's callers may keep idle connections alive with pings every 10 seconds.
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 10_000),
    ("grpc.max_send_message_length", -1),
)


class Server:
    """A bound server. `address` is where it listens, with the real port; `http_address` too, "" where it does not."""

    def __init__(
        self,
        settings: ServerSettings,
        engine: Engine,
        *,
        shares_port: bool = False,
        last_good_policy: str | None = None,
        store: EvidenceStore | None = None,
    ) -> None:
        """Binds, to a port and beside a store that other workers may share; without a store, makes one of its own.

        Raises ConfigurationError when the address or the folder for evidence cannot be had.
        """
        self.policy = PolicyFile(settings.config_file, last_good_policy)
        limits = settings.limits
        self._folder: EvidenceFolder | None = None
        if store is None:
            self._folder = EvidenceFolder(settings.evidence_folder)
            store = EvidenceStore(self._folder.path, secrets.token_bytes(KEY_BYTES), limits.max_held_evidence_bytes)
        threads = limits.max_concurrent_rpcs + _SPARE_THREADS
        # grpc's own limit on messages answers without details, so ours, at half of it, is met first by most.
        receive_limit = ("grpc.max_receive_message_length", 2 * limits.max_message_bytes)
        # As many threads as RPCs: the pool starts them as they are needed, and its queue stays empty.
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="rpc")
        options = (*_OPTIONS, *inflation.OPTIONS, receive_limit, ("grpc.so_reuseport", int(shares_port)))
        metrics: Metrics | None = None
        if settings.http_address:  # that is where they can be seen
            from sidecar.server.metrics import Metrics, ShadowedEngine

            metrics = Metrics(store.usage)
            engine = ShadowedEngine(engine, metrics, self.policy)
        observers, guard = Observers(_watching(settings, metrics)), Guard(settings)
        self._observers = observers
        interceptors: list[grpc.ServerInterceptor] = [GuardInterceptor(guard)] if guard else []
        evidence: Evidence = HeldEvidence(store, limits, count=None if metrics is None else metrics.count_evidence)
        if observers:
            engine, evidence = ObservedEngine(engine, observers), ObservedEvidence(evidence, observers)
            interceptors.insert(0, CallInterceptor(observers))
        engine = EvidenceEngine(engine, evidence)
        self._server = grpc.server(
            self._pool, interceptors=interceptors, options=options, maximum_concurrent_rpcs=threads
        )
        gate = Gate(limits.max_concurrent_rpcs, settings.threads)
        methods = Servicer(engine, evidence, limits, gate, self.policy).handlers()
        services = (*methods, SERVICE_NAME)
        self._health = Health(services)
        for name, handlers in {**methods, **self._health.handlers(), **reflection_handlers(services)}.items():
            inflate = {method: inflating(handler, limits.max_message_bytes) for method, handler in handlers.items()}
            self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(name, inflate),))
        self.address = bind(
            self._server,
            settings.address,
            shares_port=shares_port,
            credentials=tls.credentials(settings),
            unix_socket_mode=settings.unix_socket_mode,
        )
        self.http_address = ""
        self._http: HttpServer | None = None
        if metrics is not None:
            from sidecar.server.http import HttpServer  # its libraries take longer to load than gRPC's

            bound = listener(settings.http_address, shares_port=shares_port)
            self.http_address = f"{settings.http_address.rpartition(':')[0]}:{bound.getsockname()[1]}"
            self._http = HttpServer(settings, engine, evidence, gate, self.policy, metrics, observers, guard, bound)

    def start(self) -> None:
        """Begins to answer; every service is healthy from now on."""
        self._server.start()
        self.policy.watch()
        if self._http is not None:
            self._http.start()

    def drain(self, grace_seconds: float) -> None:
        """Turns unhealthy, takes no new RPC, lets running ones end for so long, cancels the rest; returns when done."""
        self._health.end()
        self.policy.end()
        stopped = self._server.stop(grace_seconds)
        if self._http is not None:
            self._http.drain(grace_seconds)
        stopped.wait()
        self._pool.shutdown()
        self._observers.closed()
        self.abandon()

    def abandon(self) -> None:
        """Leaves nothing on the disk that only this process could use, whatever still runs."""
        if self._folder is not None:
            self._folder.close()


def _watching(settings: ServerSettings, metrics: Metrics | None) -> tuple[Observer, ...]:
    """Who is told of calls, as the settings have it; none of their libraries is loaded without need."""
    out: list[Observer] = [] if metrics is None else [metrics]
    if settings.otlp_endpoint:
        try:
            from sidecar.server.telemetry import Telemetry
        except ModuleNotFoundError as error:
            raise ConfigurationError(
                f"--otlp-endpoint needs {error.name}: pip install 'verify-sidecar[otel]'"
            ) from None
        out.append(Telemetry(settings.otlp_endpoint))
    if settings.log_format == "json":  # behind the traces, whose ids it tells
        out.append(CallLog())
    if settings.record_folder:
        from sidecar.server.record import Recorder

        out.append(Recorder(settings, metrics.recorded if metrics is not None else lambda _: None))
    return tuple(out)


def create_server(settings: ServerSettings, *, engine: Engine = default_engine) -> Server:
    """A bound server that is not started yet. Raises ConfigurationError when the address cannot be had."""
    return Server(settings, engine)


def run(
    settings: ServerSettings,
    *,
    engine: Engine = default_engine,
    shares_port: bool = False,
    last_good_policy: str | None = None,
    store: EvidenceStore | None = None,
    on_ready: Callable[[str, str], None] | None = None,
) -> int:
    """Serves in this process until SIGTERM or SIGINT, then drains; returns the exit status. For the main thread.

    `on_ready` gets the addresses as bound, of gRPC and of HTTP or "", once both answer. A second signal ends the
    process at once, with 128 plus its number. `store` and what is raised as for `Server`.
    """
    logs.set_up(settings.log_format)
    heap.keep_little(settings.threads)
    if settings.language_folder:
        lang.add_tables(settings.language_folder)
    server = Server(settings, engine, shares_port=shares_port, last_good_policy=last_good_policy, store=store)
    asked_to_end = (signal.SIGTERM, signal.SIGINT)
    with Signals(*asked_to_end, on_hangup=server.policy.reload, on_second=server.abandon) as signals:
        server.start()
        LOGGER.info("serving on %s", server.address)
        if on_ready is not None:
            on_ready(server.address, server.http_address)
        signals.wait()
        LOGGER.info("draining for at most %s seconds", settings.drain_grace_seconds)
        server.drain(settings.drain_grace_seconds)
    return 0
