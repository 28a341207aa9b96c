import type { ResultRecord } from "@rollouts/core";
import { toSftJsonl } from "@rollouts/export-sft";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  attemptRecord,
  endRecord,
  exampleAttempt,
  exampleResult,
  exampleTask,
  headerRecord,
} from "./__fixtures__/example.ts";
import { useFolder } from "./__fixtures__/folder.ts";
import { fromPlain } from "./format/from-plain.ts";
import { leaveOutLong } from "./format/leave-out-long.ts";
import { sealLine } from "./format/seal.ts";
import { toPlain } from "./format/to-plain.ts";
import { loadResult } from "./load-result.ts";
import { openResultFile } from "./open-result-file.ts";
import { saveResult } from "./save-result.ts";

const folder = useFolder(beforeEach, afterEach);
const task = exampleTask("t1");

const left = (what: string) => `left out: ${what}, too long for a line`;

describe("leaveOutLong", () => {
  it.each<[string, unknown, unknown]>([
    ["a text", "abcdefghijk", left("11 characters")],
    ["a list", [Array(11).fill(1)], [left("11 items")]],
    [
      "a list in one that the format asks for",
      { tries: [Array(11).fill(1)] },
      { tries: [left("11 items")] },
    ],
    ["a key", { abcdefghijk: 1 }, { [left("11 characters")]: 1 }],
    ["bytes", new Uint8Array(8), left("12 characters")],
    ["a bigint", [12345678901n], [left("11 characters")]],
    ["what a map holds", new Map([[1n, "abcdefghijk"]]), new Map([[1n, left("11 characters")]])],
    [
      "members beside __proto__",
      JSON.parse('{"__proto__":1,"a":"abcdefghijk"}'),
      JSON.parse(`{"__proto__":1,"a":"${left("11 characters")}"}`),
    ],
  ])("leaves out %s over 10", (_, value, shorter) => {
    expect(fromPlain(structuredClone(leaveOutLong(toPlain(value), 10)))).toStrictEqual(shorter);
  });

  it("gives the value itself where nothing is too long", () => {
    const value = { a: ["abcdefghij", { tries: Array(11).fill(1) }, null, 1] };
    expect(leaveOutLong(value, 10)).toBe(value);
  });
});

describe("D8: an answer that is too long for a line", () => {
  const giant = "\0".repeat(30_000_000);
  const run = {
    status: "completed",
    output: giant,
    text: giant,
    messages: [
      { role: "user", content: "say nothing" },
      { role: "assistant", content: giant },
    ],
    toolExecutions: [],
    served: [],
    usage: { outputTokens: 30_000_000 },
  } as const;
  const attempts = [
    exampleAttempt("t1", 0),
    exampleAttempt("t1", 1, { run, score: { value: 1, passed: true, reason: "it is empty" } }),
    exampleAttempt("t1", 2),
  ];
  const loss =
    'The longest texts of attempt 1 of "t1" are left out of the result file, where its line would be too long. Its run counts as truncated there: it is not scored again, and goes into no training file.';
  const text = left("30000000 characters");
  const stored = {
    ...attempts[1],
    run: {
      ...run,
      status: "truncated",
      output: text,
      text,
      messages: [run.messages[0], { role: "assistant", content: text }],
    },
  };

  it("costs its texts, with a warning, and no other attempt", async () => {
    const path = folder.path("a.rollouts.jsonl");
    const sink = await openResultFile(path, { mode: "create" });
    await sink.append(headerRecord([task], { k: 3 }));
    for (const attempt of attempts) await sink.append(attemptRecord(attempt));
    await sink.append({ ...endRecord, warnings: ["before"] } as ResultRecord);
    await sink.close();

    expect(sink.warnings).toEqual([loss]);
    const loaded = await loadResult(path);
    expect(loaded.taskResults[0]?.attempts).toEqual([attempts[0], stored, attempts[2]]);
    expect(loaded.warnings).toEqual(["before", loss]);
    const report = await toSftJsonl(loaded, folder.path("rows.jsonl"));
    expect(report).toMatchObject({ written: 2, skippedTruncated: 1 });
  }, 120_000);

  it("is saved in the same way", async () => {
    const path = folder.path("a.rollouts.jsonl");
    await saveResult(exampleResult([task], attempts, { k: 3 }), path);

    const loaded = await loadResult(path);
    expect(loaded.taskResults[0]?.attempts).toEqual([attempts[0], stored, attempts[2]]);
    expect(loaded.warnings).toEqual([loss]);
  }, 120_000);

  it("so is a verdict, whose run stays as it is", async () => {
    const path = folder.path("a.rollouts.jsonl");
    const detail = [giant, giant, giant];
    const judged = exampleAttempt("t1", 0, { score: { value: 0, passed: false, detail } });
    await saveResult(exampleResult([task], [judged], { k: 1 }), path);

    const loaded = await loadResult(path);
    const shorter = { ...judged, score: { value: 0, passed: false, detail: [text, text, text] } };
    expect(loaded.taskResults[0]?.attempts).toEqual([shorter]);
    expect(loaded.warnings).toEqual([
      'The longest texts of attempt 0 of "t1" are left out of the result file, where its line would be too long.',
    ]);
  }, 120_000);

  it("of separators for lines alone is written, and ends no process", () => {
    const count = 32_000_000;
    const line = sealLine({ text: "\u2028".repeat(count) });
    expect(line.length).toBe('{"text":"","crc":"01234567"}\n'.length + 6 * count);
  }, 120_000);
});
