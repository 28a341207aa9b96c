import {
  defineEnvironment,
  envFingerprint,
  FingerprintError,
  fingerprint,
  functionAgent,
  InvalidArgumentError,
  type Model,
  ProviderError,
  ScorerError,
  UnsupportedSpecVersionError,
} from "@rollouts/core";
import { scorerContract, scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { type JudgeScorerOptions, judgeScorer } from "./index.ts";
import {
  blockOf,
  contextOf,
  markerOf,
  promptOf,
  repliesOf,
  runOf,
  type Say,
} from "./judge/judge-call.test-helper.ts";
import { promptVersion } from "./judge/prompt.ts";

const fakeJudge = (say: Say) => scriptedModel(repliesOf(say));

const criteria = "The answer is polite.";
const pass = { reason: "fine", verdict: "pass" };
const fail = { reason: "rude", verdict: "fail" };

function judgeWith(say: Say, options: Partial<JudgeScorerOptions> = {}) {
  const model = fakeJudge(say);
  const scorer = judgeScorer({ model, criteria, ...options });
  return { model, scorer, score: async () => scorer.score(runOf("OUT"), "REF", contextOf()) };
}

describe("U1 U2 the options", () => {
  it.each([
    [
      "U1 no model",
      { model: undefined },
      "model must be a Model, such as openai(...) of @rollouts/provider-openai, got undefined.",
    ],
    ["U1 the name of a model", { model: "gpt-5.5" }, "Names are not looked up."],
    ["U2 an unknown mode", { mode: "Numeric" }, 'mode must be "binary" or "numeric"'],
    ["U2 a threshold over 10", { mode: "numeric", threshold: 11 }, "from 1 to 10, got 11."],
    ["U2 a threshold under 1", { mode: "numeric", threshold: 0.9 }, "from 1 to 10, got 0.9."],
    ["U2 a threshold that is none", { threshold: Number.NaN }, "from 1 to 10, got NaN."],
    ["no criteria", { criteria: undefined }, "criteria must be a text"],
    ["blank criteria", { criteria: " \n" }, "criteria must be a text"],
    ["a file that was not read", { criteria: "file://my rubric.md" }, "a file name or an address"],
    ["a file's name", { criteria: "judge.md" }, "it holds a file name or an address"],
    ["a path", { criteria: "./prompts/judge.TXT\n" }, "it holds a file name or an address"],
    ["a path of Windows", { criteria: "C:\\x.yaml" }, "it holds a file name or an address"],
    ["an address", { criteria: "https://x.example/r" }, "it holds a file name or an address"],
    ["an object as text", { criteria: `Like ${{}}` }, "an object that was made a string"],
    ["no samples", { samples: 0 }, "samples must be a whole number from 1, got 0."],
    ["half a sample", { samples: 1.5 }, "samples must be a whole number"],
    ["an unknown channel", { answer: "text" }, 'answer must be "output" or "tool"'],
    ["no room for text", { maxCharacters: 0 }, "maxCharacters must be a whole number from 1"],
    ["a name that is none", { name: 1 }, "name must be a string, got 1."],
    ["an unknown option", { rubric: "x" }, 'an unknown key "rubric"'],
  ])("refuse %s", (_, changes, message) => {
    const options = { model: fakeJudge(() => pass), criteria, ...changes };
    const make = () => judgeScorer(options as JudgeScorerOptions);

    expect(make).toThrow(InvalidArgumentError);
    expect(make).toThrow(message);
  });

  it("refuse a model of another contract", () => {
    const model = { ...fakeJudge(() => pass), specVersion: "v2" } as unknown as Model;

    expect(() => judgeScorer({ model, criteria })).toThrow(UnsupportedSpecVersionError);
  });
});

describe.each(["output", "tool"] as const)("an answer by %s", (answer) => {
  it.each([
    [pass, { value: 1, passed: true, reason: "fine" }],
    [fail, { value: 0, passed: false, reason: "rude" }],
  ])("U4 binary: %j", async (said, score) => {
    expect(await judgeWith(() => said, { answer }).score()).toMatchObject(score);
  });

  it.each([
    [1, 0, false],
    [6, 5 / 9, false],
    [7, 6 / 9, true],
    [10, 1, true],
  ])("U3 numeric: %i of 10 at the default threshold of 7", async (number, value, passed) => {
    const said = { reason: "so so", score: number };
    const { score } = judgeWith(() => said, { answer, mode: "numeric" });

    const detail = { mode: "numeric", rawScore: number };
    expect(await score()).toMatchObject({ value, passed, reason: "so so", detail });
  });

  it("U5 that does not fit is asked for once more, with a fresh marker", async () => {
    const { model, score } = judgeWith((_, index) => (index === 0 ? "Looks fine to me." : pass), {
      answer,
    });

    expect(await score()).toMatchObject({ value: 1, passed: true, reason: "fine" });
    const [first, second] = model.calls;
    if (first === undefined || second === undefined) throw new Error("too few calls");
    expect(markerOf(first)).not.toBe(markerOf(second));
    expect(promptOf(first).replaceAll(markerOf(first), "M")).toBe(
      promptOf(second).replaceAll(markerOf(second), "M"),
    );
  });

  it("U5 that never fits is an error of the scorer, with both problems in short", async () => {
    const long = `\u001b[31m${"no ".repeat(500)}`;
    const { model, score } = judgeWith((_, index) => (index === 0 ? long : "{}"), { answer });

    const error = await score().then(String, (thrown: ScorerError) => thrown);

    expect(model.calls).toHaveLength(2);
    expect(error).toBeInstanceOf(ScorerError);
    const { message, detail } = error as ScorerError;
    expect(message).toContain("judge: the judge's answer is not JSON");
    expect(message).toContain("; the judge's answer has the members");
    expect(message).not.toContain("\u001b");
    expect(message.length).toBeLessThan(400);
    const [first] = model.calls;
    const key = answer === "output" ? "content" : "toolCalls";
    expect(detail).toMatchObject({
      prompt: first === undefined ? "" : promptOf(first),
      votes: [{ choice: null, calls: [{ answer: { [key]: expect.anything() } }, {}] }],
    });
  });
});

it("asks for reasons before the choice, in a schema that is the same for every call", async () => {
  const binary = judgeWith(() => pass);
  const numeric = judgeWith(() => ({ reason: "", score: 7 }), { mode: "numeric", answer: "tool" });
  await Promise.all([binary.score(), binary.score(), numeric.score()]);

  const [first, second] = binary.model.calls;
  expect(first?.output).toEqual(second?.output);
  expect(first).not.toHaveProperty("tools");
  expect(first?.output?.schema).toMatchObject({
    properties: { verdict: { type: "string", enum: ["pass", "fail"] } },
    required: ["reason", "verdict"],
    additionalProperties: false,
  });
  expect(Object.keys(Object(first?.output?.schema.properties))).toEqual(["reason", "verdict"]);
  const [forced] = numeric.model.calls;
  expect(forced).toMatchObject({
    toolChoice: { name: "give_verdict" },
    tools: [{ name: "give_verdict" }],
  });
  expect(forced).not.toHaveProperty("output");
  expect(forced?.tools?.[0]?.parameters.properties).toMatchObject({
    score: { type: "integer", enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
  });
});

it.each([
  ["misses the output schema", { outputError: "value: missing" }, "value: missing"],
  ["refuses", { refusal: "I will not." }, "refused: I will not."],
  ["is not there", {}, "the run has no output"],
])("a reply that %s has failed, and no judge is asked", async (_, facts, reason) => {
  const { model, scorer } = judgeWith(() => pass);

  const verdict = await scorer.score({ ...runOf(undefined), ...facts }, "REF", contextOf());

  expect(verdict).toEqual({ value: 0, passed: false, reason });
  expect(model.calls).toHaveLength(0);
});

it("U10 asks through the gate of the run, every time anew", async () => {
  const { model, scorer } = judgeWith(() => pass);
  const gated: Model[] = [];
  const gate = (ungated: Model) => {
    gated.push(ungated);
    return ungated;
  };

  for (const _ of [1, 2]) await scorer.score(runOf("OUT"), "REF", contextOf({ gate }));

  expect(gated).toEqual([model, model]);
  expect(model.calls).toHaveLength(2);
});

it("keeps the exact prompt and the raw answers, also of the call that could not be read", async () => {
  const { model, score } = judgeWith((_, index) => (index === 0 ? "hm" : pass));

  const { detail } = (await score()) as { detail: object };

  const [first, second] = model.calls;
  if (first === undefined || second === undefined) throw new Error("too few calls");
  const raw = JSON.stringify(pass);
  const unread = { answer: { content: "hm" }, problem: 'is not JSON: "hm"' };
  const read = { answer: { content: raw, finishReason: "stop" } };
  expect(detail).toMatchObject({
    mode: "binary",
    prompt: promptOf(first),
    votes: [
      {
        choice: "pass",
        reason: "fine",
        calls: [
          { marker: markerOf(first), ...unread },
          { marker: markerOf(second), ...read },
        ],
      },
    ],
  });
});

it("passes on what the provider throws, without asking again", async () => {
  const error = new ProviderError({
    errorClass: "quota-exhausted",
    provider: "scripted",
    message: "no more credit",
  });
  const { model, score } = judgeWith(() => error);

  await expect(score()).rejects.toBe(error);
  expect(model.calls).toHaveLength(1);
});

it.each([
  ["nothing", undefined],
  ["no message", {}],
  ["a message without content", { message: { role: "assistant" }, finishReason: "stop" }],
  [
    "a tool call without arguments",
    { message: { content: null, toolCalls: [{ name: "give_verdict" }] }, finishReason: "stop" },
  ],
])("takes a response that is %s for a broken model", async (_, response) => {
  const model: Model = { ...fakeJudge(() => pass), generate: async () => response as never };

  const verdict = judgeScorer({ model, criteria }).score(runOf("OUT"), "REF", contextOf());

  await expect(verdict).rejects.toThrow(/broke its contract/);
  await expect(verdict).rejects.toBeInstanceOf(ProviderError);
});

describe("an abort rejects with the signal's reason", () => {
  it("before any call", async () => {
    const { model, scorer } = judgeWith(() => pass);
    const signal = AbortSignal.abort(new Error("over"));

    await expect(scorer.score(runOf("OUT"), "REF", contextOf({ signal }))).rejects.toBe(
      signal.reason,
    );
    expect(model.calls).toHaveLength(0);
  });

  it("during the calls, also when the model ignores it", async () => {
    const controller = new AbortController();
    const reason = new Error("over");
    const model: Model = {
      ...fakeJudge(() => pass),
      generate: () => {
        queueMicrotask(() => controller.abort(reason));
        return new Promise(() => undefined);
      },
    };
    const { signal } = controller;

    const verdict = judgeScorer({ model, criteria, samples: 3 }).score(
      runOf("OUT"),
      "REF",
      contextOf({ signal }),
    );

    await expect(verdict).rejects.toBe(reason);
  });
});

describe("U11 the digest", () => {
  const model = scriptedModel([]);
  const other = (policy: object, prompt?: object): Model =>
    ({ ...model, identity: () => ({ policy, prompt }) }) as Model;
  const digestOf = (changes: Partial<JudgeScorerOptions> = {}) =>
    judgeScorer({ model, criteria, mode: "numeric", ...changes }).digest();

  it("changes with everything that may change the verdicts", () => {
    const digests = [
      digestOf(),
      digestOf({ criteria: "The answer is short." }),
      digestOf({ mode: "binary" }),
      digestOf({ threshold: 8 }),
      digestOf({ samples: 3 }),
      digestOf({ answer: "tool" }),
      digestOf({ maxCharacters: 100 }),
      digestOf({ model: other({ provider: "scripted", modelId: "scripted", temperature: 0 }) }),
      digestOf({ model: other({ provider: "scripted", modelId: "other" }) }),
      digestOf({ model: other({ provider: "scripted", modelId: "scripted" }, { system: "Be." }) }),
    ];

    expect(new Set(digests).size).toBe(digests.length);
  });

  it("has the version of the prompt", () => {
    const scorer = judgeScorer({ model, criteria });

    expect(scorer.digest()).toBe(
      fingerprint({
        ...{ kind: "judge", promptVersion, criteria, mode: "binary", samples: 1 },
        ...{ answer: "output", maxCharacters: 60_000, model: model.identity() },
      }),
    );
  });

  it("N5 has the threshold only where it is read, and never the name", () => {
    expect(digestOf({ mode: "binary", threshold: 3 })).toBe(digestOf({ mode: "binary" }));
    expect(digestOf({ threshold: 7, name: "strict" })).toBe(digestOf());
  });

  it("cannot be told when the model cannot say what it is", () => {
    const model = other({ seed: 1n });

    expect(() => judgeScorer({ model, criteria }).digest()).toThrow(FingerprintError);
  });

  it("is part of the environment's fingerprint", async () => {
    const fingerprints = ["polite", "short"].map((criteria) =>
      envFingerprint(
        defineEnvironment({
          name: "replies",
          tasks: [{ input: "Hi" }],
          agent: functionAgent({ run: () => "Hello" }),
          scorer: judgeScorer({ model, criteria }),
        }),
      ),
    );

    expect(new Set(await Promise.all(fingerprints)).size).toBe(2);
  });
});

describe.each(["output", "tool"] as const)("scorerContract, answer by %s", (answer) => {
  const model = fakeJudge((request) =>
    blockOf(request, "output")?.includes("Please") ? pass : fail,
  );
  const createScorer = () => judgeScorer({ model, criteria, answer });
  const cases = scorerContract({
    scorer: createScorer(),
    createScorer,
    passing: { output: "Please come in." },
    failing: { output: "Get out." },
  });

  it.each(cases)("$name", ({ run }) => run());
});
