"""`verify-sidecar serve`: the gRPC server, until a signal ends it."""

from __future__ import annotations

from typing import Annotated

import typer


def serve(
    config_file: Annotated[
        str | None,
        typer.Option(help="TOML file with [server], [limits], [policy] and [shadow]; see docs/operating.md."),
    ] = None,
    address: Annotated[
        str | None,
        typer.Option(help="HOST:PORT or unix:PATH; port 0 takes any free one. Default: 127.0.0.1:50051."),
    ] = None,
    unix_socket_mode: Annotated[
        str | None, typer.Option(help="Permissions of the Unix socket, octal: who may write may call. Default: 600.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes that share the port; one that dies is replaced. Default: 1.")
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(help="Verifications at the same time in one worker. Default: the number of cores, at least 2."),
    ] = None,
    drain_grace_seconds: Annotated[
        float | None, typer.Option(help="How long running calls may still take after the first signal. Default: 10.")
    ] = None,
    tls_certificate_file: Annotated[
        str | None, typer.Option(help="PEM with the server's certificate chain: speak TLS. Read again when it changes.")
    ] = None,
    tls_key_file: Annotated[str | None, typer.Option(help="PEM with the key of that certificate.")] = None,
    tls_client_ca_file: Annotated[
        str | None, typer.Option(help="PEM: answer only callers with a certificate of this authority.")
    ] = None,
    token_file: Annotated[
        str | None,
        typer.Option(help="File with a bearer token on each line: ask for one at guarded surfaces. Read on change."),
    ] = None,
    client_names: Annotated[
        str | None, typer.Option(help="Names in certificates, with commas, of callers that need no token there.")
    ] = None,
    guarded: Annotated[
        str | None,
        typer.Option(
            help="Surfaces that ask for a credential if there is one: evidence, info, metrics, prompt, review,"
            " verify. Default: metrics,review."
        ),
    ] = None,
    http_address: Annotated[
        str | None, typer.Option(help="HOST:PORT for the same calls over HTTP, and health. Default: none.")
    ] = None,
    http_allowed_hosts: Annotated[
        str | None,
        typer.Option(help="Host names, with commas, by which callers may name the HTTP server, beside localhost."),
    ] = None,
    log_format: Annotated[
        str | None, typer.Option(help="text, or json: a line for each call too, never with texts. Default: text.")
    ] = None,
    otlp_endpoint: Annotated[
        str | None,
        typer.Option(help="http(s)://HOST:PORT of an OpenTelemetry collector (OTLP over gRPC). Default: none."),
    ] = None,
    record_folder: Annotated[
        str | None, typer.Option(help="Folder to write each checked answer to, as lines of JSON. Default: none.")
    ] = None,
    record_texts: Annotated[
        str | None, typer.Option(help="kept, or hashed: keyed hashes in the place of all texts. Default: kept.")
    ] = None,
    record_key_file: Annotated[str | None, typer.Option(help="File with the key of those hashes.")] = None,
    record_max_file_bytes: Annotated[
        int | None, typer.Option(help="Longest file of the record before the next is begun. Default: 67108864.")
    ] = None,
    record_max_files: Annotated[
        int | None, typer.Option(help="Most files of the record; the oldest are removed. Default: 16.")
    ] = None,
    evidence_folder: Annotated[
        str | None,
        typer.Option(help="Where a private folder for registered evidence is made. Default: that of temporary files."),
    ] = None,
    language_folder: Annotated[
        str | None, typer.Option(help="Tables of your own (phrases, roles, units, languages) beside ours: CODE.toml.")
    ] = None,
    max_message_bytes: Annotated[
        int | None, typer.Option(help="Longest request, and longest reply, in bytes. Default: 16777216.")
    ] = None,
    max_sources: Annotated[int | None, typer.Option(help="Most sources of a request. Default: 10000.")] = None,
    max_evidence_characters: Annotated[
        int | None, typer.Option(help="Most characters (code points) of evidence in a request. Default: 8388608.")
    ] = None,
    max_claims: Annotated[
        int | None, typer.Option(help="Most sentences of an answer, claims or not. Default: 2000.")
    ] = None,
    max_request_id_characters: Annotated[int | None, typer.Option(help="Longest request id. Default: 128.")] = None,
    max_concurrent_rpcs: Annotated[
        int | None, typer.Option(help="Calls that one worker lets in; more are refused at once. Default: 64.")
    ] = None,
    max_batch_requests: Annotated[
        int | None, typer.Option(help="Most requests in one message of a batch. Default: 1000.")
    ] = None,
    max_held_evidence_bytes: Annotated[
        int | None,
        typer.Option(help="Registered evidence with its indexes, of all workers together. Default: 268435456."),
    ] = None,
) -> None:
    """Serve verify.v1 over gRPC until a signal. Every option has a twin in the environment, --max-sources for example
    VERIFY_SIDECAR_MAX_SOURCES; the option wins.
    """
    from sidecar.cli import serving

    status = serving.serve(
        {
            "config_file": config_file,
            "address": address,
            "unix_socket_mode": unix_socket_mode,
            "workers": workers,
            "threads": threads,
            "drain_grace_seconds": drain_grace_seconds,
            "tls_certificate_file": tls_certificate_file,
            "tls_key_file": tls_key_file,
            "tls_client_ca_file": tls_client_ca_file,
            "token_file": token_file,
            "client_names": client_names,
            "guarded": guarded,
            "http_address": http_address,
            "http_allowed_hosts": http_allowed_hosts,
            "log_format": log_format,
            "otlp_endpoint": otlp_endpoint,
            "record_folder": record_folder,
            "record_texts": record_texts,
            "record_key_file": record_key_file,
            "record_max_file_bytes": record_max_file_bytes,
            "record_max_files": record_max_files,
            "evidence_folder": evidence_folder,
            "language_folder": language_folder,
            "max_message_bytes": max_message_bytes,
            "max_sources": max_sources,
            "max_evidence_characters": max_evidence_characters,
            "max_claims": max_claims,
            "max_request_id_characters": max_request_id_characters,
            "max_concurrent_rpcs": max_concurrent_rpcs,
            "max_batch_requests": max_batch_requests,
            "max_held_evidence_bytes": max_held_evidence_bytes,
        }
    )
    raise typer.Exit(status)
