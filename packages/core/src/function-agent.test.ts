import { describe, expect, it } from "vitest";
import type { Agent, AgentEvent } from "./agent.ts";
import type { AgentRun } from "./agent-run.ts";
import { createAttemptContext } from "./attempt-context.ts";
import { FingerprintError } from "./errors/fingerprint-error.ts";
import { foldRun } from "./fold-run.ts";
import { functionAgent } from "./function-agent.ts";
import type { TaskInput } from "./message.ts";
import type { Model } from "./model.ts";

async function runOf<Output>(
  agent: Agent<Output>,
  input: TaskInput = "2+2?",
): Promise<AgentRun<Output>> {
  const events: AgentEvent<Output>[] = [];
  for await (const event of agent.run(input, createAttemptContext())) events.push(event);
  return foldRun(events);
}

/** What plain JavaScript may answer. */
const answering = (answer: unknown) => functionAgent({ run: () => answer as string });

describe("functionAgent: answers", () => {
  it("takes a string for text and output", async () => {
    expect(await runOf(functionAgent({ run: () => "4" }))).toStrictEqual({
      status: "completed",
      output: "4",
      text: "4",
      messages: [
        { role: "user", content: "2+2?" },
        { role: "assistant", content: "4" },
      ],
      toolExecutions: [],
      served: [],
    });
  });

  it("takes an empty string for an answer, and null for none", async () => {
    expect(await runOf(functionAgent({ run: () => "" }))).toMatchObject({ output: "", text: "" });
    const run = await runOf(functionAgent({ run: async () => ({ text: null }) }));
    expect(run).not.toHaveProperty("output");
    expect(run.messages).toEqual([{ role: "user", content: "2+2?" }]);
  });

  it("keeps what stands beside the text", async () => {
    const facts = {
      messages: [{ role: "user", content: "asked differently" }],
      toolExecutions: [{ toolCallId: "c", name: "add", rawArguments: "{}", status: "ok" }],
      usage: { inputTokens: 3 },
      status: "truncated",
    } as const;
    const run = await runOf(functionAgent({ run: () => ({ text: "4", ...facts }) }));

    expect(run).toMatchObject({ output: "4", text: "4", ...facts });
  });

  it("takes a value for the output, with or without its text", async () => {
    expect(await runOf(functionAgent({ run: () => ({ output: 0 }) }))).toMatchObject({
      status: "completed",
      output: 0,
      text: null,
    });
    const run = await runOf(functionAgent({ run: async () => ({ output: { a: 1 }, text: "1" }) }));
    expect(run).toMatchObject({ output: { a: 1 }, text: "1" });
  });

  it("has no output when the agent says why there is none", async () => {
    const refused = await runOf(
      functionAgent({ run: () => ({ text: "No.", refusal: "harmful" }) }),
    );
    expect(refused).toMatchObject({ status: "completed", text: "No.", refusal: "harmful" });
    expect(refused).not.toHaveProperty("output");

    const missed = await runOf(
      functionAgent<number>({ run: () => ({ output: undefined, outputError: "no number" }) }),
    );
    expect(missed).toMatchObject({ outputError: "no number" });
    expect(missed).not.toHaveProperty("output");
  });

  it("takes null for absent, as model APIs write it", async () => {
    const run = await runOf(
      answering({ text: "4", refusal: null, outputError: null, usage: null }),
    );

    expect(run.output).toBe("4");
    expect(run).not.toHaveProperty("refusal");
    expect(run).not.toHaveProperty("usage");
    const empty = await runOf(answering({ text: "4", refusal: "" }));
    expect(empty.output).toBe("4");
    expect(empty).not.toHaveProperty("refusal");
  });

  it("may name the tools that the model was offered", async () => {
    const tools = [{ name: "add", parameters: { type: "object" } }];

    expect(await runOf(answering({ text: "4", tools }))).toMatchObject({ tools });
    expect(await runOf(answering({ text: "4", tools: null }))).not.toHaveProperty("tools");
    expect(await runOf(answering({ text: "4" }))).not.toHaveProperty("tools");
  });

  it("puts the answer after a conversation", async () => {
    const input = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "2+2?" },
    ] as const;
    const { messages } = await runOf(functionAgent({ run: () => "4" }), input);

    expect(messages).toEqual([...input, { role: "assistant", content: "4" }]);
  });

  it.each([undefined, null, 4, {}, [], { answer: "4" }, { text: 4 }, { output: 1, text: 4 }])(
    "refuses the answer %j",
    async (answer) => {
      await expect(runOf(answering(answer))).rejects.toThrow(
        /^functionAgent: the answer of run must be a string, \{ text \} or \{ output \}, got /,
      );
    },
  );

  it("refuses a status that is none", async () => {
    await expect(runOf(answering({ text: "4", status: "done" }))).rejects.toThrow(
      'the status of the answer must be completed, truncated, paused, got "done"',
    );
  });
});

describe("functionAgent: the function", () => {
  it("is called with the input and the context of the attempt", async () => {
    const seen: unknown[] = [];
    const agent = functionAgent({
      run(input, context) {
        seen.push(input, context);
        return "";
      },
    });
    const context = createAttemptContext({ taskId: "x" });
    for await (const _ of agent.run("hi", context));

    expect(seen).toEqual(["hi", context]);
  });

  it("E8: throws through, at once or later", async () => {
    const thrown = new RangeError("boom");
    const sync = functionAgent({
      run(): string {
        throw thrown;
      },
    });

    await expect(runOf(sync)).rejects.toBe(thrown);
    await expect(runOf(functionAgent({ run: () => Promise.reject(thrown) }))).rejects.toBe(thrown);
  });

  it.each([undefined, null, "run", {}])("must be one, not %j", (run) => {
    expect(() => functionAgent({ run: run as () => string })).toThrow(
      /^functionAgent: run must be a function \(input, context\) => answer, got /,
    );
  });
});

describe("functionAgent: options", () => {
  it("has the identity that it is given, or else its name and source text", () => {
    const run = () => "";
    const source = run.toString();

    expect(functionAgent({ run, identity: { prompt: "x" } }).identity()).toEqual({ prompt: "x" });
    expect(functionAgent({ run, name: "mine" }).identity()).toEqual({
      kind: "function",
      name: "mine",
      source,
    });
    expect(functionAgent({ run }).identity()).toEqual({
      kind: "function",
      name: "function",
      source,
    });
  });

  it("cannot be fingerprinted by the text of a bound function", () => {
    const run = (() => "").bind(null);

    expect(() => functionAgent({ run }).identity()).toThrow(FingerprintError);
    expect(() => functionAgent({ run }).identity()).toThrow(/Give the agent an identity\.$/);
  });

  it("declares a model only when it is given one", () => {
    const model: Model = {
      specVersion: "v1",
      provider: "p",
      modelId: "m",
      identity: () => ({ policy: {} }),
      generate: () => Promise.reject(new Error("unused")),
    };

    expect(functionAgent({ run: () => "", model }).model).toBe(model);
    expect(functionAgent({ run: () => "" })).not.toHaveProperty("model");
  });

  const run = () => "";
  it.each([
    [{ run, model: "gpt-5" }, 'of @rollouts/provider-openai, got "gpt-5". Names are not'],
    [{ run, model: { specVersion: "v1", generate() {} } }, "model must be a Model"],
    [{ run, name: 5 }, "name must be a string, got 5"],
    [{ run, modle: 1 }, 'functionAgent has an unknown key "modle"'],
    [() => "", "functionAgent must be given an object, got a function"],
    [null, "functionAgent must be given an object, got null"],
  ])("refuses %o", (options, message) => {
    expect(() => functionAgent(options as unknown as { run: () => string })).toThrow(message);
  });
});
