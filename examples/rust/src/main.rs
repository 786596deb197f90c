//! Checks an answer against a source over gRPC, with stubs generated from proto/: see README.md beside this crate.
//!
//!     check ADDRESS ANSWER_FILE SOURCE_FILE [CA_FILE]

use std::error::Error;
use std::iter::successors;
use std::time::Duration;

use tokio_stream::StreamExt;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};
use tonic::{Code, Request, Status, TimeoutExpired};
use tonic_types::StatusExt;

/// What is generated from proto/verify/v1.
#[allow(clippy::doc_lazy_continuation)]
mod v1 {
    tonic::include_proto!("verify.v1");
}

use v1::batch_verify_result::Result as BatchResult;
use v1::verify_request::Answer;
use v1::verify_service_client::VerifyServiceClient;
use v1::verify_stream_request::Message;
use v1::verify_stream_response::Message as Reply;
use v1::{BatchVerifyRequest, Config, OffsetUnit, Source, Span, VerifyRequest, VerifyStreamOpen, VerifyStreamRequest};

type Outcome<T> = std::result::Result<T, Box<dyn Error>>;

const TIMEOUT: Duration = Duration::from_secs(30);
/// A sentence is judged once it is sure where it ends: a generator would go on with something like this.
const MORE: &str = "\n\nMore of it is being written, though nobody waits for it any longer.\n";

/// Spans are asked for in UTF-8 bytes, the unit of Rust's strings.
fn request_for(answer: &str, source: &str) -> VerifyRequest {
    VerifyRequest {
        answer: Some(Answer::AnswerText(answer.to_owned())),
        sources: vec![Source { source_id: "1".to_owned(), text: source.to_owned(), ..Source::default() }],
        config: Some(Config { offset_unit: Some(OffsetUnit::Utf8Bytes.into()), ..Config::default() }),
        ..VerifyRequest::default()
    }
}

/// A message with a time limit.
fn within<T>(limit: Duration, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.set_timeout(limit);
    request
}

/// A span as text, and the proof that client and server count alike.
fn place(text: &str, span: Option<Span>, expected: &str) -> Outcome<String> {
    let Span { start, end } = span.unwrap_or_default();
    if text.get(start as usize..end as usize) != Some(expected) {
        return Err(format!("span {start}..{end} does not cover what it should").into());
    }
    Ok(format!("{start}\t{end}"))
}

/// One answer, one report.
async fn verify(client: &mut VerifyServiceClient<Channel>, answer: &str, source: &str) -> Outcome<()> {
    let report = client.verify(within(TIMEOUT, request_for(answer, source))).await?.into_inner();
    println!("verify\t{}", report.outcome().as_str_name());
    for claim in &report.claims {
        let span = place(answer, claim.answer_span, &claim.text)?;
        println!("claim\t{span}\t{}", claim.verdict().as_str_name());
        for found in &claim.refs {
            println!("ref\t{}", place(source, found.source_span, &found.text)?);
        }
    }
    for finding in &report.findings {
        println!("finding\t{}\t{}", finding.reason_id, finding.severity().as_str_name());
    }
    Ok(())
}

/// Many answers in one call; a bad request among them is an error in its place.
async fn batch(client: &mut VerifyServiceClient<Channel>, answer: &str, source: &str) -> Outcome<()> {
    let good = request_for(answer, source);
    let message = BatchVerifyRequest { requests: vec![good.clone(), VerifyRequest::default(), good] };
    let mut replies = client.batch_verify(within(TIMEOUT, tokio_stream::once(message))).await?.into_inner();
    while let Some(reply) = replies.message().await? {
        for row in reply.results {
            match row.result {
                Some(BatchResult::Response(report)) => {
                    println!("batch\t{}\t{}", row.index, report.outcome().as_str_name());
                }
                Some(BatchResult::Error(refusal)) => {
                    println!("batch\t{}\t{}\t{}", row.index, refusal.code, refusal.details[0].field);
                }
                None => return Err("a result without content".into()),
            }
        }
    }
    Ok(())
}

/// An answer as a generator writes it: evidence first, then bytes, cut anywhere.
fn deltas(answer: &str, source: &str) -> Vec<VerifyStreamRequest> {
    let whole = request_for(answer, source);
    let opening = VerifyStreamOpen { sources: whole.sources, config: whole.config, ..VerifyStreamOpen::default() };
    std::iter::once(Message::Open(opening))
        .chain(answer.as_bytes().chunks(7).map(|delta| Message::Delta(delta.to_vec())))
        .map(|message| VerifyStreamRequest { message: Some(message) })
        .collect()
}

/// An answer checked while it is being written: findings as soon as they are sure, at the end the whole report.
async fn stream(client: &mut VerifyServiceClient<Channel>, answer: &str, source: &str) -> Outcome<()> {
    let written = tokio_stream::iter(deltas(answer, source));
    let mut replies = client.verify_stream(within(TIMEOUT, written)).await?.into_inner();
    let mut told = 0;
    while let Some(reply) = replies.message().await? {
        match reply.message {
            Some(Reply::Progress(progress)) => told += progress.findings.len(),
            Some(Reply::Report(report)) => println!("stream\t{}\t{told}", report.outcome().as_str_name()),
            None => return Err("a reply without content".into()),
        }
    }
    Ok(())
}

/// An answer that is given up at its first finding, though more of it might come: dropping the call ends it.
async fn stopped(client: &mut VerifyServiceClient<Channel>, answer: &str, source: &str) -> Outcome<()> {
    let going_on = format!("{answer}{MORE}");
    let unended = tokio_stream::iter(deltas(&going_on, source)).chain(tokio_stream::pending());
    let mut replies = client.verify_stream(within(TIMEOUT, unended)).await?.into_inner();
    while let Some(reply) = replies.message().await? {
        let Some(Reply::Progress(progress)) = reply.message else { continue };
        if let Some(finding) = progress.findings.first() {
            println!("stopped\t{}", finding.reason_id);
            return Ok(());
        }
    }
    Err("the call ended without a finding".into())
}

/// A request without an answer: the code for programs, and details that name the field and the fix.
async fn refused(client: &mut VerifyServiceClient<Channel>) -> Outcome<()> {
    let Err(status) = client.verify(within(TIMEOUT, VerifyRequest::default())).await else {
        return Err("a request without an answer was taken".into());
    };
    let details = status.get_error_details();
    let reason = details.error_info().map_or("", |info| info.reason.as_str());
    let field = details.bad_request().map_or("", |bad| bad.field_violations[0].field.as_str());
    println!("refused\t{}\t{reason}\t{field}", canonical(&status));
    Ok(())
}

/// Megabytes of evidence and a millisecond: the call ends when its time is over.
async fn deadline(client: &mut VerifyServiceClient<Channel>, answer: &str) -> Outcome<()> {
    let message = request_for(answer, &"word ".repeat(1_000_000));
    let Err(status) = client.verify(within(Duration::from_millis(1), message)).await else {
        return Err("there was time enough".into());
    };
    println!("deadline\t{}", canonical(&status));
    Ok(())
}

/// The name of a status code as the gRPC specification writes it. Where tonic itself sees that the time is over, before
/// the server says so, it says CANCELLED and names the reason among the sources.
fn canonical(status: &Status) -> String {
    let mut causes = successors(status.source(), |cause| (*cause).source());
    if causes.any(|cause| cause.is::<TimeoutExpired>()) {
        return "DEADLINE_EXCEEDED".to_owned();
    }
    match status.code() {
        Code::InvalidArgument => "INVALID_ARGUMENT".to_owned(),
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED".to_owned(),
        Code::Cancelled => "CANCELLED".to_owned(),
        other => format!("{other:?}"),
    }
}

async fn connect(address: &str, ca_file: Option<&String>) -> Outcome<Channel> {
    let scheme = if ca_file.is_some() { "https://" } else { "http://" };
    let uri = if address.starts_with("unix:") { address.to_owned() } else { format!("{scheme}{address}") };
    let mut endpoint = Endpoint::from_shared(uri)?;
    if let Some(name) = ca_file {
        let authority = Certificate::from_pem(std::fs::read(name)?);
        endpoint = endpoint.tls_config(ClientTlsConfig::new().ca_certificate(authority))?;
    }
    Ok(endpoint.connect().await?)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, answer_file, source_file, rest @ ..] = arguments.as_slice() else {
        return Err("usage: check ADDRESS ANSWER_FILE SOURCE_FILE [CA_FILE]".into());
    };
    let answer = std::fs::read_to_string(answer_file)?;
    let source = std::fs::read_to_string(source_file)?;
    let mut client = VerifyServiceClient::new(connect(address, rest.first()).await?);
    verify(&mut client, &answer, &source).await?;
    batch(&mut client, &answer, &source).await?;
    stream(&mut client, &answer, &source).await?;
    stopped(&mut client, &answer, &source).await?;
    refused(&mut client).await?;
    deadline(&mut client, &answer).await
}
