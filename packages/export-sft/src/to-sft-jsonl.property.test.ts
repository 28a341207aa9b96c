import { readFile } from "node:fs/promises";
import type { Message } from "@rollouts/core";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  type ExampleAttempt,
  type ExampleTask,
  exampleResult,
  toolExecution,
} from "./__fixtures__/result.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";
import { validateSft } from "./validate-sft.ts";

const folder = useFolder(beforeEach, afterEach);

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "",
    " ",
    "\u0085",
    "a\u2028b\u2029c\u0085d",
    "\r\n",
    "\ufeff",
    "x".repeat(200_000),
  ),
);
const message = fc.record(
  {
    role: fc.constantFrom("system", "user", "user", "assistant", "assistant", "tool", "developer"),
    content: fc.oneof({ weight: 5, arbitrary: text }, fc.constant(null), fc.constant([])),
    fromHistory: fc.constantFrom(true, false),
  },
  { requiredKeys: ["role", "content"] },
) as fc.Arbitrary<unknown> as fc.Arbitrary<Message>;
const score = fc.option(
  fc.record({ value: fc.double({ min: 0, max: 1, noNaN: true }), passed: fc.boolean() }),
);
const attempt: fc.Arbitrary<ExampleAttempt> = fc.record(
  {
    messages: fc.array(message, { maxLength: 6 }),
    score,
    toolCallLimitHit: fc.constantFrom(true, false, false, false),
    toolExecutions: fc.constantFrom([toolExecution], [], [], []),
  },
  { requiredKeys: [] },
);
const tasks: fc.Arbitrary<ExampleTask[]> = fc.uniqueArray(
  fc.record({
    id: fc.string(),
    metadata: fc.constantFrom({ split: "holdout" }, { split: "train" }, {}),
    attempts: fc.array(attempt, { maxLength: 8 }),
  }),
  { selector: ({ id }) => id, maxLength: 5 },
);

it("W5 W9 counts every scored attempt once, writes a valid file or none, the same bytes again", async () => {
  await fc.assert(
    fc.asyncProperty(tasks, fc.boolean(), fc.uuid(), async (given, onlyPassed, name) => {
      const result = exampleResult(given);
      const path = folder.path(`${name}.jsonl`);
      const report = await toSftJsonl(result, path, { onlyPassed });

      const { scoredCount } = result.summary();
      const six = [
        report.written,
        report.skippedFailed,
        report.skippedLimitHit,
        report.skippedToolRuns,
        report.skippedNoText,
        report.droppedOverCap,
      ];
      expect(six.reduce((sum, count) => sum + count, report.skippedHoldout)).toBe(scoredCount);

      const names = (await folder.names()).filter((found) => found.startsWith(name));
      expect(names).toHaveLength(report.written === 0 ? 0 : 2);
      if (report.written === 0) return;
      const found = await validateSft(path);
      expect(found).toMatchObject({ valid: true, rows: report.written, sha256: report.sha256 });
      const manifest = await readFile(`${path}.meta.json`, "utf8");
      expect(JSON.parse(manifest).lines).toHaveLength(report.written);

      expect(await toSftJsonl(result, path, { onlyPassed })).toEqual(report);
      expect(await readFile(`${path}.meta.json`, "utf8")).toBe(manifest);
    }),
    { numRuns: 100 },
  );
}, 60_000);
