package dev.verifysidecar.example;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import dev.verifysidecar.v1.BatchVerifyRequest;
import dev.verifysidecar.v1.BatchVerifyResponse;
import dev.verifysidecar.v1.BatchVerifyResult;
import dev.verifysidecar.v1.Claim;
import dev.verifysidecar.v1.Config;
import dev.verifysidecar.v1.Finding;
import dev.verifysidecar.v1.OffsetUnit;
import dev.verifysidecar.v1.Ref;
import dev.verifysidecar.v1.Source;
import dev.verifysidecar.v1.Span;
import dev.verifysidecar.v1.VerifyRequest;
import dev.verifysidecar.v1.VerifyResponse;
import dev.verifysidecar.v1.VerifyServiceGrpc;
import dev.verifysidecar.v1.VerifyStreamOpen;
import dev.verifysidecar.v1.VerifyStreamRequest;
import dev.verifysidecar.v1.VerifyStreamResponse;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.StatusException;
import io.grpc.TlsChannelCredentials;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.BlockingClientCall;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Checks an answer against a source over gRPC, with stubs generated from proto/: see README.md.
 *
 * <p>Usage: Check ADDRESS ANSWER_FILE SOURCE_FILE [CA_FILE]
 */
public final class Check {
  private static final long TIMEOUT_SECONDS = 30;

  // A sentence is judged once it is sure where it ends: a generator would go on with something like this.
  private static final String MORE =
      "\n\nMore of it is being written, though nobody waits for it any longer.\n";

  private Check() {}

  /** Spans are asked for in UTF-16 code units, the unit of Java's strings. */
  private static VerifyRequest requestFor(String answer, String source) {
    return VerifyRequest.newBuilder()
        .setAnswerText(answer)
        .addSources(Source.newBuilder().setSourceId("1").setText(source))
        .setConfig(Config.newBuilder().setOffsetUnit(OffsetUnit.OFFSET_UNIT_UTF16_CODE_UNITS))
        .build();
  }

  /** A span as text, and the proof that client and server count alike. */
  private static String place(String text, Span span, String expected) {
    if (!text.substring(span.getStart(), span.getEnd()).equals(expected)) {
      throw new IllegalStateException(
          "span " + span.getStart() + ".." + span.getEnd() + " does not cover what it should");
    }
    return span.getStart() + "\t" + span.getEnd();
  }

  /** One answer, one report. */
  private static void verify(
      VerifyServiceGrpc.VerifyServiceBlockingV2Stub stub, String answer, String source) throws StatusException {
    VerifyResponse report =
        stub.withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS).verify(requestFor(answer, source));
    System.out.println("verify\t" + report.getOutcome());
    for (Claim claim : report.getClaimsList()) {
      System.out.println(
          "claim\t" + place(answer, claim.getAnswerSpan(), claim.getText()) + "\t" + claim.getVerdict());
      for (Ref ref : claim.getRefsList()) {
        System.out.println("ref\t" + place(source, ref.getSourceSpan(), ref.getText()));
      }
    }
    for (Finding finding : report.getFindingsList()) {
      System.out.println("finding\t" + finding.getReasonId() + "\t" + finding.getSeverity());
    }
  }

  /** Many answers in one call; a bad request among them is an error in its place. */
  private static void batch(
      VerifyServiceGrpc.VerifyServiceBlockingV2Stub stub, String answer, String source)
      throws InterruptedException, StatusException {
    VerifyRequest good = requestFor(answer, source);
    BlockingClientCall<BatchVerifyRequest, BatchVerifyResponse> call =
        stub.withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS).batchVerify();
    call.write(
        BatchVerifyRequest.newBuilder()
            .addRequests(good)
            .addRequests(VerifyRequest.getDefaultInstance())
            .addRequests(good)
            .build());
    call.halfClose();
    for (BatchVerifyResponse reply = call.read(); reply != null; reply = call.read()) {
      for (BatchVerifyResult result : reply.getResultsList()) {
        String what =
            result.hasError()
                ? result.getError().getCode() + "\t" + result.getError().getDetails(0).getField()
                : result.getResponse().getOutcome().toString();
        System.out.println("batch\t" + result.getIndex() + "\t" + what);
      }
    }
  }

  /** Sends an answer as a generator writes it: evidence first, then bytes, cut anywhere. */
  private static void write(
      BlockingClientCall<VerifyStreamRequest, VerifyStreamResponse> call, String answer, String source)
      throws InterruptedException, StatusException {
    VerifyRequest whole = requestFor(answer, source);
    call.write(
        VerifyStreamRequest.newBuilder()
            .setOpen(
                VerifyStreamOpen.newBuilder()
                    .addAllSources(whole.getSourcesList())
                    .setConfig(whole.getConfig()))
            .build());
    ByteString data = ByteString.copyFromUtf8(answer);
    for (int start = 0; start < data.size(); start += 7) {
      ByteString delta = data.substring(start, Math.min(start + 7, data.size()));
      call.write(VerifyStreamRequest.newBuilder().setDelta(delta).build());
    }
  }

  /** An answer checked while it is being written: findings as soon as they are sure, then the whole report. */
  private static void stream(
      VerifyServiceGrpc.VerifyServiceBlockingV2Stub stub, String answer, String source)
      throws InterruptedException, StatusException {
    BlockingClientCall<VerifyStreamRequest, VerifyStreamResponse> call =
        stub.withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS).verifyStream();
    write(call, answer, source);
    call.halfClose();
    int told = 0;
    for (VerifyStreamResponse reply = call.read(); reply != null; reply = call.read()) {
      told += reply.getProgress().getFindingsCount();
      if (reply.hasReport()) {
        System.out.println("stream\t" + reply.getReport().getOutcome() + "\t" + told);
      }
    }
  }

  /** An answer that is given up at its first finding, though more of it might come. */
  private static void stopped(
      VerifyServiceGrpc.VerifyServiceBlockingV2Stub stub, String answer, String source)
      throws InterruptedException, StatusException {
    BlockingClientCall<VerifyStreamRequest, VerifyStreamResponse> call =
        stub.withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS).verifyStream();
    write(call, answer + MORE, source);
    for (VerifyStreamResponse reply = call.read(); reply != null; reply = call.read()) {
      if (reply.getProgress().getFindingsCount() > 0) {
        System.out.println("stopped\t" + reply.getProgress().getFindings(0).getReasonId());
        call.cancel("a finding is enough", null);
        return;
      }
    }
  }

  /** A request without an answer: the code for programs, and details that name the field and the fix. */
  private static void refused(VerifyServiceGrpc.VerifyServiceBlockingV2Stub stub)
      throws InvalidProtocolBufferException {
    try {
      stub.withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS).verify(VerifyRequest.getDefaultInstance());
    } catch (StatusException error) {
      String reason = "";
      String field = "";
      for (Any detail : StatusProto.fromThrowable(error).getDetailsList()) {
        if (detail.is(ErrorInfo.class)) {
          reason = detail.unpack(ErrorInfo.class).getReason();
        } else if (detail.is(BadRequest.class)) {
          field = detail.unpack(BadRequest.class).getFieldViolations(0).getField();
        }
      }
      System.out.println("refused\t" + error.getStatus().getCode() + "\t" + reason + "\t" + field);
    }
  }

  /** Megabytes of evidence and a millisecond: the call ends when its time is over. */
  private static void deadline(VerifyServiceGrpc.VerifyServiceBlockingV2Stub stub, String answer) {
    try {
      stub.withDeadlineAfter(1, TimeUnit.MILLISECONDS).verify(requestFor(answer, "word ".repeat(1_000_000)));
    } catch (StatusException error) {
      System.out.println("deadline\t" + error.getStatus().getCode());
    }
  }

  /** Does it all, one after the other. */
  public static void main(String[] arguments) throws IOException, InterruptedException, StatusException {
    String answer = Files.readString(Path.of(arguments[1]));
    String source = Files.readString(Path.of(arguments[2]));
    ChannelCredentials credentials =
        arguments.length > 3
            ? TlsChannelCredentials.newBuilder().trustManager(new File(arguments[3])).build()
            : InsecureChannelCredentials.create();
    ManagedChannel channel = Grpc.newChannelBuilder(arguments[0], credentials).build();
    try {
      VerifyServiceGrpc.VerifyServiceBlockingV2Stub stub = VerifyServiceGrpc.newBlockingV2Stub(channel);
      verify(stub, answer, source);
      batch(stub, answer, source);
      stream(stub, answer, source);
      stopped(stub, answer, source);
      refused(stub);
      deadline(stub, answer);
    } finally {
      channel.shutdownNow().awaitTermination(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
  }
}
