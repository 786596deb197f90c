// Checks an answer against a source over gRPC, with stubs generated from proto/: see README.md beside this file.
//
//	check ADDRESS ANSWER_FILE SOURCE_FILE [CA_FILE]
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	pb "github.com/verify-sidecar/verify-sidecar/examples/go/gen/verify/v1"
)

const timeout = 30 * time.Second

// A sentence is judged once it is sure where it ends: a generator would go on with something like this.
const more = "\n\nMore of it is being written, though nobody waits for it any longer.\n"

// requestFor asks for spans in UTF-8 bytes, the unit of Go's strings.
func requestFor(answer, source string) *pb.VerifyRequest {
	return &pb.VerifyRequest{
		Answer:  &pb.VerifyRequest_AnswerText{AnswerText: answer},
		Sources: []*pb.Source{{SourceId: "1", Text: source}},
		Config:  &pb.Config{OffsetUnit: pb.OffsetUnit_OFFSET_UNIT_UTF8_BYTES.Enum()},
	}
}

// place prints a span, and proves that client and server count alike.
func place(text string, span *pb.Span, expected string) (string, error) {
	start, end := int(span.GetStart()), int(span.GetEnd())
	if start < 0 || end < start || end > len(text) || text[start:end] != expected {
		return "", fmt.Errorf("span %d..%d does not cover what it should", start, end)
	}
	return fmt.Sprintf("%d\t%d", start, end), nil
}

// verify: one answer, one report.
func verify(ctx context.Context, client pb.VerifyServiceClient, answer, source string) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	report, err := client.Verify(ctx, requestFor(answer, source))
	if err != nil {
		return err
	}
	fmt.Printf("verify\t%s\n", report.GetOutcome())
	for _, claim := range report.GetClaims() {
		where, err := place(answer, claim.GetAnswerSpan(), claim.GetText())
		if err != nil {
			return err
		}
		fmt.Printf("claim\t%s\t%s\n", where, claim.GetVerdict())
		for _, ref := range claim.GetRefs() {
			where, err := place(source, ref.GetSourceSpan(), ref.GetText())
			if err != nil {
				return err
			}
			fmt.Printf("ref\t%s\n", where)
		}
	}
	for _, finding := range report.GetFindings() {
		fmt.Printf("finding\t%s\t%s\n", finding.GetReasonId(), finding.GetSeverity())
	}
	return nil
}

// batch: many answers in one call; a bad request among them is an error in its place.
func batch(ctx context.Context, client pb.VerifyServiceClient, answer, source string) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	stream, err := client.BatchVerify(ctx)
	if err != nil {
		return err
	}
	good := requestFor(answer, source)
	if err := stream.Send(&pb.BatchVerifyRequest{Requests: []*pb.VerifyRequest{good, {}, good}}); err != nil {
		return err
	}
	if err := stream.CloseSend(); err != nil {
		return err
	}
	for {
		reply, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, result := range reply.GetResults() {
			if refusal := result.GetError(); refusal != nil {
				fmt.Printf("batch\t%d\t%s\t%s\n", result.GetIndex(), refusal.GetCode(), refusal.GetDetails()[0].GetField())
			} else {
				fmt.Printf("batch\t%d\t%s\n", result.GetIndex(), result.GetResponse().GetOutcome())
			}
		}
	}
}

// write sends an answer as a generator writes it: evidence first, then bytes, cut anywhere.
func write(stream pb.VerifyService_VerifyStreamClient, answer, source string) error {
	whole := requestFor(answer, source)
	opening := &pb.VerifyStreamOpen{Sources: whole.GetSources(), Config: whole.GetConfig()}
	if err := stream.Send(&pb.VerifyStreamRequest{Message: &pb.VerifyStreamRequest_Open{Open: opening}}); err != nil {
		return err
	}
	for delta := range slices.Chunk([]byte(answer), 7) {
		if err := stream.Send(&pb.VerifyStreamRequest{Message: &pb.VerifyStreamRequest_Delta{Delta: delta}}); err != nil {
			return err
		}
	}
	return nil
}

// stream: an answer checked while it is being written; findings as soon as they are sure, at the end the whole report.
func stream(ctx context.Context, client pb.VerifyServiceClient, answer, source string) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	stream, err := client.VerifyStream(ctx)
	if err != nil {
		return err
	}
	if err := write(stream, answer, source); err != nil {
		return err
	}
	if err := stream.CloseSend(); err != nil {
		return err
	}
	told := 0
	for {
		reply, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		told += len(reply.GetProgress().GetFindings())
		if report := reply.GetReport(); report != nil {
			fmt.Printf("stream\t%s\t%d\n", report.GetOutcome(), told)
		}
	}
}

// stopped: an answer that is given up at its first finding, though more of it might come.
func stopped(ctx context.Context, client pb.VerifyServiceClient, answer, source string) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel() // ends the call
	stream, err := client.VerifyStream(ctx)
	if err != nil {
		return err
	}
	if err := write(stream, answer+more, source); err != nil {
		return err
	}
	for {
		reply, err := stream.Recv()
		if err != nil {
			return err
		}
		if findings := reply.GetProgress().GetFindings(); len(findings) > 0 {
			fmt.Printf("stopped\t%s\n", findings[0].GetReasonId())
			return nil
		}
	}
}

// refused: a request without an answer has a code for programs, and details that name the field and the fix.
func refused(ctx context.Context, client pb.VerifyServiceClient) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	_, err := client.Verify(ctx, &pb.VerifyRequest{})
	var reason, field string
	for _, detail := range status.Convert(err).Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			reason = detail.GetReason()
		case *errdetails.BadRequest:
			field = detail.GetFieldViolations()[0].GetField()
		}
	}
	fmt.Printf("refused\t%s\t%s\t%s\n", canonical(err), reason, field)
}

// deadline: megabytes of evidence and a millisecond; the call ends when its time is over.
func deadline(ctx context.Context, client pb.VerifyServiceClient, answer string) {
	ctx, cancel := context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	_, err := client.Verify(ctx, requestFor(answer, strings.Repeat("word ", 1_000_000)))
	fmt.Printf("deadline\t%s\n", canonical(err))
}

// canonical gives the name of a status code as the gRPC specification writes it.
func canonical(err error) string {
	switch status.Code(err) {
	case codes.InvalidArgument:
		return "INVALID_ARGUMENT"
	case codes.DeadlineExceeded:
		return "DEADLINE_EXCEEDED"
	case codes.Canceled:
		return "CANCELLED"
	default:
		return status.Code(err).String()
	}
}

func run(arguments []string) error {
	if len(arguments) < 3 {
		return errors.New("usage: check ADDRESS ANSWER_FILE SOURCE_FILE [CA_FILE]")
	}
	answer, err := os.ReadFile(arguments[1])
	if err != nil {
		return err
	}
	source, err := os.ReadFile(arguments[2])
	if err != nil {
		return err
	}
	transport := insecure.NewCredentials()
	if len(arguments) > 3 {
		if transport, err = credentials.NewClientTLSFromFile(arguments[3], ""); err != nil {
			return err
		}
	}
	connection, err := grpc.NewClient(arguments[0], grpc.WithTransportCredentials(transport))
	if err != nil {
		return err
	}
	defer connection.Close()
	client, ctx := pb.NewVerifyServiceClient(connection), context.Background()
	if err := verify(ctx, client, string(answer), string(source)); err != nil {
		return err
	}
	if err := batch(ctx, client, string(answer), string(source)); err != nil {
		return err
	}
	if err := stream(ctx, client, string(answer), string(source)); err != nil {
		return err
	}
	if err := stopped(ctx, client, string(answer), string(source)); err != nil {
		return err
	}
	refused(ctx, client)
	deadline(ctx, client, string(answer))
	return nil
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}
