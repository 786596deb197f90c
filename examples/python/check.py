"""Checks an answer against a source over gRPC, with stubs generated from proto/: see README.md beside this file.

PYTHONPATH=gen python check.py ADDRESS ANSWER_FILE SOURCE_FILE [CA_FILE]
"""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from verify.v1 import config_pb2, report_pb2, text_pb2, verify_service_pb2, verify_service_pb2_grpc

TIMEOUT_SECONDS = 30
# A sentence is judged once it is sure where it ends: a generator would go on with something like this.
MORE = "\n\nMore of it is being written, though nobody waits for it any longer.\n"


def request_for(answer: str, source: str) -> verify_service_pb2.VerifyRequest:
    """Spans are asked for in code points, the unit of Python's strings."""
    return verify_service_pb2.VerifyRequest(
        answer_text=answer,
        sources=[text_pb2.Source(source_id="1", text=source)],
        config=config_pb2.Config(offset_unit=text_pb2.OFFSET_UNIT_CODE_POINTS),
    )


def slice_of(text: str, span: text_pb2.Span, expected: str) -> str:
    """What a span covers, and the proof that client and server count alike."""
    covered = text[span.start : span.end]
    if covered != expected:
        raise ValueError(f"span {span.start}..{span.end} does not cover what it should")
    return f"{span.start}\t{span.end}"


def verify(stub: verify_service_pb2_grpc.VerifyServiceStub, answer: str, source: str) -> None:
    """One answer, one report."""
    report = stub.Verify(request_for(answer, source), timeout=TIMEOUT_SECONDS)
    print("verify", report_pb2.Outcome.Name(report.outcome), sep="\t")
    for claim in report.claims:
        place = slice_of(answer, claim.answer_span, claim.text)
        print("claim", place, report_pb2.Verdict.Name(claim.verdict), sep="\t")
        for ref in claim.refs:
            print("ref", slice_of(source, ref.source_span, ref.text), sep="\t")
    for finding in report.findings:
        print("finding", finding.reason_id, report_pb2.Severity.Name(finding.severity), sep="\t")


def batch(stub: verify_service_pb2_grpc.VerifyServiceStub, answer: str, source: str) -> None:
    """Many answers in one call; a bad request among them is an error in its place."""
    good = request_for(answer, source)
    message = verify_service_pb2.BatchVerifyRequest(requests=[good, verify_service_pb2.VerifyRequest(), good])
    for reply in stub.BatchVerify(iter([message]), timeout=TIMEOUT_SECONDS):
        for result in reply.results:
            if result.HasField("error"):
                print("batch", result.index, result.error.code, result.error.details[0].field, sep="\t")
            else:
                print("batch", result.index, report_pb2.Outcome.Name(result.response.outcome), sep="\t")


def deltas(answer: str, source: str) -> Iterator[verify_service_pb2.VerifyStreamRequest]:
    """An answer as a generator writes it: evidence first, then bytes, cut anywhere."""
    whole = request_for(answer, source)
    opening = verify_service_pb2.VerifyStreamOpen(sources=whole.sources, config=whole.config)
    yield verify_service_pb2.VerifyStreamRequest(open=opening)
    data = answer.encode()
    for start in range(0, len(data), 7):
        yield verify_service_pb2.VerifyStreamRequest(delta=data[start : start + 7])


def stream(stub: verify_service_pb2_grpc.VerifyServiceStub, answer: str, source: str) -> None:
    """An answer checked while it is being written: findings as soon as they are sure, at the end the whole report."""
    told = 0
    for reply in stub.VerifyStream(deltas(answer, source), timeout=TIMEOUT_SECONDS):
        told += len(reply.progress.findings)
        if reply.HasField("report"):
            print("stream", report_pb2.Outcome.Name(reply.report.outcome), told, sep="\t")


def stopped(stub: verify_service_pb2_grpc.VerifyServiceStub, answer: str, source: str) -> None:
    """An answer that is given up at its first finding, though more of it might come."""
    over = threading.Event()

    def unended() -> Iterator[verify_service_pb2.VerifyStreamRequest]:
        yield from deltas(answer + MORE, source)
        over.wait()

    call = stub.VerifyStream(unended(), timeout=TIMEOUT_SECONDS)
    finding = next(finding for reply in call for finding in reply.progress.findings)
    call.cancel()
    over.set()
    print("stopped", finding.reason_id, sep="\t")


def refused(stub: verify_service_pb2_grpc.VerifyServiceStub) -> None:
    """A request without an answer: the code for programs, and details that name the field and the fix."""
    try:
        stub.Verify(verify_service_pb2.VerifyRequest(), timeout=TIMEOUT_SECONDS)
    except grpc.RpcError as error:
        reason = field = ""
        for detail in rpc_status.from_call(error).details:
            info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
            if detail.Unpack(info):
                reason = info.reason
            if detail.Unpack(bad):
                field = bad.field_violations[0].field
        print("refused", error.code().name, reason, field, sep="\t")


def deadline(stub: verify_service_pb2_grpc.VerifyServiceStub, answer: str) -> None:
    """Megabytes of evidence and a millisecond: the call ends when its time is over."""
    try:
        stub.Verify(request_for(answer, "word " * 1_000_000), timeout=0.001)
    except grpc.RpcError as error:
        print("deadline", error.code().name, sep="\t")


def main() -> None:
    """Does it all, one after the other."""
    address, answer_file, source_file, *ca_file = sys.argv[1:]
    answer, source = (Path(name).read_bytes().decode() for name in (answer_file, source_file))
    if ca_file:
        channel = grpc.secure_channel(address, grpc.ssl_channel_credentials(Path(ca_file[0]).read_bytes()))
    else:
        channel = grpc.insecure_channel(address)
    with channel:
        stub = verify_service_pb2_grpc.VerifyServiceStub(channel)
        verify(stub, answer, source)
        batch(stub, answer, source)
        stream(stub, answer, source)
        stopped(stub, answer, source)
        refused(stub)
        deadline(stub, answer)


if __name__ == "__main__":
    main()
