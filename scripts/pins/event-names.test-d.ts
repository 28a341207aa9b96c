// The names that events carry, and the reasons that stand in results: a program that tells them apart
// breaks when one goes, and may miss one that comes. Checked by tsc, since they are types alone.
import { expectTypeOf } from "vitest";
import type {
  AgentEvent,
  ProviderErrorClass,
  ResultRecord,
  StopReason,
  UnscoredCause,
} from "../../packages/core/src/index.ts";
import type { ProgressEvent } from "../../packages/report/src/index.ts";
import type { RunEvent } from "../../packages/runner/src/index.ts";

expectTypeOf<RunEvent["type"]>().toEqualTypeOf<
  "run-start" | "attempt-start" | "attempt-end" | "warning" | "run-end"
>();
expectTypeOf<ProgressEvent["type"]>().toEqualTypeOf<RunEvent["type"]>();
expectTypeOf<AgentEvent["type"]>().toEqualTypeOf<
  "tools" | "text-delta" | "message" | "tool-execution" | "usage" | "error" | "end"
>();
expectTypeOf<ResultRecord["type"]>().toEqualTypeOf<"header" | "attempt" | "rescore" | "end">();
expectTypeOf<StopReason>().toEqualTypeOf<
  "completed" | "error" | "timeout" | "truncated" | "cancelled" | "paused"
>();
expectTypeOf<UnscoredCause>().toEqualTypeOf<
  | "error"
  | "timeout"
  | "truncated"
  | "cancelled"
  | "paused"
  | "scorer-error"
  | "cannot-tell"
  | "not-judged"
>();
expectTypeOf<ProviderErrorClass>().toEqualTypeOf<
  | "authentication"
  | "model-not-found"
  | "quota-exhausted"
  | "unsupported-setting"
  | "rate-limit"
  | "overloaded"
  | "server"
  | "connection"
  | "timeout"
  | "protocol"
  | "invalid-request"
  | "context-overflow"
>();
