import { readFile } from "node:fs/promises";
import type { Message, ToolSpec } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  badRun,
  conversation,
  type ExampleAttempt,
  exampleResult,
  fail,
  goodRun,
  lookupOrder,
  orderPrompt,
  pass,
  shipped,
} from "./__fixtures__/result.ts";
import { preferenceProfiles } from "./profiles/profiles.ts";
import { toKtoJsonl } from "./to-kto-jsonl.ts";
import { toPreferenceJsonl } from "./to-preference-jsonl.ts";
import { toPromptsJsonl } from "./to-prompts-jsonl.ts";
import { validatePreference } from "./validate-preference.ts";

const folder = useFolder(beforeEach, afterEach);
const path = () => folder.path("rows.jsonl");
const doors = { toPreferenceJsonl, toKtoJsonl, toPromptsJsonl };
const kinds = { toPreferenceJsonl: "pairs", toKtoJsonl: "kto", toPromptsJsonl: "prompts" } as const;
const resultOf = (...attempts: ExampleAttempt[]) => exampleResult([{ id: "t1", attempts }]);
const withTools = (tools: readonly ToolSpec[]) =>
  resultOf({ ...goodRun, tools }, { ...badRun, tools });
const withArguments = (rawArguments: string): ExampleAttempt => ({
  ...goodRun,
  messages: [
    ...orderPrompt,
    {
      role: "assistant",
      content: null,
      toolCalls: [{ id: "call00001", name: "lookup_order", rawArguments }],
    },
    shipped,
    { role: "assistant", content: "A17 has shipped." },
  ],
});
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const manifest = async () => JSON.parse(await readFile(`${path()}.meta.json`, "utf8"));

describe.each(Object.entries(doors))("%s", (name, toJsonl) => {
  it("refuses half a character in the definition of a tool", async () => {
    const result = withTools([{ ...lookupOrder, description: "x\ud800" }]);
    await expect(toJsonl(result, path(), { profile: "trl" })).rejects.toThrow(
      'Task "t1", attempt 0: lone surrogate U+D800 in the definition of the tool "lookup_order"',
    );
    expect(await folder.names()).toEqual([]);
  });

  it("refuses tools that are nested 200,000 deep, also with a hook", async () => {
    const result = withTools([{ ...lookupOrder, parameters: JSON.parse(deep(200_000)) }]);
    for (const redact of [undefined, <One>(one: One) => one]) {
      const report = await toJsonl(result, path(), { profile: "trl", redact });
      expect(report.written).toBe(0);
      expect(Object.keys(report.unsupported)).toEqual(["too-deep"]);
    }
  });

  it("writes an empty description of a tool for templates, and counts a secret in one", async () => {
    const { description: _, ...plain } = lookupOrder;
    await toJsonl(withTools([plain]), path(), { profile: "trl" });
    expect((await manifest()).tool_sets[0][0].function.description).toBe("");
    const found = await validatePreference(path(), {
      kind: kinds[name as keyof typeof kinds],
      profile: "trl",
    });
    expect(found).toMatchObject({ valid: true, manifest: "matches" });
    const secret = ["ghp_", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"].join("");
    const report = await toJsonl(withTools([{ ...lookupOrder, description: secret }]), path(), {
      profile: "trl",
    });
    expect(report.withSecrets).toBe(report.written);
    expect((await manifest()).lines[0].secrets).toEqual([
      { kind: "github-token", attempt_index: 0, message: null },
    ]);
  });

  it("takes no blank part of a user's message for a prompt", async () => {
    const { pairs, kto, prompts, ...rest } = preferenceProfiles.trl;
    const parts = <Form extends typeof pairs | typeof kto | typeof prompts>(form: Form): Form =>
      form && { ...form, conversation: { ...form.conversation, userContent: "text-parts" } };
    const profile = {
      ...rest,
      name: "own",
      pairs: parts(pairs),
      kto: parts(kto),
      prompts: parts(prompts),
    };
    const content = [
      { type: "text", text: "Q" },
      { type: "text", text: " \n" },
    ] as const;
    const asked = (answer: string): Message[] => [
      { role: "user", content },
      { role: "assistant", content: answer },
    ];
    const result = resultOf({ messages: asked("A") }, { ...fail(""), messages: asked("B") });
    const report = await toJsonl(result, path(), { profile });
    expect(report.written).toBe(0);
    expect(Object.keys(report.unsupported)).toEqual(["blank-message"]);
  });

  it("counts what a hook changes in place, and leaves the result as it was", async () => {
    const result = resultOf(pass("A"), fail("B"));
    const before = JSON.stringify(result);
    const report = await toJsonl(result, path(), {
      profile: "trl",
      redact: (one) => {
        Object.assign(one.messages[0] ?? {}, { content: "***" });
        return one;
      },
    });
    expect(report.redacted).toBe(report.written);
    expect(await readFile(path(), "utf8")).toContain('"***"');
    expect(JSON.stringify(result)).toBe(before);
    const unchanged = await toJsonl(result, path(), { profile: "trl", redact: (one) => one });
    expect(unchanged.redacted).toBe(0);
  });

  it("names the attempt of a hook that throws, or gives a turn without its calls", async () => {
    const result = resultOf(pass("A"), fail("B"));
    const cause = new Error("no\u001b[2J");
    const throwing = toJsonl(result, path(), {
      profile: "trl",
      redact: () => {
        throw cause;
      },
    });
    await expect(throwing).rejects.toMatchObject({
      code: "export_failed",
      message: 'Task "t1", attempt 0: no\\u001b[2J. Nothing was written.',
      cause,
    });
    const half = toJsonl(result, path(), {
      profile: "trl",
      redact: ({ messages, ...rest }) => ({
        ...rest,
        messages: messages.map(({ role, content, index }) => ({ role, content, index }) as never),
      }),
    });
    await expect(half).rejects.toThrow(
      'Task "t1", attempt 0: redact must give a conversation or null, gave one whose message 1 has undefined as trained',
    );
    expect(await folder.names()).toEqual([]);
  });

  it("refuses a name for its second file that its first may take, and a path like a folder", async () => {
    const result = resultOf(pass("A"), fail("B"));
    for (const validationPath of [`${path()}.meta.json`, folder.path("sub/../rows.jsonl")]) {
      const split = { fraction: 0.5, validationPath };
      await expect(toJsonl(result, path(), { split })).rejects.toMatchObject({
        code: "invalid_argument",
        argument: "split.validationPath",
      });
    }
    await expect(toJsonl(result, folder.path("new/"))).rejects.toMatchObject({ argument: "path" });
    expect(await folder.names()).toEqual([]);
  });
});

describe.each([
  ["toPreferenceJsonl", toPreferenceJsonl],
  ["toKtoJsonl", toKtoJsonl],
] as const)("%s", (_, toJsonl) => {
  it("refuses half a character in the arguments of a call, by the attempt that has it", async () => {
    const broken = { ...withArguments('{"q":"\\ud800"}'), score: { value: 0, passed: false } };
    const result = resultOf(goodRun, broken);
    await expect(toJsonl(result, path(), { profile: "trl" })).rejects.toThrow(
      'Task "t1", attempt 1: lone surrogate U+D800 in the arguments of message 2 (assistant) of its run',
    );
    expect(await folder.names()).toEqual([]);
  });

  it("refuses one attempt whose arguments are nested 200,000 deep, and takes the others", async () => {
    const result = resultOf(withArguments(deep(200_000)), goodRun, badRun);
    const report = await toJsonl(result, path(), { profile: "trl" });
    expect(report.written).toBeGreaterThan(0);
    expect(report.unsupported).toEqual({ "too-deep": 1 });
  });

  it("refuses half a pair of think tags in an answer", async () => {
    const result = resultOf(pass("x</think>A"), pass("A"), fail("B"));
    const report = await toJsonl(result, path(), { profile: "trl" });
    expect(report.unsupported).toEqual({ "unpaired-think-tag": 1 });
    expect(report.written).toBeGreaterThan(0);
  });
});

it("axolotl leaves runs out that show a tool, whether they were recorded or not", async () => {
  const { toolExecutions: _, ...unrecorded } = goodRun;
  const report = await toPreferenceJsonl(resultOf(goodRun, unrecorded, badRun), path(), {
    profile: "axolotl",
  });
  expect(report).toMatchObject({
    written: 0,
    skippedToolRuns: 1,
    unsupported: { "tool-run": 1 },
  });
});

it("together warns of a name that its client refuses", async () => {
  const result = resultOf(pass("A"), fail("B"));
  const report = await toPreferenceJsonl(result, folder.path("r.json"), { profile: "together" });
  expect(report.warnings).toEqual([
    'the file is called "r.json", profile together takes only names that end with .jsonl',
  ]);
  const { problems } = await validatePreference(folder.path("r.json"), { profile: "together" });
  expect(problems.map(({ problem }) => problem)).toEqual(report.warnings);
});

it("together warns of a refused name also where it is that of the file to validate with", async () => {
  const tasks = Array.from({ length: 20 }, (_, index) => ({
    id: `t${index}`,
    attempts: [pass(`A${index}`), fail(`B${index}`)],
  }));
  const split = { fraction: 0.5, validationPath: folder.path("v.json") };
  const report = await toPreferenceJsonl(exampleResult(tasks), path(), {
    profile: "together",
    split,
  });
  expect(report.files).toHaveLength(2);
  expect(report.warnings).toEqual([
    'the file is called "v.json", profile together takes only names that end with .jsonl',
  ]);
});

it.each([
  [() => undefined, "must be an object, got undefined."],
  [() => ({ prompt: [], chosen: [], rejected: Number.NaN }), "must be lists"],
  [
    () => {
      throw new TypeError("gone");
    },
    "gone. Nothing was written.",
  ],
])("a pair format that writes no row is told, with the task: %#", async (write, message) => {
  const { pairs } = preferenceProfiles.trl;
  if (pairs === null) throw new Error("trl has pairs");
  const format = { ...pairs.format, write: write as never };
  const profile = { ...preferenceProfiles.trl, name: "own", pairs: { ...pairs, format } };
  const exported = toPreferenceJsonl(resultOf(pass("A"), fail("B")), path(), { profile });
  await expect(exported).rejects.toMatchObject({ code: "export_failed" });
  await expect(exported).rejects.toThrow('Task "t1", attempt 0: ');
  await expect(exported).rejects.toThrow(message);
});

it("fields that cannot be written are told, with the task", async () => {
  const result = exampleResult([
    { id: "t1", attempts: [{ messages: conversation("A") }, { messages: conversation("B") }] },
  ]);
  for (const [fields, message] of [
    [() => ({ answer: "x\ud800" }), 'Task "t1", attempt 0: lone surrogate U+D800 in its row'],
    [() => ({ answer: JSON.parse(deep(600)) }), "is nested over 520 deep"],
    [() => ({ answer: 1n }) as never, 'Task "t1": the option fields gave what is not JSON'],
  ] as const) {
    await expect(toPromptsJsonl(result, path(), { fields })).rejects.toThrow(message);
  }
  expect(await folder.names()).toEqual([]);
});
