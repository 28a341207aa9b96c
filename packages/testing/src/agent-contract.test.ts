import {
  type Agent,
  type AttemptContext,
  functionAgent,
  type Json,
  type Message,
  type ModelResponse,
  type TaskInput,
  type Tool,
} from "@rollouts/core";
import { describe, expect, it } from "vitest";
import {
  declaredModel,
  failureOf,
  failuresOf,
  miniRunRollouts,
  modelAgent,
  toMessages,
  toolAgent,
} from "./agent-contract/contract.test-helper.ts";
import type { RunRollouts } from "./agent-contract/real-run-case.ts";
import { agentContract, scriptedModel, slipCalculator } from "./index.ts";

const caseNames = [
  "specVersion is v1",
  "identity() is plain JSON and stays the same",
  "run gives well-formed events and one end, the last",
  "a run changes neither the agent nor its input",
  "the agent holds no connection that attempts would share",
  "an attempt writes to no store but its own",
  "a run stops with the signal's reason when aborted before it",
  "a run stops with the signal's reason when aborted during it",
  "leak canary: attempts in sequence",
  "leak canary: attempts in parallel",
  "leak canary: attempts with the same input",
  "leak canary: a real run",
];

/** As many authors write it: a class with the conversation in a field. */
class HistoryAgent implements Agent {
  readonly specVersion = "v1";
  readonly model = declaredModel;
  readonly history: Message[] = [];

  identity(): Json {
    return { kind: "history" };
  }

  async *run(input: TaskInput, { model, signal }: AttemptContext): ReturnType<Agent["run"]> {
    this.history.push(...toMessages(input));
    const { message } = await model.generate({ messages: [...this.history], signal });
    this.history.push(message);
    yield { type: "message", message };
    yield {
      type: "end",
      status: "completed",
      output: message.content ?? "",
      text: message.content,
    };
  }
}

const ask = modelAgent(async (input, { model, signal }) => {
  const { message } = await model.generate({ messages: toMessages(input), signal });
  return { text: message.content };
});

function noteTools(notes: unknown[]): readonly Tool[] {
  const parameters = { type: "object", properties: { note: { type: "string" } } };
  return [
    {
      spec: { name: "remember", parameters },
      execute: (input) => `${notes.push(input)} notes`,
    },
    {
      spec: { name: "recall", parameters: { type: "object" } },
      execute: () => JSON.stringify(notes),
    },
  ];
}

it("has these cases, the last one only when it is handed runRollouts", () => {
  const namesOf = (cases: ReturnType<typeof agentContract>) => cases.map(({ name }) => name);

  expect(namesOf(agentContract({ agent: ask }))).toEqual(caseNames.slice(0, -1));
  expect(namesOf(agentContract({ agent: ask, runRollouts: miniRunRollouts }))).toEqual(caseNames);
});

it.each([
  ["agent", { agent: 5 }, "agent must be an agent, or a function that makes one, got 5."],
  ["input", { agent: ask, input: 5 }, "input must be a prompt, messages, or a function"],
  ["model", { agent: ask, model: 5 }, "model must be a"],
  ["runRollouts", { agent: ask, runRollouts: {} }, "runRollouts must be the function of"],
  ["agentContract.k", { agent: ask, k: 5 }, 'agentContract has an unknown key "k"'],
])("refuses an unusable %s", (argument, options, message) => {
  expect(() => agentContract(options as never)).toThrow(
    expect.objectContaining({ argument, message: expect.stringContaining(message) }),
  );
});

describe("passes", () => {
  const queue = { last: Promise.resolve() as Promise<unknown> };
  const agents: [string, Parameters<typeof failuresOf>[0]][] = [
    ["a function that calls no model", { agent: functionAgent({ run: () => "42" }) }],
    ["a function that says its input", { agent: functionAgent({ run: (input) => String(input) }) }],
    ["a function that asks the model", { agent: ask }],
    [
      "an agent that is asked with messages",
      { agent: ask, input: [{ role: "system", content: "x" }] },
    ],
    ["case 3(a): a factory of agents with this.history", { agent: () => new HistoryAgent() }],
    ["an async factory", { agent: async () => ask }],
    ["tools with a state that is made for each run", { agent: toolAgent(() => noteTools([])) }],
    [
      "memory in the attempt's store",
      {
        agent: modelAgent(async (input, { model, signal, store }) => {
          const facts = ((await store.get("facts")) ?? []) as string[];
          const prompt: Message = { role: "system", content: `Known: ${facts.join()}` };
          const { message } = await model.generate({
            messages: [prompt, ...toMessages(input)],
            signal,
          });
          await store.set("facts", [...facts, JSON.stringify(input), String(message.content)]);
          return { text: message.content };
        }),
      },
    ],
    [
      "a typed answer that must fit its schema",
      {
        agent: functionAgent({
          model: declaredModel,
          async run(input, { model, signal }) {
            const properties = { value: { type: "integer", minimum: 3 }, why: { type: "string" } };
            const schema = { type: "object", properties, required: ["value", "why"] };
            const output = { name: "answer", schema };
            const messages = toMessages(input);
            const { message } = await model.generate({ messages, output, signal });
            const answer: { value: number; why: string } = JSON.parse(message.content ?? "");
            if (!(answer.value >= 3)) throw new Error("misses the schema");
            return { output: answer, text: message.content };
          },
        }),
      },
    ],
    [
      "texts only, read strictly, with the marker where the agent wants it",
      {
        input: (marker) => JSON.stringify({ name: marker }),
        agent: functionAgent({
          run(input) {
            if (typeof input !== "string") throw new TypeError("texts only");
            return `Hello ${JSON.parse(input).name}`;
          },
        }),
      },
    ],
    [
      "a model of the caller's, seeded by the attempt",
      { agent: ask, model: slipCalculator({ slipRate: 0.5 }), input: "Add 123 and 456." },
    ],
    [
      "an agent that lets one run call the model at a time",
      {
        agent: modelAgent((input, { model, signal }) => {
          const work = queue.last.then(() =>
            model.generate({ messages: toMessages(input), signal }),
          );
          queue.last = work.catch(() => undefined);
          return work.then(({ message }) => ({ text: message.content }));
        }),
      },
    ],
    [
      "a run that pauses",
      { agent: functionAgent({ run: () => ({ text: null, status: "paused" as const }) }) },
    ],
  ];

  it.each(agents)("%s", async (_, options) => {
    expect(await failuresOf(options)).toEqual({});
  });
});

describe("finds leaks", () => {
  const canaries = {
    sequence: caseNames[8],
    parallel: caseNames[9],
    same: caseNames[10],
    real: caseNames[11],
  } as Record<string, string>;
  const all = Object.keys(canaries);

  /** Agents that leak through the channel, in the cases given. */
  const leaky: [string, string, string[], () => Agent | (() => Agent)][] = [
    [
      "memory or summary",
      "facts in a variable, told in the system message",
      all,
      () => {
        const facts: string[] = [];
        return modelAgent(async (input, { model, signal }) => {
          const prompt: Message = { role: "system", content: facts.join() };
          facts.push(JSON.stringify(input));
          const messages = [prompt, ...toMessages(input)];
          return { text: (await model.generate({ messages, signal })).message.content };
        });
      },
    ],
    ["history", "case 3(b): one instance with this.history", all, () => new HistoryAgent()],
    [
      "history",
      "a factory whose agents share their history",
      all,
      () => {
        const one = new HistoryAgent();
        return () => one;
      },
    ],
    [
      "tool specs",
      "a description that names the users",
      all,
      () => {
        const users: string[] = [];
        return modelAgent(async (input, { model, signal, userId }) => {
          users.push(userId);
          const tool = { name: "find", description: users.join(), parameters: { type: "object" } };
          const messages = toMessages(input);
          await model.generate({ messages, tools: [tool], signal });
          return "done";
        });
      },
    ],
    [
      "tool state",
      "tools with one state for all",
      all,
      () => {
        const tools = noteTools([]);
        return toolAgent(() => tools);
      },
    ],
    [
      "module state",
      "case 3(c): a closure, without a model",
      ["sequence", "parallel", "same", "real"],
      () => {
        const seen: unknown[] = [];
        return functionAgent({
          run(input) {
            const before = JSON.stringify(seen);
            seen.push(input);
            return `I saw ${before}`;
          },
        });
      },
    ],
    [
      "module state",
      "the first caller wins",
      ["sequence", "same", "real"],
      () => {
        let first: TaskInput | undefined;
        return functionAgent({
          run(input) {
            first ??= input;
            return `Hello ${JSON.stringify(first)}`;
          },
        });
      },
    ],
    [
      "store",
      "what others said, noted without a word",
      all,
      () => {
        const said: Json[] = [];
        return modelAgent(async (input, { store }) => {
          said.push(JSON.stringify(input));
          await store.set("said", said);
          return "noted";
        });
      },
    ],
    [
      "module state",
      "a context that is kept",
      ["sequence", "same", "real"],
      () => {
        let kept: AttemptContext | undefined;
        return modelAgent((_, context) => {
          kept ??= context;
          return `You are ${kept.userId}`;
        });
      },
    ],
    [
      "module state",
      "in sequence only: the last answer, once there is one",
      ["sequence", "same", "real"],
      () => {
        let last = "nothing";
        return modelAgent(async (input, { model, signal }) => {
          const before = last;
          const { message } = await model.generate({ messages: toMessages(input), signal });
          last = message.content ?? "";
          return `Before: ${before}`;
        });
      },
    ],
    [
      "module state",
      "in parallel only: a shared buffer, filled before the model call",
      ["parallel", "real"],
      () => {
        let buffer = "";
        return modelAgent(async (input, { model, signal }) => {
          buffer = JSON.stringify(input);
          await model.generate({ messages: toMessages(input), signal });
          return buffer;
        });
      },
    ],
    [
      "module state",
      "in parallel only: a shared buffer, filled after the model call",
      ["parallel", "real"],
      () => {
        let buffer: string | null;
        return modelAgent(async (input, { model, signal }) => {
          const { message } = await model.generate({ messages: toMessages(input), signal });
          buffer = message.content;
          await undefined;
          return { text: buffer };
        });
      },
    ],
    [
      "module state",
      "in parallel only: replies taken for answers to the calls in their order",
      ["parallel"],
      () => {
        const waiting: TaskInput[] = [];
        return modelAgent(async (input, { model, signal }) => {
          waiting.push(input);
          const call = model.generate({ messages: toMessages(input), signal });
          return call.then(
            () => JSON.stringify(waiting.shift()),
            (reason) => {
              waiting.shift();
              throw reason;
            },
          );
        });
      },
    ],
    [
      "module state",
      "with the same input only: answers kept by input",
      ["same", "real"],
      () => {
        const answers = new Map<string, Promise<ModelResponse>>();
        return modelAgent(async (input, { model, signal }) => {
          const key = JSON.stringify(input);
          const messages = toMessages(input);
          const answer = answers.get(key) ?? model.generate({ messages, signal });
          answers.set(key, answer);
          return { text: (await answer).message.content };
        });
      },
    ],
  ];

  it.each(leaky)("through %s: %s", async (channel, _, cases, makeAgent) => {
    const failures = await failuresOf({ agent: makeAgent() });

    const leaks = Object.entries(failures).filter(([name]) => name.startsWith("leak canary"));
    expect(leaks.map(([name]) => name)).toEqual(cases.map((key) => canaries[key]));
    for (const [, message] of leaks) {
      expect(message).toMatch(
        new RegExp(
          `^The agent leaks between attempts: attempt [\\w-]+/\\d saw something of attempt [\\w-]+/\\d through ${channel} \\(`,
        ),
      );
    }
  });
});

it("names at most five pairs of attempts, each once", async () => {
  const agent = new HistoryAgent();

  const { message } = await failureOf("leak canary: attempts in sequence", { agent });

  expect(message.match(/saw something of/g)).toHaveLength(5);
  expect(message).toContain(
    "attempt sequence/2 saw something of attempt sequence/0 through history (user message of model call 0)",
  );
  expect(message).toContain("; and 5 more. Keep what changes");
});

it("tells the caller's model which attempt asks", async () => {
  const model = scriptedModel(() => "yes");
  const agent = modelAgent(async (input, { model: own, signal }) => {
    await own.generate({ messages: toMessages(input), signal });
    const attempt = { taskId: "mine", attemptIndex: 7, turn: 1, seed: 8 };
    await own.generate({ messages: toMessages(input), signal, attempt });
    return "x";
  });
  const found = agentContract({ agent, model }).find(({ name }) => name.startsWith("run gives"));

  await found?.run();

  expect(model.calls.map(({ attempt }) => attempt)).toEqual([
    { taskId: "events", attemptIndex: 0, turn: 0, seed: 0 },
    { taskId: "mine", attemptIndex: 7, turn: 1, seed: 8 },
  ]);
});

it("takes an agent that calls the caller's model no more for one that replays its answer", async () => {
  const answers = new Map<string, string | null>();
  const agent = modelAgent(async (input, { model, signal }) => {
    const key = JSON.stringify(input);
    if (!answers.has(key)) {
      const { message } = await model.generate({ messages: toMessages(input), signal });
      answers.set(key, message.content);
    }
    return { text: answers.get(key) ?? null };
  });

  expect(await failuresOf({ agent, model: scriptedModel(() => "yes") })).toEqual({
    "leak canary: attempts with the same input":
      "Attempt same-input/1 called no model, though attempt same-input/0 with the same input did: the agent replays an answer. Keep no answers between runs.",
  });
});

it("sees an answer that changes after the run", async () => {
  const log: string[] = [];
  const agent = functionAgent({
    run(input) {
      log.splice(0, log.length, JSON.stringify(input));
      return { output: log, text: "see the log" };
    },
  });

  const { message } = await failureOf("leak canary: attempts in sequence", { agent });

  expect(message).toContain("attempt sequence/0 saw something of attempt sequence/4");
});

it("says that nothing can be seen when the agent fails", async () => {
  const cause = new Error("no such city");
  const agent = modelAgent(() => Promise.reject(cause));

  const error = await failureOf("leak canary: attempts in parallel", { agent });

  expect(error).toMatchObject({ code: "agent_contract", cause });
  expect(error.message).toMatch(/^Attempt parallel\/0 failed \(no such city\)\. Give an input/);
});

it("refuses a model for an agent that declares none", async () => {
  const agent = functionAgent({ run: () => "x" });

  const error = await failureOf("specVersion is v1", { agent, model: declaredModel });

  expect(error.message).toBe("model would never be called: the agent declares no model.");
});

it("says what a real run refused, and how it ended", async () => {
  const name = "leak canary: a real run";
  const refused = new Error("refused");
  const cut: RunRollouts = async (env, options) => {
    const { taskResults } = await miniRunRollouts(env, options);
    return {
      taskResults: taskResults.map((result) => ({
        ...result,
        attempts: result.attempts.map((a) => ({ ...a, stopReason: "timeout", error: "late" })),
      })),
    };
  };

  const refusing: RunRollouts = async ({ agent }) => {
    const made = typeof agent === "function" ? await agent() : agent;
    throw made.connections?.().includes(declaredModel) ? refused : new Error("holds nothing");
  };
  const agent = { ...ask, connections: () => [declaredModel] };

  expect(await failureOf(name, { agent, runRollouts: refusing })).toBe(refused);
  expect((await failureOf(name, { agent: ask, runRollouts: cut })).message).toBe(
    "Attempt real-run-a/0 ended as timeout: late.",
  );
});
