// Checks an answer against a source over gRPC, with stubs made from proto/ at run time: see README.md beside this file.
//
//     node check.js ADDRESS ANSWER_FILE SOURCE_FILE [CA_FILE]

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import grpc from "@grpc/grpc-js";
import protoLoader from "@grpc/proto-loader";
import googleProtos from "google-proto-files";

const TIMEOUT_MILLISECONDS = 30_000;
// A sentence is judged once it is sure where it ends: a generator would go on with something like this.
const MORE = "\n\nMore of it is being written, though nobody waits for it any longer.\n";

const definition = protoLoader.loadSync("verify/v1/verify_service.proto", {
  includeDirs: [fileURLToPath(new URL("../../proto", import.meta.url))],
  enums: String,
  defaults: true,
  oneofs: true,
});
const { VerifyService } = grpc.loadPackageDefinition(definition).verify.v1;
const details = googleProtos.loadSync(googleProtos.getProtoPath("rpc/error_details.proto"));
details.loadSync(googleProtos.getProtoPath("rpc/status.proto"));

/** Spans are asked for in UTF-16 code units, the unit of JavaScript's strings. */
function requestFor(answer, source) {
  return {
    answerText: answer,
    sources: [{ sourceId: "1", text: source }],
    config: { offsetUnit: "OFFSET_UNIT_UTF16_CODE_UNITS" },
  };
}

/** The options of a call that ends `milliseconds` from now. */
function within(milliseconds) {
  return { deadline: Date.now() + milliseconds };
}

/** A unary call as a promise. */
function call(client, request, options) {
  return new Promise((resolve, reject) => {
    client.verify(request, options, (error, report) => (error ? reject(error) : resolve(report)));
  });
}

function say(...columns) {
  console.log(columns.join("\t"));
}

/** A span as two columns, and the proof that client and server count alike. */
function place(text, { start, end }, expected) {
  if (text.slice(start, end) !== expected) {
    throw new Error(`span ${start}..${end} does not cover what it should`);
  }
  return [start, end];
}

/** One answer, one report. */
async function verify(client, answer, source) {
  const report = await call(client, requestFor(answer, source), within(TIMEOUT_MILLISECONDS));
  say("verify", report.outcome);
  for (const claim of report.claims) {
    say("claim", ...place(answer, claim.answerSpan, claim.text), claim.verdict);
    for (const ref of claim.refs) {
      say("ref", ...place(source, ref.sourceSpan, ref.text));
    }
  }
  for (const finding of report.findings) {
    say("finding", finding.reasonId, finding.severity);
  }
}

/** Many answers in one call; a bad request among them is an error in its place. */
async function batch(client, answer, source) {
  const stream = client.batchVerify(within(TIMEOUT_MILLISECONDS));
  const good = requestFor(answer, source);
  stream.write({ requests: [good, {}, good] });
  stream.end();
  for await (const reply of stream) {
    for (const { index, result, response, error } of reply.results) {
      if (result === "error") {
        say("batch", index, error.code, error.details[0].field);
      } else {
        say("batch", index, response.outcome);
      }
    }
  }
}

/** Sends an answer as a generator writes it: evidence first, then bytes, cut anywhere. */
function write(stream, answer, source) {
  const { sources, config } = requestFor(answer, source);
  stream.write({ open: { sources, config } });
  const data = Buffer.from(answer, "utf8");
  for (let start = 0; start < data.length; start += 7) {
    stream.write({ delta: data.subarray(start, start + 7) });
  }
}

/** An answer checked while it is being written: findings as soon as they are sure, at the end the whole report. */
async function stream(client, answer, source) {
  const call = client.verifyStream(within(TIMEOUT_MILLISECONDS));
  write(call, answer, source);
  call.end();
  let told = 0;
  for await (const { message, progress, report } of call) {
    if (message === "progress") {
      told += progress.findings.length;
    } else {
      say("stream", report.outcome, told);
    }
  }
}

/** An answer that is given up at its first finding, though more of it might come. */
async function stopped(client, answer, source) {
  const call = client.verifyStream(within(TIMEOUT_MILLISECONDS));
  write(call, answer + MORE, source);
  try {
    for await (const { progress } of call) {
      if (progress.findings.length > 0) {
        say("stopped", progress.findings[0].reasonId);
        call.cancel();
      }
    }
  } catch (error) {
    if (error.code !== grpc.status.CANCELLED) throw error;
  }
}

/** A request without an answer: the code for programs, and details that name the field and the fix. */
async function refused(client) {
  try {
    await call(client, {}, within(TIMEOUT_MILLISECONDS));
  } catch (error) {
    const [packed] = error.metadata.get("grpc-status-details-bin");
    const unpacked = new Map();
    for (const any of details.lookupType("google.rpc.Status").decode(packed).details) {
      const name = any.type_url.slice(any.type_url.lastIndexOf("/") + 1);
      unpacked.set(name, details.lookupType(name).decode(any.value));
    }
    const reason = unpacked.get("google.rpc.ErrorInfo").reason;
    const field = unpacked.get("google.rpc.BadRequest").fieldViolations[0].field;
    say("refused", grpc.status[error.code], reason, field);
  }
}

/** Megabytes of evidence and a millisecond: the call ends when its time is over. */
async function deadline(client, answer) {
  try {
    await call(client, requestFor(answer, "word ".repeat(1_000_000)), within(1));
  } catch (error) {
    say("deadline", grpc.status[error.code]);
  }
}

const [address, answerFile, sourceFile, caFile] = process.argv.slice(2);
const answer = readFileSync(answerFile, "utf8");
const source = readFileSync(sourceFile, "utf8");
const credentials = caFile ? grpc.credentials.createSsl(readFileSync(caFile)) : grpc.credentials.createInsecure();
const client = new VerifyService(address, credentials);
await verify(client, answer, source);
await batch(client, answer, source);
await stream(client, answer, source);
await stopped(client, answer, source);
await refused(client);
await deadline(client, answer);
client.close();
