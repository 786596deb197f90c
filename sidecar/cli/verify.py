"""`verify-sidecar verify`: one request, a line of requests after another, or an answer against real files."""

from __future__ import annotations

import dataclasses
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sidecar.cli.lines import open_input, read_lines, read_text, read_whole
from sidecar.cli.output import Format, console, one_line, write_json
from sidecar.errors import RequestError, ResourceExhausted
from sidecar.model import CitationPolicy, Config, OffsetUnit, Outcome, Request, View

if TYPE_CHECKING:
    from sidecar.config import Limits


def verify(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help='One VerifyRequest as protobuf JSON; "-" is standard input.')
    ] = None,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="FILE holds one request a line; one reply a line.")] = False,
    answer: Annotated[
        str | None, typer.Option(metavar="TEXT|@FILE", help="The answer itself, or @ and the file that holds it.")
    ] = None,
    evidence: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Evidence for --answer; repeatable. A PDF page or a sheet is one source."),
    ] = None,
    question: Annotated[str | None, typer.Option(metavar="TEXT", help="The question that --answer answers.")] = None,
    require_citations: Annotated[
        bool, typer.Option("--require-citations", help="Every claim of --answer must carry a citation.")
    ] = False,
    check_digest: Annotated[
        str | None,
        typer.Option(metavar="RESPONSE", help="Verify FILE again and hold it against this stored response."),
    ] = None,
    language_folder: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Tables of your own beside ours, as serve has them.")
    ] = None,
    output_format: Annotated[
        Format | None, typer.Option("--format", help="Default: text for --answer on a terminal, else JSON.")
    ] = None,
) -> None:
    """Check answers against their evidence. Exit status: 0 pass, 1 any other outcome, 2 bad input."""
    from sidecar.config import read_settings

    if (file is None) == (answer is None):
        raise typer.BadParameter("give either FILE or --answer")
    if answer is None and (evidence or question is not None or require_citations):
        raise typer.BadParameter("--evidence, --question and --require-citations go with --answer; FILE holds its own")
    if jsonl and (file is None or output_format is Format.TEXT):
        raise typer.BadParameter("--jsonl goes with FILE, and replies in JSON")
    if check_digest is not None and (file is None or jsonl or output_format is not None):
        raise typer.BadParameter("--check-digest goes with one request in FILE, and prints text")
    settings = read_settings({"language_folder": language_folder})
    limits = settings.limits
    if settings.language_folder:
        from sidecar import lang

        lang.add_tables(settings.language_folder)
    if file is not None and check_digest is not None:
        raise typer.Exit(_replay(file, check_digest, limits))
    if file is not None and jsonl:
        raise typer.Exit(_lines(file, limits))
    if file is not None:
        raise typer.Exit(_one(file, output_format or Format.JSON, limits))
    request = _from_files(answer or "", tuple(evidence or ()), question or "", require_citations, limits)
    on_terminal = Format.TEXT if sys.stdout.isatty() else Format.JSON
    raise typer.Exit(_judge(request, output_format or on_terminal, limits))


def _lines(name: str, limits: Limits) -> int:
    """Streams: a reply is out before the next line is read. Returns the worst line's status."""
    worst = 0
    with open_input(name) as stream:
        for number, line in enumerate(read_lines(stream, limits.max_message_bytes), 1):
            reply, status = _reply(number, line, limits)
            worst = max(worst, status)
            sys.stdout.buffer.write(reply.encode("utf-8") + b"\n")
            sys.stdout.buffer.flush()
    return worst


def _reply(number: int, line: bytes | ResourceExhausted, limits: Limits) -> tuple[str, int]:
    from sidecar import engine
    from sidecar.server.translate import error_to_json, report_to_json, request_from_json, request_id_from_json

    if isinstance(line, ResourceExhausted):
        return error_to_json("", _in_line(number, line)), 2
    try:
        report = engine.verify(request_from_json(line, limits), limits)
        return report_to_json(report), _status(report.outcome)
    except RequestError as error:
        return error_to_json(request_id_from_json(line), _in_line(number, error)), 2


def _in_line(number: int, error: RequestError) -> RequestError:
    """Without its id a bad line is found by its number alone."""
    error.args = (f"line {number}: {error}",)
    return error


def _one(name: str, output_format: Format, limits: Limits) -> int:
    from sidecar.server.translate import error_to_json, request_from_json, request_id_from_json

    data = b""
    try:
        with open_input(name) as stream:
            data = read_whole(stream, limits.max_message_bytes)
        return _judge(request_from_json(data, limits), output_format, limits)
    except RequestError as error:
        if output_format is Format.TEXT:
            raise
        write_json(error_to_json(request_id_from_json(data), error))
        return 2


def _replay(name: str, response_name: str, limits: Limits) -> int:
    from sidecar.cli.replay import replay
    from sidecar.server.translate import request_from_json

    with open_input(name) as stream:
        request = request_from_json(read_whole(stream, limits.max_message_bytes), limits)
    return replay(request, response_name, limits)


def _judge(request: Request, output_format: Format, limits: Limits) -> int:
    from sidecar import engine

    if output_format is Format.JSON:
        from sidecar.server.translate import report_to_json

        report = engine.verify(request, limits)
        write_json(report_to_json(report, indent=2 if sys.stdout.isatty() else None))
    else:
        from sidecar.cli.text_report import print_report

        # the text shows everything, and cuts with Python's own offsets; neither changes the judgement
        config = dataclasses.replace(request.config, view=View.FULL, offset_unit=OffsetUnit.CODE_POINTS)
        report = engine.verify(dataclasses.replace(request, config=config), limits)
        print_report(console(), request, report)
    return _status(report.outcome)


def _from_files(
    answer: str, evidence: tuple[str, ...], question: str, require_citations: bool, limits: Limits
) -> Request:
    from sidecar.evidence.documents import read_documents

    if answer.startswith("@"):
        answer = read_text(answer[1:], limits.max_message_bytes)
    found = read_documents(evidence)
    for page in found.unreadable:
        sys.stderr.write(f"verify-sidecar: {one_line(page.source_id)}: {page.reason}\n")
    return Request(
        answer_text=answer,
        sources=found.sources,
        question_text=question,
        config=Config(citation_policy=CitationPolicy(required=require_citations)),
    )


def _status(outcome: Outcome) -> int:
    return 0 if outcome is Outcome.PASS else 1
