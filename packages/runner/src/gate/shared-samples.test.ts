import {
  defineEnvironment,
  functionAgent,
  type Model,
  type ModelRequest,
  type ModelResponse,
  ProviderError,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it, vi } from "vitest";
import { runRollouts } from "../index.ts";
import type { RunRolloutsOptions } from "../options/options.ts";
import { attemptsOf, deferred, never } from "../run.test-helper.ts";

const tokens = { inputTokens: 10, outputTokens: 4, totalTokens: 14 };

function sampleOf(content: string | null, sampleCount: number): ModelResponse {
  const served = { responseId: "resp_1", sampleCount };
  return { message: { role: "assistant", content }, finishReason: "stop", served };
}

/** A model that brings `letters` samples with a shared request, and `"alone"` with another. */
function sharingModel(sampleMany: Model["sampleMany"]) {
  const model = scriptedModel(() => ({ text: "alone", usage: tokens }));
  const asked: number[] = [];
  return {
    asked,
    alone: model.calls,
    model: {
      ...model,
      sampleMany: async (request: ModelRequest, count: number) => {
        asked.push(count);
        return (await sampleMany?.(request, count)) ?? [];
      },
    } satisfies Model,
  };
}

/** As many samples as are asked for: a, b, c. */
function letters(_request: ModelRequest, count: number): Promise<readonly ModelResponse[]> {
  const all = Array.from({ length: count }, (_, index) => sampleOf("abcdefgh"[index] ?? "", count));
  const [first, ...others] = all;
  return Promise.resolve(first === undefined ? [] : [{ ...first, usage: tokens }, ...others]);
}

interface Options extends RunRolloutsOptions {
  readonly tasks?: never;
  readonly taskCount?: number;
  readonly timeoutMs?: number;
  readonly prompt?: (attemptIndex: number, input: string) => string;
  readonly request?: Partial<ModelRequest>;
  readonly callCount?: number;
}

function run(model: Model, options: Options = {}) {
  const { taskCount = 1, timeoutMs, prompt = () => "x", request, callCount = 1, ...rest } = options;
  const environment = defineEnvironment({
    name: "shared",
    tasks: Array.from({ length: taskCount }, (_, index) => ({ input: `question ${index}` })),
    agent: functionAgent({
      model,
      async run(input, { model: own, signal, attemptIndex }) {
        const texts: (string | null)[] = [];
        const content = `${prompt(attemptIndex, String(input))} ${input}`;
        for (let call = 0; call < callCount; call++) {
          const messages = [{ role: "user", content }] as const;
          const { message } = await own.generate({ messages, signal, ...request });
          texts.push(message.content);
        }
        return texts.join();
      },
    }),
    scorer: () => true,
    timeoutMs,
  });
  return runRollouts(environment, { k: 4, concurrency: 4, ...rest });
}

const textsOf = (result: Awaited<ReturnType<typeof run>>) =>
  attemptsOf(result).map(({ run }) => run?.text);

describe("a model that can sample many", () => {
  it.each([1, 2, 4])(
    "is asked once for all attempts at a task, %i at a time",
    async (concurrency) => {
      const { model, asked, alone } = sharingModel(letters);
      const result = await run(model, { taskCount: 2, concurrency });
      expect(textsOf(result).sort()).toEqual(["a", "a", "b", "b", "c", "c", "d", "d"]);
      expect(asked).toEqual([4, 4]);
      expect(alone).toHaveLength(0);
    },
  );

  it("is told of in the warnings, and is no duplicate", async () => {
    const { warnings } = await run(sharingModel(letters).model);
    expect(warnings).toEqual([expect.stringMatching(/^sharedSamples: 4 replies /)]);
  });

  it("is topped up by ordinary calls when it brings fewer, and none counts twice", async () => {
    const { model, asked, alone } = sharingModel((request) => letters(request, 2));
    const result = await run(model);
    expect(textsOf(result).sort()).toEqual(["a", "alone", "alone", "b"]);
    expect(asked).toEqual([4]);
    expect(alone).toHaveLength(2);
  });

  it("is topped up for samples that are no answer", async () => {
    const { model, alone } = sharingModel(async () => [
      sampleOf("a", 3),
      sampleOf(null, 3),
      sampleOf("b", 3),
    ]);
    expect(textsOf(await run(model)).sort()).toEqual(["a", "alone", "alone", "b"]);
    expect(alone).toHaveLength(2);
  });

  it("gives no attempt a sample too many", async () => {
    const { model } = sharingModel((request, count) => letters(request, count + 3));
    expect(textsOf(await run(model)).sort()).toEqual(["a", "b", "c", "d"]);
  });

  it("is asked in the ordinary way when it brings none", async () => {
    const { model, alone } = sharingModel(async () => []);
    expect(textsOf(await run(model))).toEqual(["alone", "alone", "alone", "alone"]);
    expect(alone).toHaveLength(4);
  });

  it("costs one attempt when its call fails, and the others ask for themselves", async () => {
    const { model, alone } = sharingModel(() => {
      throw new ProviderError({
        errorClass: "context-overflow",
        message: "no",
        provider: "scripted",
      });
    });
    const result = await run(model);
    expect(
      attemptsOf(result)
        .map(({ stopReason }) => stopReason)
        .sort(),
    ).toEqual(["completed", "completed", "completed", "error"]);
    expect(alone).toHaveLength(3);
  });

  it("is tried again as any call is", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    let callCount = 0;
    const { model, asked } = sharingModel(async (request, count) => {
      callCount += 1;
      if (callCount === 1)
        throw new ProviderError({ errorClass: "server", message: "no", provider: "scripted" });
      return letters(request, count);
    });
    expect(textsOf(await run(model)).sort()).toEqual(["a", "b", "c", "d"]);
    expect(asked).toEqual([4, 4]);
    vi.restoreAllMocks();
  });

  it("holds up nobody when it ignores its signal: its attempt has no time left, the others ask alone", async () => {
    const { model, asked, alone } = sharingModel(() => never());
    const result = await run(model, { timeoutMs: 100, concurrency: 1, k: 3 });
    expect(attemptsOf(result).map(({ stopReason }) => stopReason)).toEqual([
      "timeout",
      "completed",
      "completed",
    ]);
    expect(asked).toEqual([3]);
    expect(alone).toHaveLength(2);
  });

  it("ends with an abort of the run", async () => {
    const begun = deferred();
    const controller = new AbortController();
    const { model } = sharingModel(() => {
      begun.resolve();
      return never();
    });
    const running = run(model, { signal: controller.signal });
    await begun.promise;
    controller.abort(new Error("enough"));
    const result = await running;
    expect(result.status).toBe("stopped");
    for (const { stopReason } of attemptsOf(result)) expect(stopReason).toBe("cancelled");
  });

  it("shares the first call of an attempt only", async () => {
    const { model, alone } = sharingModel(letters);
    const result = await run(model, { callCount: 2 });
    expect(textsOf(result).sort()).toEqual(["a,alone", "b,alone", "c,alone", "d,alone"]);
    expect(alone).toHaveLength(4);
  });

  it("shares no call with tools", async () => {
    const { model, asked } = sharingModel(letters);
    const tools = [{ name: "t", parameters: { type: "object" } }];
    expect(textsOf(await run(model, { request: { tools } }))).toEqual(Array(4).fill("alone"));
    expect(asked).toEqual([]);
  });

  it("shares nothing at one attempt a task", async () => {
    const { model, asked } = sharingModel(letters);
    await run(model, { k: 1, taskCount: 3 });
    expect(asked).toEqual([]);
  });

  it("is asked alone, and told of once, when it refuses to answer many times", async () => {
    for (const errorClass of ["invalid-request", "unsupported-setting"] as const) {
      const { model, asked, alone } = sharingModel(() => {
        throw new ProviderError({ errorClass, message: "n", provider: "scripted", status: 400 });
      });
      const result = await run(model, { taskCount: 3 });
      expect(textsOf(result)).toEqual(Array(12).fill("alone"));
      expect(alone).toHaveLength(12);
      expect(asked).toHaveLength(1);
      expect(result.warnings).toEqual([
        'scripted "scripted" refuses to answer several times at once, so each attempt asks for itself from here on.',
      ]);
    }
  });

  it("is asked no more for many, and told of once, when it answers once", async () => {
    const { model, asked, alone } = sharingModel(async () => [sampleOf("a", 1)]);
    const result = await run(model, { taskCount: 3, concurrency: 1 });
    expect(asked).toHaveLength(1);
    expect(alone).toHaveLength(11);
    expect(result.warnings[0]).toContain("answers once when it is asked for 4");
  });

  it("keeps what is paid for when its sharing ends", async () => {
    const { model, asked, alone } = sharingModel(letters);
    // Both tasks have asked for four; the last attempt at the first one then asks differently.
    const result = await run(model, {
      taskCount: 3,
      order: "round-robin",
      concurrency: 1,
      prompt: (attemptIndex, input) => (attemptIndex === 1 && input.endsWith("0") ? "y" : "x"),
    });
    expect(asked).toEqual([4, 4, 4]);
    expect(alone).toHaveLength(1);
    expect(textsOf(result).filter((text) => text === "alone")).toHaveLength(1);
  });

  it("is another one with other settings: a sample is never given for another model's", async () => {
    const first = sharingModel(letters);
    const second = sharingModel(async () => [sampleOf("z", 1)]);
    const other: Model = { ...second.model, identity: () => ({ policy: { temperature: 1 } }) };
    const environment = defineEnvironment({
      name: "two models",
      tasks: [{ input: "x" }],
      agent: functionAgent({
        model: first.model,
        async run(content, { model, gate, signal, attemptIndex }) {
          const chosen = attemptIndex % 2 === 0 ? model : (gate?.(other) ?? other);
          const { message } = await chosen.generate({
            messages: [{ role: "user", content: String(content) }],
            signal,
          });
          return message.content ?? "";
        },
      }),
      scorer: () => true,
    });
    const result = await runRollouts(environment, { k: 4, concurrency: 1 });
    expect(textsOf(result)).toEqual(["a", "alone", "b", "alone"]);
    expect([first.alone, second.alone].map(({ length }) => length)).toEqual([0, 2]);
  });

  it("takes equal messages for equal, whatever the order of their members", async () => {
    const { model, asked } = sharingModel(letters);
    const messages = (index: number): ModelRequest["messages"] =>
      index % 2 === 0 ? [{ role: "user", content: "x" }] : [{ content: "x", role: "user" }];
    const environment = defineEnvironment({
      name: "order",
      tasks: [{ input: "x" }],
      agent: functionAgent({
        model,
        run: async (_, { model: own, signal, attemptIndex }) => {
          const { message } = await own.generate({ messages: messages(attemptIndex), signal });
          return message.content ?? "";
        },
      }),
      scorer: () => true,
    });
    const result = await runRollouts(environment, { k: 4 });
    expect(textsOf(result).sort()).toEqual(["a", "b", "c", "d"]);
    expect(asked).toEqual([4]);
  });

  it.each([
    ["null", null],
    ["no list", { length: 2 }],
  ])("names the model that gives %s", async (_what, given) => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { model } = sharingModel(async () => given as never);
    const broken: Model = { ...model, sampleMany: async () => given as never };
    const [attempt] = attemptsOf(await run(broken, { k: 2, concurrency: 1 }));
    expect(attempt?.error).toContain("The model scripted gave no list of samples");
    vi.restoreAllMocks();
  });

  it("is topped up for samples that are nothing at all", async () => {
    const { model, alone } = sharingModel(async () => [
      sampleOf("a", 4),
      null as never,
      {} as never,
      sampleOf("b", 4),
    ]);
    expect(textsOf(await run(model)).sort()).toEqual(["a", "alone", "alone", "b"]);
    expect(alone).toHaveLength(2);
  });

  it("stops sharing, and says so, when attempts ask different questions", async () => {
    const { model, asked, alone } = sharingModel(letters);
    const result = await run(model, {
      taskCount: 3,
      concurrency: 1,
      prompt: (index) => String(index),
    });
    expect(asked).toEqual([4]);
    expect(alone).toHaveLength(11);
    expect(result.warnings[0]).toMatch(/^Attempts at "t1" begin with different questions, so /);
  });

  it("is asked for at most 128 at once", async () => {
    const { model, asked, alone } = sharingModel(letters);
    await run(model, { k: 130, concurrency: 130 });
    expect(asked).toEqual([128]);
    expect(alone).toHaveLength(2);
  });

  it("is booked once in a budget, whose guess is one prompt and all answers", async () => {
    const { model, asked, alone } = sharingModel(letters);
    // The first attempt goes alone, since nothing is known, and takes 14: 10 for the prompt. Three
    // samples are then expected to take 22, and take 14; four 26. The third request does not fit.
    const result = await run(model, { taskCount: 3, concurrency: 1, budget: { maxTokens: 60 } });
    expect(asked).toEqual([3, 4]);
    expect(alone).toHaveLength(1);
    expect(result.stoppedEarly).toBe("budget");
    expect(attemptsOf(result).filter(({ stopReason }) => stopReason === "completed")).toHaveLength(
      8,
    );
  });

  it("has its answers taken though the budget has ended with them", async () => {
    // No answer comes before all attempts at its task have asked.
    const [first, second] = [deferred(), deferred()];
    let askedCount = 0;
    function prompt(): string {
      askedCount += 1;
      if (askedCount === 4) first.resolve();
      if (askedCount === 8) second.resolve();
      return "x";
    }
    const { model } = sharingModel(async (request, count) => {
      await second.promise;
      const [sample, ...others] = await letters(request, count);
      const usage = { inputTokens: 60, outputTokens: 40, totalTokens: 100 };
      return sample === undefined ? [] : [{ ...sample, usage }, ...others];
    });
    const generate: Model["generate"] = (request) =>
      first.promise.then(() => model.generate(request));
    // Four attempts alone take 56, and four samples are expected to take 26; they take 100.
    const options = { taskCount: 2, prompt, budget: { maxTokens: 82 } };
    const result = await run({ ...model, generate }, options);
    expect(textsOf(result)).toEqual([...Array(4).fill("alone"), "a", "b", "c", "d"]);
    expect(result).toMatchObject({ status: "finished", stoppedEarly: null });
  });

  it("is booked by the length of all answers when it reports no usage", async () => {
    const text = "x".repeat(400);
    const { model, asked } = sharingModel(async (_request, count) =>
      Array.from({ length: count }, () => sampleOf(text, count)),
    );
    // Prompts of 4 tokens, answers of 100: the first request takes about 304, the second 404.
    const result = await run(model, { taskCount: 4, concurrency: 1, budget: { maxTokens: 1000 } });
    expect(asked).toEqual([3, 4]);
    expect(result.stoppedEarly).toBe("budget");
  });
});
