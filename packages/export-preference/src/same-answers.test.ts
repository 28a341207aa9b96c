import { readFile } from "node:fs/promises";
import type { Message, Score, ToolSpec } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  conversation,
  type ExampleAttempt,
  exampleResult,
  fail,
  failed,
  lookupOrder,
  orderPrompt,
  pass,
  passed,
} from "./__fixtures__/result.ts";
import { preferenceProfiles } from "./profiles/profiles.ts";
import { toKtoJsonl } from "./to-kto-jsonl.ts";
import { toPreferenceJsonl } from "./to-preference-jsonl.ts";
import { toPromptsJsonl } from "./to-prompts-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);
const path = () => folder.path("rows.jsonl");
const pairsOf = (attempts: readonly ExampleAttempt[], options = {}) =>
  toPreferenceJsonl(
    exampleResult([
      { id: "good", attempts: [pass("A"), fail("B")] },
      { id: "t1", attempts },
    ]),
    path(),
    { profile: "trl", ...options },
  );
const manifest = async () => JSON.parse(await readFile(`${path()}.meta.json`, "utf8"));

/** A run of one call. */
function runOf(
  score: Score,
  { id = "c1", rawArguments = '{"id":"A"}', content = null as string | null, tool = lookupOrder },
): ExampleAttempt {
  const messages: Message[] = [
    ...orderPrompt,
    { role: "assistant", content, toolCalls: [{ id, name: "lookup_order", rawArguments }] },
    { role: "tool", toolCallId: id, content: "R" },
    { role: "assistant", content: "It has shipped." },
  ];
  return { messages, score, tools: [tool] };
}

const { description: _, ...bareTool } = lookupOrder;

describe("B11a two attempts whose rows hold the same are no pair, and cost no other:", () => {
  it.each<[string, Parameters<typeof runOf>[1]]>([
    ["white space in arguments that are parsed", { rawArguments: '{ "id": "A" }' }],
    ["escapes in them", { rawArguments: '{"id":"\\u0041"}' }],
    ["ids of calls besides", { rawArguments: '{ "id":"A"}', id: "c2" }],
    ["no text, and an empty one", { content: "" }],
    [
      "tools without a description, and with an empty one",
      { tool: { ...bareTool, description: "" } },
    ],
  ])("%s", async (name, other) => {
    const tool = name.startsWith("tools") ? bareTool : lookupOrder;
    const report = await pairsOf([runOf(passed, { tool }), runOf(failed, { tool, ...other })]);
    expect(report).toMatchObject({ written: 1, formed: 1, contradictory: 2 });
    expect(report.noPairs).toEqual([
      {
        taskId: "t1",
        reason: "identical",
        attemptIndex: 0,
        rejectedAttemptIndex: 1,
        message: null,
        fault: "both attempts say the same",
      },
    ]);
  });

  it("but arguments that are written as they are do differ", async () => {
    const attempts = [runOf(passed, {}), runOf(failed, { rawArguments: '{ "id": "A" }' })];
    expect(await pairsOf(attempts, { profile: "together" })).toMatchObject({ written: 2 });
  });

  it("also where only a format of one's own leaves out what they differ by", async () => {
    const { pairs } = preferenceProfiles.trl;
    if (pairs === null) throw new Error("trl has pairs");
    const format: typeof pairs.format = {
      ...pairs.format,
      write: (pair, form) => {
        const row = pairs.format.write(pair, form);
        const said = JSON.stringify(row).includes("hidden");
        return said ? { ...row, rejected: row.chosen } : row;
      },
    };
    const profile = { ...preferenceProfiles.trl, name: "own", pairs: { ...pairs, format } };
    const report = await pairsOf([pass("shown"), fail("hidden")], { profile });
    expect(report).toMatchObject({ written: 1, formed: 1, paired: 2, unpaired: 2 });
    expect(report.tasksWithoutPairs).toEqual({ identical: 1 });
  });
});

describe("an answer that both passed and failed is on no side:", () => {
  it("nothing is left of two that did", async () => {
    const report = await pairsOf([pass("X"), fail("Y"), pass("Y"), fail("X")]);
    expect(report).toMatchObject({ written: 1, contradictory: 4, unpaired: 0, mergedAttempts: 0 });
    expect(report.noPairs).toMatchObject([
      { taskId: "t1", reason: "identical", attemptIndex: 0, rejectedAttemptIndex: 3 },
    ]);
    expect((await manifest()).counters.contradictory).toBe(4);
  });

  it("others of the task are paired without it", async () => {
    const report = await pairsOf([pass("X"), fail("Y"), pass("Y"), fail("Z"), pass("X")]);
    expect(report).toMatchObject({ written: 2, contradictory: 2, mergedAttempts: 1, unpaired: 0 });
    const { lines } = await manifest();
    expect(lines[1]).toMatchObject({ attempt_index: 0, rejected_attempt_index: 3 });
  });

  it("a KTO file has it with both labels, and counts such rows", async () => {
    const attempts = [pass("X"), fail("Y"), pass("Y"), fail("X"), pass("X"), pass("Z")];
    const report = await toKtoJsonl(exampleResult([{ id: "t1", attempts }]), path());
    expect(report).toMatchObject({ written: 5, droppedDuplicates: 1, contradictory: 4 });
    expect((await manifest()).counters.contradictory).toBe(4);
  });
});

it("a KTO row that another attempt has with other white space or ids is there once", async () => {
  const attempts = [
    runOf(passed, {}),
    runOf(passed, { id: "c2", rawArguments: '{ "id": "A" }' }),
    runOf(failed, { rawArguments: '{"id":"\\u0041"}' }),
  ];
  const report = await toKtoJsonl(exampleResult([{ id: "t1", attempts }]), path());
  expect(report).toMatchObject({ written: 2, droppedDuplicates: 1, contradictory: 2 });
});

it("a prompt that another task has with other ids is there once", async () => {
  const tasks = ["c1", "c2"].map((id) => {
    const { messages = [] } = runOf(passed, { id });
    const input: Message[] = [...messages, { role: "user", content: "And A18?" }];
    const answered: Message[] = [...input, { role: "assistant", content: "Too." }];
    const tools: ToolSpec[] = [lookupOrder];
    return { id, input, attempts: [{ messages: answered, tools }] };
  });
  const report = await toPromptsJsonl(exampleResult(tasks), path(), { profile: "openai" });
  expect(report).toMatchObject({ written: 1, droppedDuplicates: 1 });
});

describe("5.1 neither side is a text that was not scored, or was cut by a filter:", () => {
  const filtered = { ...fail("It has been sh"), refusal: "The filter stopped the answer." };
  const other = { ...fail("Let me think."), text: "41" };

  it("pairs", async () => {
    for (const [attempt, code] of [
      [filtered, "refused-answer"],
      [other, "other-final-text"],
    ] as const) {
      for (const profile of ["openai", "trl", "axolotl"] as const) {
        const report = await pairsOf([pass("A"), attempt], { profile });
        expect(report).toMatchObject({ written: 1, unsupported: { [code]: 1 } });
        expect(report.tasksWithoutPairs).toEqual({ "all-pass": 1 });
      }
    }
  });

  it("labelled answers", async () => {
    const result = exampleResult([{ id: "t1", attempts: [pass("A"), filtered, other] }]);
    const report = await toKtoJsonl(result, path());
    const unsupported = { "refused-answer": 1, "other-final-text": 1 };
    expect(report).toMatchObject({ written: 1, skippedUnsupported: 2, unsupported });
  });
});

describe("B2 replaceLoneSurrogates", () => {
  const options = { replaceLoneSurrogates: true } as const;
  const broken = (score: Score, answer: string): ExampleAttempt => ({
    messages: conversation(answer, "q\ud800"),
    score,
  });
  const result = exampleResult([
    { id: "t1", attempts: [broken(passed, "A"), broken(failed, "x\udfff")] },
  ]);

  it("mends pairs and labelled answers", async () => {
    expect(await toPreferenceJsonl(result, path(), options)).toMatchObject({
      written: 1,
      withReplacedSurrogates: 1,
    });
    expect(await readFile(path(), "utf8")).toContain('"content":"x\ufffd"');
    expect((await manifest()).settings.replace_lone_surrogates).toBe(true);
    expect(await toKtoJsonl(result, path(), options)).toMatchObject({ withReplacedSurrogates: 2 });
  });

  it("mends prompts and their further keys, and does not count what they do not hold", async () => {
    const fields = () => ({ "k\ud800": "x\ud800" });
    const fine = exampleResult([{ id: "t1", attempts: [pass("x\ud800")] }]);
    for (const [source, more, count] of [
      [result, {}, 1],
      [fine, { fields }, 1],
      [fine, {}, 0],
    ] as const) {
      const report = await toPromptsJsonl(source, path(), { ...options, ...more });
      expect(report).toMatchObject({ written: 1, withReplacedSurrogates: count });
    }
    await toPromptsJsonl(fine, path(), { ...options, fields });
    expect(await readFile(path(), "utf8")).toContain('"k\ufffd":"x\ufffd"');
    expect((await manifest()).counters.with_replaced_surrogates).toBe(1);
  });
});

it("a secret in the definition of a tool is counted also where it stands in the manifest alone", async () => {
  const description = ["Use ghp_", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"].join("");
  const tools = [{ ...lookupOrder, description }];
  const attempts = [pass("A"), fail("B")].map((one) => ({ ...one, tools }));
  for (const profile of ["axolotl", "openai", "trl"] as const) {
    const report = await toPreferenceJsonl(exampleResult([{ id: "t1", attempts }]), path(), {
      profile,
    });
    expect(report).toMatchObject({ written: 1, withSecrets: 1 });
    const { lines } = await manifest();
    expect(lines[0].secrets).toEqual([{ kind: "github-token", attempt_index: 0, message: null }]);
  }
});
