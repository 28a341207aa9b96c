import { type Model, type ModelRequest, type ModelResponse, ProviderError } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { modelContract, scriptedModel, slipCalculator } from "./index.ts";
import { findResponseFault } from "./model-contract/find-response-fault.ts";

const caseNames = [
  "the model has a version, a provider and an id",
  "identity() is plain JSON and stays the same",
  "generate gives a well-formed response",
  "a call leaves its request as it was",
  "equal requests are answered one by one",
  "text that is told early is the text of the reply",
  "tools are offered, or refused as unsupported-setting",
  "an output schema is asked for, or refused as unsupported-setting",
  "a conversation with tool calls goes on, or is refused as unsupported-setting",
  "sampleMany, if there is one, gives so many responses or fewer, each of its own",
  "a call is rejected with the signal's reason when aborted before it",
  "a call is rejected with the signal's reason when aborted during it",
  "calls gather no listeners on their signal",
];

type Options = Parameters<typeof modelContract>[0];

/** The names of the cases that fail, with what they say. */
async function failuresOf(options: Options): Promise<Record<string, string>> {
  const failures: Record<string, string> = {};
  for (const { name, run } of modelContract(options)) {
    await run().catch((error) => {
      expect(error).toMatchObject({ code: "model_contract" });
      failures[name] = error.message;
    });
  }
  return failures;
}

function reply(text: string | null = "391"): ModelResponse {
  return { message: { role: "assistant", content: text }, finishReason: "stop" };
}

/** A model with a fault. */
function modelWith(members: Partial<Model>): Model {
  return {
    specVersion: "v1",
    provider: "p",
    modelId: "m",
    identity: () => ({ policy: { model: "m" } }),
    generate: async ({ signal }) => {
      signal.throwIfAborted();
      return reply();
    },
    ...members,
  };
}

function generating(
  generate: (request: ModelRequest) => ModelResponse | Promise<ModelResponse>,
): Model {
  return modelWith({
    generate: async (request) => {
      request.signal.throwIfAborted();
      return generate(request);
    },
  });
}

const waiting = modelWith({
  generate: ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    }),
});

it("has these cases, and one for each failing model", () => {
  const failing = [{ model: waiting, errorClass: "server" as const }];
  const names = modelContract({ model: waiting, failing }).map(({ name }) => name);
  expect(names).toEqual([...caseNames, "failing[0]: a failure is a ProviderError of class server"]);
});

/** As a call that so many attempts shared gives them. */
function samplesOf(sampleCount: number): ModelResponse[] {
  return Array.from({ length: sampleCount }, () => ({ ...reply(), served: { sampleCount } }));
}

function sampling(sample: (count: number) => unknown): Model {
  return modelWith({ sampleMany: async (_request, count) => sample(count) as ModelResponse[] });
}

describe("passes", () => {
  const models: [string, Options][] = [
    ["scriptedModel", { model: scriptedModel(() => "391") }],
    [
      "scriptedModel made for each case",
      { makeModel: () => scriptedModel(() => ({ text: "391", usage: { inputTokens: 3 } })) },
    ],
    ["slipCalculator", { model: slipCalculator() }],
    [
      "slipCalculator with a question",
      { makeModel: async () => slipCalculator(), input: "Multiply 17 by 23." },
    ],
    ["a model that samples many", { model: sampling((count) => samplesOf(count)) }],
    ["a model that samples fewer than it is asked for", { model: sampling(() => [reply()]) }],
    ["a bare model with one that waits", { model: modelWith({}), waiting }],
    [
      "a model that fails as it says",
      {
        model: modelWith({}),
        failing: [
          {
            model: generating(() => {
              throw new ProviderError({ provider: "p", errorClass: "rate-limit", message: "slow" });
            }),
            errorClass: "rate-limit",
          },
        ],
      },
    ],
  ];
  it.each(models)("%s", async (_name, options) => {
    expect(await failuresOf(options)).toEqual({});
  });
});

describe("finds", () => {
  let count = 0;
  const shared = reply();
  const kept: AbortSignal[] = [];
  const sampled = caseNames[9] ?? "";
  const twice = { ...reply(), served: { sampleCount: 2 } };
  const billed = samplesOf(2).map((sample) => ({ ...sample, usage: { inputTokens: 1 } }));
  const faults: [string, Options, caseName: string, says: string][] = [
    ["samples that are no list", { model: sampling(() => reply()) }, sampled, "gave no list"],
    ["no samples", { model: sampling(() => []) }, sampled, "0 responses for a count of 3"],
    ["too many samples", { model: sampling(() => samplesOf(4)) }, sampled, "4 responses"],
    ["a sample that is none", { model: sampling(() => [{}]) }, sampled, "at [0] no response"],
    ["a sample twice", { model: sampling(() => [twice, twice]) }, sampled, "one message twice"],
    ["usage in each sample", { model: sampling(() => billed) }, sampled, "usage at [1]"],
    [
      "samples that do not tell",
      { model: sampling(() => [reply(), reply()]) },
      sampled,
      "served.sampleCount",
    ],
    [
      "samples that cannot be had",
      { model: sampling(() => Promise.reject(new Error("no"))) },
      sampled,
      "sampleMany was rejected with Error (no)",
    ],
    ["a blank id", { model: modelWith({ modelId: " " }) }, caseNames[0] ?? "", 'modelId is " "'],
    [
      "an account that is no text",
      { model: modelWith({ account: 5 as never }) },
      caseNames[0] ?? "",
      "account is 5",
    ],
    [
      "an identity that JSON cannot carry",
      { model: modelWith({ identity: () => ({ policy: { at: new Date(0) as never } }) }) },
      caseNames[1] ?? "",
      "identity() is no plain JSON",
    ],
    [
      "an identity without a policy",
      { model: modelWith({ identity: () => ({}) as never }) },
      caseNames[1] ?? "",
      "policy is undefined",
    ],
    [
      "an identity that changes",
      { model: modelWith({ identity: () => ({ policy: { count: count++ } }) }) },
      caseNames[1] ?? "",
      "differs after a second call",
    ],
    [
      "an identity that each model has for itself",
      {
        makeModel: () => {
          const id = count++;
          return modelWith({ identity: () => ({ policy: { id } }) });
        },
      },
      caseNames[1] ?? "",
      "differs after the next model",
    ],
    [
      "a response that is none",
      { model: generating(() => "391" as never) },
      caseNames[2] ?? "",
      'the response is "391"',
    ],
    [
      "a call that fails",
      {
        model: generating(() => {
          throw new TypeError("boom");
        }),
      },
      caseNames[2] ?? "",
      "The call failed with TypeError (boom)",
    ],
    [
      "a call that changes its request",
      {
        model: generating((request) => {
          (request.messages as unknown[]).push("x");
          return reply();
        }),
      },
      caseNames[3] ?? "",
      "The call changed what it was given: request.messages was",
    ],
    [
      "a call that puts something into its request",
      {
        model: generating((request) => {
          Object.assign(request, { tools: [] });
          return reply();
        }),
      },
      caseNames[3] ?? "",
      "request.tools was absent",
    ],
    [
      "a call that takes its changes back",
      {
        model: generating((request) => {
          (request.messages as unknown[]).push("x");
          (request.messages as unknown[]).pop();
          return reply();
        }),
      },
      caseNames[3] ?? "",
      "The call failed with TypeError",
    ],
    [
      "a response that is given twice",
      { model: generating(() => shared) },
      caseNames[4] ?? "",
      "Two calls gave the same object",
    ],
    [
      "a cache",
      { model: generating(() => ({ ...reply(), served: { responseId: "r1" } })) },
      caseNames[4] ?? "",
      "Take the cache out",
    ],
    [
      "a text that is told in part",
      {
        model: generating((request) => {
          request.onProgress?.({ type: "text-delta", text: "39" });
          return reply();
        }),
      },
      caseNames[5] ?? "",
      "do not make up message.content",
    ],
    [
      "progress after the end",
      {
        model: generating((request) => {
          setImmediate(() => request.onProgress?.({ type: "alive" }));
          return reply();
        }),
      },
      caseNames[5] ?? "",
      "after the call was over",
    ],
    [
      "tools that are refused in another way",
      {
        model: generating(({ tools }) => {
          if (tools) throw new Error("no tools");
          return reply();
        }),
      },
      caseNames[6] ?? "",
      "of class unsupported-setting",
    ],
    [
      "an output schema that is refused in another way",
      {
        model: generating(({ output }) => {
          if (output) throw new Error("no");
          return reply();
        }),
      },
      caseNames[7] ?? "",
      "of class unsupported-setting",
    ],
    [
      "a conversation that is refused in another way",
      {
        model: generating(({ messages }) => {
          if (messages.length > 1) throw new Error("no");
          return reply();
        }),
      },
      caseNames[8] ?? "",
      "of class unsupported-setting",
    ],
    [
      "an abort that is ignored",
      { model: modelWith({ generate: async () => reply() }) },
      caseNames[10] ?? "",
      "answered though its signal was aborted",
    ],
    [
      "an abort in other words",
      {
        model: modelWith({
          generate: async ({ signal }) => {
            if (signal.aborted) throw new Error("aborted");
            return reply();
          },
        }),
      },
      caseNames[10] ?? "",
      "instead of signal.reason",
    ],
    [
      "a call that does not stop",
      { model: modelWith({}), waiting: modelWith({ generate: () => new Promise(() => {}) }) },
      caseNames[11] ?? "",
      "did not stop within 2 s",
    ],
    [
      "a listener that is left",
      {
        model: modelWith({
          generate: async ({ signal }) => {
            signal.throwIfAborted();
            kept.push(signal);
            signal.addEventListener("abort", () => {});
            return reply();
          },
        }),
      },
      caseNames[12] ?? "",
      "12 listeners are left",
    ],
    [
      "a failure that is no ProviderError",
      {
        model: modelWith({}),
        failing: [
          {
            model: generating(() => {
              throw new Error("boom");
            }),
            errorClass: "server",
          },
        ],
      },
      "failing[0]: a failure is a ProviderError of class server",
      "must fail with a ProviderError",
    ],
    [
      "a failure of another class",
      {
        model: modelWith({}),
        failing: [
          {
            model: generating(() => {
              throw new ProviderError({ provider: "p", errorClass: "timeout", message: "late" });
            }),
            errorClass: "server",
          },
        ],
      },
      "failing[0]: a failure is a ProviderError of class server",
      "of class timeout (late)",
    ],
  ];
  it.each(faults)("%s", async (_name, options, caseName, says) => {
    const failures = await failuresOf(options);
    expect(failures[caseName]).toContain(says);
  });
});

it.each<[unknown, string | undefined]>([
  [reply(), undefined],
  [reply(null), undefined],
  [{ ...reply(), usage: { inputTokens: 0, costUsd: 0.5, outputTokens: undefined } }, undefined],
  [{ ...reply(), rateLimits: { requests: { remaining: 3 } }, warnings: ["w"] }, undefined],
  [{ ...reply(), text: "x" }, "response.text is no member"],
  [{ ...reply(), finishReason: "done" }, 'response.finishReason is "done"'],
  [{ ...reply(), warnings: [5] }, "response.warnings is"],
  [{ finishReason: "stop" }, "response.message is undefined"],
  [{ ...reply(), message: { role: "user", content: "x" } }, "response.message.role"],
  [{ ...reply(), message: { role: "assistant" } }, "response.message.content is undefined"],
  [
    { ...reply(), message: { ...reply().message, refusal: null } },
    "response.message.refusal is null",
  ],
  [{ ...reply(), message: { ...reply().message, toolCalls: {} } }, "response.message.toolCalls"],
  [
    { ...reply(), message: { ...reply().message, toolCalls: [{ id: "a", name: "f" }] } },
    "toolCalls[0].rawArguments is undefined",
  ],
  [
    { ...reply(), message: { ...reply().message, toolCalls: [call("a"), call("a")] } },
    'toolCalls[1].id is "a"',
  ],
  [{ ...reply(), usage: { inputTokens: 1.5 } }, "response.usage.inputTokens is 1.5"],
  [{ ...reply(), usage: { tokens: 1 } }, "response.usage.tokens is no member"],
  [{ ...reply(), usage: null }, "response.usage is null"],
  [{ ...reply(), served: { model: 5 } }, "response.served.model is 5"],
  [{ ...reply(), served: { host: "x" } }, "response.served.host is no member"],
  [{ ...reply(), rateLimits: { tokens: { remaining: -1 } } }, "response.rateLimits.tokens"],
])("of the response %j it says %j", (response, fault) => {
  if (fault === undefined) expect(findResponseFault(response)).toBeUndefined();
  else expect(findResponseFault(response)).toContain(fault);
});

function call(id: string) {
  return { id, name: "f", rawArguments: "{}" };
}

it.each([
  [{}, "given either model or makeModel"],
  [{ model: waiting, makeModel: () => waiting }, "given either model or makeModel"],
  [{ model: 5 }, "model must be a Model"],
  [{ makeModel: waiting }, "makeModel must be a function"],
  [{ model: waiting, input: [] }, "input must be a prompt or messages"],
  [{ model: waiting, waiting: "x" }, "waiting must be a Model"],
  [{ model: waiting, failing: [{}] }, "failing[0].model must be a Model"],
  [{ model: waiting, request: {} }, 'unknown key "request"'],
])("refuses the options %j", (options, message) => {
  expect(() => modelContract(options as never)).toThrow(message);
});
