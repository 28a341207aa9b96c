import {
  type AgentEvent,
  type AttemptContext,
  defineEnvironment,
  type Environment,
  functionAgent,
  InvalidArgumentError,
  ProviderError,
  RolloutsError,
  type ToolExecution,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runRollouts } from "./index.ts";
import { attemptsOf, end, eventAgent } from "./run.test-helper.ts";

// No jitter, and so no waiting between tries.
beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Try = readonly (AgentEvent<string> | Error)[];

const usage = (inputTokens: number): AgentEvent<string> => ({
  type: "usage",
  usage: { inputTokens },
});

/** An agent that yields one list of events a try, and throws what is an error among them. */
function setUp(
  tries: readonly Try[],
  rest: Partial<Pick<Environment<string>, "setup" | "timeoutMs">> = {},
) {
  const contexts: AttemptContext[] = [];
  const agent = eventAgent(async function* (_, context) {
    const events = tries[contexts.push(context) - 1] ?? [];
    for (const event of events) {
      if (event instanceof Error) throw event;
      yield event;
    }
  });
  const env = defineEnvironment({
    name: "retries",
    tasks: [{ input: "x" }],
    agent,
    scorer: (run) => run.output === "right",
    ...rest,
  });
  return { env, contexts };
}

const reset = new Error("socket hang up");

describe("retries of an attempt", () => {
  it("B8 E18 keep every try with its error, time and usage, and count one attempt", async () => {
    const { env, contexts } = setUp([
      [usage(3), reset],
      [usage(5), reset],
      [usage(7), end("right")],
    ]);
    const result = await runRollouts(env, { k: 1, retries: 2 });
    const [attempt] = attemptsOf(result);
    expect(contexts).toHaveLength(3);
    expect(attempt).toMatchObject({
      stopReason: "completed",
      error: null,
      score: { passed: true },
    });
    expect(attempt?.tries).toMatchObject([
      { error: "Error: socket hang up", errorType: "Error", usage: { inputTokens: 3 } },
      { error: "Error: socket hang up", errorType: "Error", usage: { inputTokens: 5 } },
      { error: null, errorType: null, usage: { inputTokens: 7 } },
    ]);
    const tried = attempt?.tries.reduce((sum, { durationMs }) => sum + durationMs, 0) ?? 0;
    expect(attempt?.durationMs).toBeGreaterThanOrEqual(tried);
    expect(result.summary()).toMatchObject({ attemptCount: 1, scoredCount: 1 });
    expect(result.summary().usage).toMatchObject({
      agent: { inputTokens: 7 },
      retry: { inputTokens: 8 },
    });
  });

  it("B8 never follow a score: what failed has failed", async () => {
    const { env, contexts } = setUp([[end("wrong")]]);
    const [attempt] = attemptsOf(await runRollouts(env, { k: 1, retries: 5 }));
    expect(contexts).toHaveLength(1);
    expect(attempt?.score?.passed).toBe(false);
  });

  it("E18 are not made unless they are asked for", async () => {
    const { env, contexts } = setUp([[reset]]);
    const [attempt] = attemptsOf(await runRollouts(env, { k: 1 }));
    expect(contexts).toHaveLength(1);
    expect(attempt).toMatchObject({ stopReason: "error", tries: [{ error: expect.any(String) }] });
  });

  it("give up after so many, with the last error", async () => {
    const { env, contexts } = setUp([[reset], [new Error("second")], [new Error("third")]]);
    const [attempt] = attemptsOf(await runRollouts(env, { k: 1, retries: 2 }));
    expect(contexts).toHaveLength(3);
    expect(attempt?.error).toBe("Error: third");
  });

  it.each([
    [true, 2],
    [false, 1],
  ])("follow an error of ours that says retryable: %s", async (retryable, contextCount) => {
    const failure = new RolloutsError({ code: "mcp_server_failed", message: "gone" });
    const { env, contexts } = setUp([[Object.assign(failure, { retryable })], [end("right")]]);
    await runRollouts(env, { k: 1, retries: 1 });
    expect(contexts).toHaveLength(contextCount);
  });

  it("have a fresh context each: ids, store and numbering, but the same seed", async () => {
    const { env, contexts } = setUp([[reset], [end("right")]]);
    await runRollouts(env, { k: 1, retries: 1 });
    const [first, second] = contexts;
    expect(first?.sessionId).not.toBe(second?.sessionId);
    expect(first?.store).not.toBe(second?.store);
    expect(first?.seed).toBe(second?.seed);
    expect(first?.signal).toBe(second?.signal);
  });

  it("undo the set-up of one try before the next", async () => {
    const log: string[] = [];
    const { env } = setUp([[reset], [end("right")]], {
      async setup() {
        log.push("open");
        return {
          async close() {
            log.push("close");
          },
        };
      },
    });
    await runRollouts(env, { k: 1, retries: 1 });
    expect(log).toEqual(["open", "close", "open", "close"]);
  });

  it("never follow a tool execution, which must not happen twice", async () => {
    const execution: ToolExecution = {
      toolCallId: "1",
      name: "pay",
      rawArguments: "{}",
      status: "ok",
      output: "paid",
    } as ToolExecution;
    const { env, contexts } = setUp([[{ type: "tool-execution", execution }, reset]]);
    await runRollouts(env, { k: 1, retries: 3 });
    expect(contexts).toHaveLength(1);
  });

  const provider = (errorClass: ProviderError["errorClass"]) =>
    new ProviderError({ errorClass, message: "no", provider: "p" });

  it.each<[string, Try]>([
    ["a provider's error that every try would meet", [provider("invalid-request")]],
    ["a misuse", [new InvalidArgumentError({ argument: "a", message: "wrong" })]],
    ["an agent that just stops", [usage(1)]],
    ["a broken event", [{ type: "nonsense" } as never]],
    ["a paused run", [{ type: "end", status: "paused", text: null }]],
    ["a truncated run", [{ type: "end", status: "truncated", text: "cut" }]],
    [
      "a passing error beside one that stays",
      [{ type: "error", error: reset }, provider("invalid-request")],
    ],
  ])("never follow %s", async (_, events) => {
    const { env, contexts } = setUp([events]);
    await runRollouts(env, { k: 1, retries: 3 });
    expect(contexts).toHaveLength(1);
  });

  it("follow a provider's error that may pass", async () => {
    const { env, contexts } = setUp([[provider("server")], [end("right")]]);
    await runRollouts(env, { k: 1, retries: 3 });
    expect(contexts).toHaveLength(2);
  });

  it("share the time limit of their attempt", async () => {
    const { env, contexts } = setUp([[reset], [reset]], { timeoutMs: 300 });
    vi.spyOn(Math, "random").mockReturnValue(0.5); // 500 ms would be too long
    const [attempt] = attemptsOf(await runRollouts(env, { k: 1, retries: 3 }));
    expect(contexts).toHaveLength(1);
    expect(attempt?.stopReason).toBe("error");
  });

  it("are not made in a pause that outlasts the attempt: they would make no call", async () => {
    const model = scriptedModel(
      () =>
        new ProviderError({
          errorClass: "rate-limit",
          message: "no",
          provider: "scripted",
          retryAfterMs: 3_600_000,
        }),
    );
    const env = defineEnvironment({
      name: "paused",
      tasks: [{ input: "x" }],
      agent: functionAgent({
        model,
        async run(_, context) {
          const { signal } = context;
          const messages = [{ role: "user", content: "x" }] as const;
          return String((await context.model.generate({ messages, signal })).message.content);
        },
      }),
      scorer: () => true,
    });
    const [attempt] = attemptsOf(await runRollouts(env, { k: 1, retries: 3 }));
    expect(model.calls).toHaveLength(1);
    expect(attempt?.tries).toHaveLength(1);
  });

  it("count for the error storm as one ending", async () => {
    const { env, contexts } = setUp(Array.from({ length: 40 }, () => [reset]));
    const result = await runRollouts(env, { k: 8, concurrency: 1, retries: 1 });
    expect(result.stoppedEarly).toBe("error-storm");
    expect(attemptsOf(result)).toHaveLength(4);
    expect(contexts).toHaveLength(8);
  });
});
