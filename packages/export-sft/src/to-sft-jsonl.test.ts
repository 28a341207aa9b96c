import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { type Message, RolloutResult, type Score } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  conversation,
  type ExampleAttempt,
  exampleResult,
  failed,
  toolExecution,
} from "./__fixtures__/result.ts";
import { type AttemptOutcome, noOutcomes } from "./selection/attempt-outcome.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";
import { validateSft } from "./validate-sft.ts";

const folder = useFolder(beforeEach, afterEach);
const noText: Message[] = [
  { role: "user", content: "U" },
  { role: "assistant", content: null },
];

/** The whole report of an export without rows. */
const withoutRows = (counters: Partial<Record<AttemptOutcome, number>> = {}) => ({
  ...nothing,
  ...counters,
  considered: Object.values(counters).reduce((sum, count) => sum + count, 0),
});

const oneTask = (...attempts: ExampleAttempt[]) => exampleResult([{ id: "t1", attempts }]);
const answers = async (path: string) =>
  (await readFile(path, "utf8"))
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line).messages.at(-1).content);

const nothing = {
  ...noOutcomes(),
  considered: 0,
  unsupported: {},
  rejections: [],
  redacted: 0,
  withReplacedSurrogates: 0,
  withSecrets: 0,
  withSpecialTokenText: 0,
  withUnpairedThinkTag: 0,
  withoutReasoning: 0,
  tokens: null,
  profile: "portable",
  files: [],
  splitTasks: null,
  belowMinimum: null,
  warnings: [],
  path: null,
  metaPath: null,
  bytes: 0,
  sha256: null,
};

describe("the report", () => {
  it("tells what was written, where, and its digest", async () => {
    const path = folder.path("rows.jsonl");
    const report = await toSftJsonl(oneTask({}, { score: failed }), path);
    const bytes = await readFile(path);
    const metaPath = `${path}.meta.json`;
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(report).toEqual({
      ...withoutRows({ written: 1, skippedFailed: 1 }),
      files: [{ path, metaPath, split: null, rows: 1, bytes: bytes.length, sha256 }],
      path,
      metaPath,
      bytes: bytes.length,
      sha256,
    });
    expect(String(bytes)).toBe(
      '{"messages":[{"role":"user","content":"Question"},{"role":"assistant","content":"Answer"}]}\n',
    );
  });

  it("has the reference's six counters first, in its order", async () => {
    const report = await toSftJsonl(oneTask(), folder.path("rows.jsonl"));
    expect(Object.keys(report).slice(0, 6)).toEqual([
      "written",
      "skippedFailed",
      "skippedLimitHit",
      "skippedToolRuns",
      "skippedNoText",
      "droppedOverCap",
    ]);
  });
});

describe("which attempts become rows", () => {
  it("W3 counts an unscored attempt in none of the six, even when failed ones are wanted", async () => {
    const result = oneTask({ score: null });
    for (const onlyPassed of [true, false]) {
      const report = await toSftJsonl(result, folder.path("rows.jsonl"), { onlyPassed });
      expect(report).toEqual(withoutRows({ skippedUnscored: 1 }));
    }
  });

  it("B14 takes no truncated attempt, since it has no score", async () => {
    const result = oneTask({ score: null, stopReason: "truncated" });
    expect(await toSftJsonl(result, folder.path("rows.jsonl"))).toEqual(
      withoutRows({ skippedTruncated: 1 }),
    );
  });

  it.each<[string, ExampleAttempt, AttemptOutcome]>([
    [
      "failed",
      { score: failed, toolCallLimitHit: true, toolExecutions: [toolExecution], messages: noText },
      "skippedFailed",
    ],
    [
      "limit hit",
      { toolCallLimitHit: true, toolExecutions: [toolExecution], messages: noText },
      "skippedLimitHit",
    ],
    ["tool run", { toolExecutions: [toolExecution], messages: noText }, "skippedToolRuns"],
    ["no text", { messages: noText }, "skippedNoText"],
  ])("W4 counts an attempt once, by the first reason: %s", async (_, attempt, counter) => {
    const report = await toSftJsonl(oneTask(attempt), folder.path("rows.jsonl"));
    expect(report).toEqual(withoutRows({ [counter]: 1 }));
  });

  it("W5 has six counters that sum to the scored attempts", async () => {
    const result = oneTask(
      {},
      { score: failed },
      { toolCallLimitHit: true },
      { toolExecutions: [toolExecution] },
      { messages: noText },
      { score: null },
    );
    expect(await toSftJsonl(result, folder.path("rows.jsonl"))).toMatchObject({
      written: 1,
      skippedFailed: 1,
      skippedLimitHit: 1,
      skippedToolRuns: 1,
      skippedNoText: 1,
      droppedOverCap: 0,
    });
  });

  it("goes by the verdict, not by the value", async () => {
    const path = folder.path("rows.jsonl");
    const low: Score = { value: 0, passed: true };
    const high: Score = { value: 1, passed: false };
    const result = oneTask(
      { score: low, messages: conversation("U", "low") },
      { score: high, messages: conversation("U", "high") },
    );
    expect(await toSftJsonl(result, path)).toMatchObject({ written: 1, skippedFailed: 1 });
    expect(await answers(path)).toEqual(["low"]);
  });

  it("W16 writes failed attempts too when asked, and says so in the manifest", async () => {
    const path = folder.path("rows.jsonl");
    const result = oneTask({}, { score: failed }, { score: null });
    const report = await toSftJsonl(result, path, { onlyPassed: false });
    expect(report).toMatchObject({ written: 2, skippedFailed: 0 });
    const { options } = JSON.parse(await readFile(`${path}.meta.json`, "utf8"));
    expect(options).toEqual({ only_passed: false });
  });

  it("leaves held-out tasks out before everything else and counts their scored attempts", async () => {
    const path = folder.path("rows.jsonl");
    const attempts = [
      { messages: conversation("U", "secret") },
      { score: failed },
      { score: null },
    ];
    const result = exampleResult([
      { id: "held", metadata: { split: "holdout" }, attempts },
      { id: "kept", metadata: { split: "train" }, attempts: [{}, { score: failed }] },
    ]);
    const report = await toSftJsonl(result, path);
    expect(report).toMatchObject({ written: 1, skippedFailed: 1, skippedHoldout: 2 });
    expect(await answers(path)).toEqual(["Answer"]);
  });

  it("exports the learning zone alone when given it", async () => {
    const path = folder.path("rows.jsonl");
    const result = exampleResult([
      { id: "easy", attempts: [{ messages: conversation("U", "easy") }] },
      { id: "hard", attempts: [{ messages: conversation("U", "hard") }, { score: failed }] },
    ]);
    expect(await toSftJsonl(result.learningZone(), path)).toMatchObject({ written: 1 });
    expect(await answers(path)).toEqual(["hard"]);
  });
});

describe("the rows", () => {
  it("W9 stand in task order and attempt order, the same bytes each time", async () => {
    const result = exampleResult(
      ["one", "two", "three"].map((id) => ({
        id,
        attempts: [0, 1, 2, 3].map((index) => ({ messages: conversation(id, `${id}/${index}`) })),
      })),
    );
    const first = await toSftJsonl(result, folder.path("first.jsonl"));
    const second = await toSftJsonl(result, folder.path("second.jsonl"));
    expect(await answers(folder.path("first.jsonl"))).toEqual(
      ["one", "two", "three"].flatMap((id) => [0, 1, 2, 3].map((index) => `${id}/${index}`)),
    );
    expect(second.sha256).toBe(first.sha256);
    expect(await readFile(folder.path("second.jsonl.meta.json"), "utf8")).toBe(
      await readFile(folder.path("first.jsonl.meta.json"), "utf8"),
    );
  });

  it("W10 carry the model's text, not the typed value", async () => {
    const path = folder.path("rows.jsonl");
    const text = 'The answer is:\n  {"value": 4}—done éè';
    await toSftJsonl(oneTask({ messages: conversation("U", text) }), path);
    expect(await answers(path)).toEqual([text]);
  });

  it("W10 do not make up a text for a typed value without one", async () => {
    const report = await toSftJsonl(oneTask({ messages: noText }), folder.path("rows.jsonl"));
    expect(report).toEqual(withoutRows({ skippedNoText: 1 }));
  });

  it("W15 are all written, also identical ones", async () => {
    const path = folder.path("rows.jsonl");
    expect(await toSftJsonl(oneTask({}, {}, {}, {}), path)).toMatchObject({ written: 4 });
    expect(new Set(await answers(path))).toEqual(new Set(["Answer"]));
    expect(await answers(path)).toHaveLength(4);
  });
});

describe("W8 the caps of portable", () => {
  // {"messages":[{"role":"user","content":"U"},{"role":"assistant","content":""}]} and a newline
  const frame = 79;
  const attemptOf = (bytes: number) => ({ messages: conversation("U", "x".repeat(bytes - frame)) });

  it("takes a file of exactly 1 MiB", async () => {
    const path = folder.path("rows.jsonl");
    const report = await toSftJsonl(oneTask(attemptOf(1_048_576)), path);
    expect(report).toMatchObject({ written: 1, droppedOverCap: 0, bytes: 1_048_576 });
    expect(await validateSft(path)).toMatchObject({ valid: true, rows: 1, bytes: 1_048_576 });
  });

  it("drops a row of one byte more", async () => {
    const report = await toSftJsonl(oneTask(attemptOf(1_048_577)), folder.path("rows.jsonl"));
    expect(report).toEqual(withoutRows({ droppedOverCap: 1 }));
    expect(await folder.names()).toEqual([]);
  });

  it("counts bytes, not characters", async () => {
    const half = (1_048_576 - frame) / 2;
    const fits = conversation("U", `${"é".repeat(Math.floor(half))}x`);
    const over = conversation("U", `${"é".repeat(Math.floor(half))}xx`);
    const path = folder.path("rows.jsonl");
    expect(await toSftJsonl(oneTask({ messages: fits }), path)).toMatchObject({ bytes: 1_048_576 });
    expect(await toSftJsonl(oneTask({ messages: over }), path)).toMatchObject({ written: 0 });
  });

  it("takes 320 rows of 400", async () => {
    const result = oneTask(...Array.from({ length: 400 }, () => ({})));
    const report = await toSftJsonl(result, folder.path("rows.jsonl"));
    expect(report).toMatchObject({ written: 320, droppedOverCap: 80 });
  });

  it("takes three of five rows of 300 KB", async () => {
    const result = oneTask(...Array.from({ length: 5 }, () => attemptOf(300_000)));
    const report = await toSftJsonl(result, folder.path("rows.jsonl"));
    expect(report).toMatchObject({ written: 3, droppedOverCap: 2, bytes: 900_000 });
  });

  it("closes the file at the first row that does not fit, also for small ones after it", async () => {
    const result = exampleResult([
      { id: "t1", attempts: [attemptOf(2_000_000)] },
      { id: "t2", attempts: [{}, { score: failed }, { toolExecutions: [toolExecution] }] },
    ]);
    expect(await toSftJsonl(result, folder.path("rows.jsonl"))).toEqual(
      withoutRows({ skippedFailed: 1, skippedToolRuns: 1, droppedOverCap: 2 }),
    );
  });
});

describe("the door", () => {
  const result = oneTask({});

  it.each([
    [
      { onlyPased: true },
      'toSftJsonl has an unknown key "onlyPased" (allowed: profile, onlyPassed, minScore, maxPerTask, deduplicate, onOverflow, alternation, allowMixedPrompts, split, redact, replaceLoneSurrogates, countTokens).',
    ],
    [
      { profile: "__proto__" },
      'profile must be one of "portable", "openai", "together", "fireworks", "mistral", "tinker", "trl", "trl-prompt-completion", "axolotl", or a profile object, got "__proto__".',
    ],
    [{ onlyPassed: "yes" }, 'onlyPassed must be true or false, got "yes".'],
    [null, "options must be an object, got null."],
  ])("refuses the options %j", async (options, message) => {
    const attempt = toSftJsonl(result, folder.path("rows.jsonl"), options as never);
    await expect(attempt).rejects.toMatchObject({ code: "invalid_argument", message });
    expect(await folder.names()).toEqual([]);
  });

  it.each([
    ["", '""'],
    [undefined, "undefined"],
    [7, "7"],
  ])("refuses the path %j", async (path, shown) => {
    await expect(toSftJsonl(result, path as never)).rejects.toMatchObject({
      code: "invalid_argument",
      message: `path must be the path of a file, got ${shown}.`,
    });
  });

  it("refuses what is no result, and names a promise that was not awaited", async () => {
    for (const source of [undefined, {}, Promise.resolve(result)]) {
      const attempt = toSftJsonl(source as never, folder.path("rows.jsonl"));
      await expect(attempt).rejects.toMatchObject({ code: "invalid_argument", argument: "source" });
    }
    const attempt = toSftJsonl(Promise.resolve(result) as never, folder.path("rows.jsonl"));
    await expect(attempt).rejects.toThrow("got a Promise");
  });

  it("refuses a result of another contract", async () => {
    const source = Object.assign(new RolloutResult(result), { specVersion: "v2" });
    await expect(toSftJsonl(source as never, folder.path("rows.jsonl"))).rejects.toMatchObject({
      code: "unsupported_spec_version",
      found: "v2",
    });
  });

  it("takes undefined for a default", async () => {
    const options = { profile: undefined, onlyPassed: undefined };
    const result = oneTask({}, { score: failed });
    expect(await toSftJsonl(result, folder.path("rows.jsonl"), options)).toMatchObject({
      written: 1,
      profile: "portable",
    });
  });
});

describe("files that are there already", () => {
  it("are replaced by an export with rows", async () => {
    const path = folder.path("rows.jsonl");
    await toSftJsonl(oneTask({ messages: conversation("U", "old") }, {}), path);
    await toSftJsonl(oneTask({ messages: conversation("U", "new") }), path);
    expect(await answers(path)).toEqual(["new"]);
    expect(JSON.parse(await readFile(`${path}.meta.json`, "utf8")).lines).toHaveLength(1);
    expect(await folder.names()).toEqual(["rows.jsonl", "rows.jsonl.meta.json"]);
  });

  it("W11 are left alone by an export without rows, which makes no file or folder either", async () => {
    const path = folder.path("rows.jsonl");
    await writeFile(path, "old");
    await writeFile(`${path}.meta.json`, "old manifest");
    expect(await toSftJsonl(oneTask({ score: failed }), path)).toEqual(
      withoutRows({ skippedFailed: 1 }),
    );
    expect(await readFile(path, "utf8")).toBe("old");
    expect(await readFile(`${path}.meta.json`, "utf8")).toBe("old manifest");
    expect(await toSftJsonl(oneTask(), folder.path("new/rows.jsonl"))).toEqual(withoutRows());
    expect(await folder.names()).toEqual(["rows.jsonl", "rows.jsonl.meta.json"]);
  });

  it("W11 get their folders made", async () => {
    const path = folder.path("data/generated/rows.jsonl");
    expect(await toSftJsonl(oneTask({}), path)).toMatchObject({ written: 1, path });
    expect(await answers(path)).toEqual(["Answer"]);
  });
});
