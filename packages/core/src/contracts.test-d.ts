import { describe, expectTypeOf, it } from "vitest";
import type {
  Agent,
  AgentRun,
  AnsweredRun,
  AttemptContext,
  CompletedRun,
  Environment,
  Exporter,
  Json,
  Model,
  ModelRequest,
  ModelResponse,
  ResultSink,
  ResultSource,
  RolloutResult,
  ScoreContext,
  ScoreFunction,
  Scorer,
  ScorerDefinition,
  Store,
  Tool,
  ToolSource,
  Verdict,
} from "./index.ts";

// The size of what plug-ins implement may not grow without a decision record.
describe("each plug-in interface has exactly these keys", () => {
  it("Agent", () => {
    expectTypeOf<keyof Agent>().toEqualTypeOf<
      "specVersion" | "model" | "identity" | "connections" | "run"
    >();
  });
  it("Model", () => {
    expectTypeOf<keyof Model>().toEqualTypeOf<
      "specVersion" | "provider" | "modelId" | "account" | "identity" | "generate" | "sampleMany"
    >();
  });
  it("Scorer", () => {
    expectTypeOf<keyof Scorer>().toEqualTypeOf<"specVersion" | "name" | "score" | "digest">();
    expectTypeOf<keyof ScorerDefinition>().toEqualTypeOf<
      "specVersion" | "score" | "name" | "version" | "passThreshold"
    >();
    expectTypeOf<keyof ScoreContext>().toEqualTypeOf<
      "task" | "attemptIndex" | "signal" | "store" | "gate"
    >();
  });
  it("Tool and ToolSource", () => {
    expectTypeOf<keyof Tool>().toEqualTypeOf<"spec" | "needsApproval" | "execute">();
    expectTypeOf<keyof ToolSource>().toEqualTypeOf<
      "specVersion" | "identity" | "connections" | "open"
    >();
  });
  it("ResultSink, ResultSource and Exporter", () => {
    expectTypeOf<keyof ResultSink>().toEqualTypeOf<
      "specVersion" | "resumeFrom" | "append" | "close"
    >();
    expectTypeOf<keyof ResultSource>().toEqualTypeOf<
      "specVersion" | "path" | "header" | "tasks" | "attempts" | "replan"
    >();
    expectTypeOf<keyof Exporter>().toEqualTypeOf<"specVersion" | "name" | "export">();
  });
  it("Store", () => {
    expectTypeOf<keyof Store>().toEqualTypeOf<"get" | "set" | "delete" | "list">();
  });
  it("AttemptContext and Environment, which plug-ins are handed", () => {
    expectTypeOf<keyof AttemptContext>().toEqualTypeOf<
      | "taskId"
      | "attemptIndex"
      | "seed"
      | "sessionId"
      | "userId"
      | "store"
      | "writes"
      | "model"
      | "gate"
      | "signal"
    >();
    expectTypeOf<keyof ModelRequest>().toEqualTypeOf<
      "messages" | "tools" | "toolChoice" | "output" | "signal" | "attempt" | "onProgress"
    >();
    expectTypeOf<keyof ModelResponse>().toEqualTypeOf<
      "message" | "finishReason" | "usage" | "served" | "rateLimits" | "warnings"
    >();
    expectTypeOf<keyof Environment>().toEqualTypeOf<
      "name" | "tasks" | "agent" | "scorer" | "metrics" | "timeoutMs" | "setup" | "identity"
    >();
  });
  it("each of version v1", () => {
    type Versioned = Agent | Model | Scorer | ToolSource | ResultSink | ResultSource | Exporter;
    expectTypeOf<Versioned["specVersion"]>().toEqualTypeOf<"v1">();
  });
});

describe("what is typed fits where anything does", () => {
  it("results, runs and agents", () => {
    expectTypeOf<Agent<{ value: number }>>().toExtend<Agent<unknown>>();
    expectTypeOf<RolloutResult<{ value: number }>>().toExtend<RolloutResult>();
    expectTypeOf<RolloutResult<{ value: number }>>().toExtend<ResultSource>();
    expectTypeOf<AgentRun<number>>().toExtend<AgentRun>();
    expectTypeOf<AnsweredRun<number>>().toExtend<CompletedRun<number>>();
    expectTypeOf<CompletedRun<number>>().toExtend<AgentRun<number>>();
  });
  it("but an agent of anything is no agent of numbers", () => {
    expectTypeOf<Agent<unknown>>().not.toExtend<Agent<number>>();
    expectTypeOf<RolloutResult>().not.toExtend<RolloutResult<number>>();
  });
  it("a scorer of anything, where a typed one is wanted", () => {
    expectTypeOf<Scorer<unknown, unknown>>().toExtend<Scorer<number, string>>();
    expectTypeOf<ScoreFunction<unknown, unknown>>().toExtend<ScoreFunction<number, string>>();
  });
});

it("an output is there in an answered run, and may be missing in a completed one", () => {
  expectTypeOf<AnsweredRun<number>["output"]>().toEqualTypeOf<number>();
  expectTypeOf<CompletedRun<number>["output"]>().toEqualTypeOf<number | undefined>();
});

it("Json takes interfaces' literals, read-only lists and members that are undefined", () => {
  expectTypeOf<{ a: number; b: undefined; c: readonly [1, "x", null] }>().toExtend<Json>();
  expectTypeOf<Date>().not.toExtend<Json>();
  expectTypeOf<undefined>().not.toExtend<Json>();
  expectTypeOf<bigint>().not.toExtend<Json>();
});

it("verdicts are what a scorer may answer", () => {
  expectTypeOf<boolean | number | null>().toExtend<Verdict>();
  expectTypeOf<undefined>().not.toExtend<Verdict>();
  expectTypeOf<string>().not.toExtend<Verdict>();
});

it("plug-ins may write undefined for absent, under exactOptionalPropertyTypes", () => {
  ({
    specVersion: "v1",
    provider: "p",
    modelId: "m",
    account: undefined,
    identity: () => ({ policy: { temperature: undefined }, prompt: undefined }),
    generate: async ({ signal, tools, output }) => {
      signal.throwIfAborted();
      return {
        message: {
          role: "assistant",
          content: tools === undefined ? null : "x",
          reasoning: undefined,
          refusal: undefined,
          toolCalls: undefined,
          providerItems: undefined,
          fromHistory: undefined,
        },
        finishReason: output === undefined ? "stop" : "other",
        usage: { inputTokens: 1, costUsd: undefined },
        served: undefined,
      };
    },
  }) satisfies Model;
  ({
    specVersion: "v1",
    model: undefined,
    identity: () => null,
    async *run(_input, context) {
      yield { type: "usage", usage: {}, served: undefined };
      yield { type: "error", error: 1, errorType: undefined };
      yield {
        type: "end",
        status: "completed",
        output: context.seed,
        text: null,
        outputError: undefined,
        refusal: undefined,
      };
    },
  }) satisfies Agent<number>;
  ({
    specVersion: "v1",
    resumeFrom: undefined,
    append: async () => {},
    close: async () => {},
  }) satisfies ResultSink;
});
