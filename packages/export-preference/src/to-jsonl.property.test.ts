import { readFile } from "node:fs/promises";
import type { Message } from "@rollouts/core";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  badRun,
  conversation,
  type ExampleAttempt,
  type ExampleTask,
  exampleResult,
  goodRun,
} from "./__fixtures__/result.ts";
import { pairMethods } from "./pairs/pair-method.ts";
import { preferenceProfiles } from "./profiles/profiles.ts";
import { toKtoJsonl } from "./to-kto-jsonl.ts";
import { toPreferenceJsonl } from "./to-preference-jsonl.ts";
import { toPromptsJsonl } from "./to-prompts-jsonl.ts";
import { validatePreference } from "./validate-preference.ts";

const folder = useFolder(beforeEach, afterEach);

const system: Message = { role: "system", content: "S" };
const messages = fc.oneof(
  { weight: 5, arbitrary: fc.string({ maxLength: 4 }).map((answer) => conversation(answer)) },
  fc.constantFrom<readonly Message[]>(
    [system, ...conversation("A")],
    [...conversation("A"), ...conversation("B")],
    [...conversation("A"), ...conversation("C")],
    [...conversation("A"), { role: "assistant", content: "B" }],
    conversation("A", "Other"),
  ),
);
const attempt: fc.Arbitrary<ExampleAttempt> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      messages,
      score: fc.option(
        fc.record({ value: fc.constantFrom(0, 0.3, 0.5, 0.8, 1), passed: fc.boolean() }),
        { freq: 8 },
      ),
      toolCallLimitHit: fc.nat(9).map((number) => number === 0),
    }),
  },
  fc.constantFrom<ExampleAttempt>(
    goodRun,
    badRun,
    { score: null, stopReason: "error" },
    { score: null, stopReason: "timeout" },
    { stopReason: "truncated" },
  ),
);
const tasks: fc.Arbitrary<ExampleTask[]> = fc
  .array(
    fc.record({
      attempts: fc.array(attempt, { maxLength: 9 }),
      metadata: fc.constantFrom({}, {}, {}, { split: "holdout" }),
    }),
    { maxLength: 4 },
  )
  .map((found) => found.map((task, index) => ({ id: `t${index}`, ...task })));
const profile = fc.constantFrom(
  ...(Object.keys(preferenceProfiles) as (keyof typeof preferenceProfiles)[]),
);

const sum = (counts: Readonly<Record<string, number | undefined>>) =>
  Object.values(counts).reduce((total: number, count = 0) => total + count, 0);

const skipKeys = [
  "skippedHoldout",
  "skippedError",
  "skippedTimeout",
  "skippedTruncated",
  "skippedUnscored",
  "skippedLimitHit",
  "skippedToolRuns",
  "skippedNoText",
  "droppedByRedaction",
  "skippedUnsupported",
] as const;

/** What a report says of the attempts that are in no row. */
const skipped = (report: Readonly<Record<(typeof skipKeys)[number], number>>) =>
  skipKeys.reduce((total, key) => total + report[key], 0);

const countAttempts = (all: readonly ExampleTask[]) =>
  all.reduce((total, { attempts }) => total + attempts.length, 0);

describe("whatever the attempts were", () => {
  it("every attempt, task and pair is counted once, and each side keeps its rule", async () => {
    const method = fc.constantFrom(...pairMethods);
    await fc.assert(
      fc.asyncProperty(
        tasks,
        profile,
        method,
        fc.integer({ min: 1, max: 4 }),
        async (all, name, way, cap) => {
          const path = folder.path("rows.jsonl");
          const options = { profile: name, method: way, maxPairsPerTask: cap };
          const report = await toPreferenceJsonl(exampleResult(all), path, options);
          const { paired, unpaired, mergedAttempts, contradictory, unsupported } = report;
          expect(report.considered).toBe(countAttempts(all));
          const candidates = paired + unpaired + mergedAttempts + contradictory;
          expect(candidates + skipped(report)).toBe(report.considered);
          expect(report.tasks).toBe(all.length);
          expect(report.tasksWithPairs + sum(report.tasksWithoutPairs)).toBe(all.length);
          expect(report.written + report.droppedDuplicates).toBe(report.formed);
          expect(sum(unsupported)).toBe(report.skippedUnsupported);
          if (report.written === 0) return;
          const { lines } = JSON.parse(await readFile(`${path}.meta.json`, "utf8"));
          expect(lines).toHaveLength(report.written);
          expect(await validatePreference(path, { profile: name })).toMatchObject({
            problems: [],
            manifest: "matches",
          });
          for (const line of lines) {
            const attempts = all.find(({ id }) => id === line.task_id)?.attempts ?? [];
            expect(attempts[line.attempt_index]?.score?.passed ?? true).toBe(true);
            expect(attempts[line.rejected_attempt_index]?.score?.passed).toBe(false);
            expect(line.score - line.rejected_score).toBeGreaterThanOrEqual(0.5 - 1e-9);
          }
          const bytes = await readFile(path);
          expect(await toPreferenceJsonl(exampleResult(all), path, options)).toEqual(report);
          expect(await readFile(path)).toEqual(bytes);
        },
      ),
      { numRuns: 150 },
    );
  }, 120_000);

  it("every attempt has a label or a reason why not", async () => {
    await fc.assert(
      fc.asyncProperty(tasks, fc.boolean(), async (all, allowMixedPrompts) => {
        const path = folder.path("rows.jsonl");
        const report = await toKtoJsonl(exampleResult(all), path, { allowMixedPrompts });
        const { written, droppedDuplicates, skippedMixedPrompt, desirable, undesirable } = report;
        expect(report.considered).toBe(countAttempts(all));
        expect(written + droppedDuplicates + skippedMixedPrompt + skipped(report)).toBe(
          report.considered,
        );
        expect(desirable + undesirable).toBe(written);
        if (written === 0) return;
        const found = await validatePreference(path, { kind: "kto" });
        expect(found).toMatchObject({ problems: [], manifest: "matches" });
      }),
      { numRuns: 100 },
    );
  }, 120_000);

  it("every task has a prompt or a reason why not", async () => {
    const name = fc.constantFrom("openai", "fireworks", "trl");
    await fc.assert(
      fc.asyncProperty(tasks, name, async (all, chosen) => {
        const path = folder.path("rows.jsonl");
        const report = await toPromptsJsonl(exampleResult(all), path, { profile: chosen });
        const left = [
          report.skippedHoldout,
          report.skippedUnscored,
          report.skippedNoText,
          report.skippedMixedPrompt,
          report.skippedUnsupported,
        ].reduce((total, count) => total + count, 0);
        expect(report.tasks).toBe(all.length);
        expect(report.written + report.droppedDuplicates + left).toBe(all.length);
        if (report.written === 0) return;
        const found = await validatePreference(path, { kind: "prompts", profile: chosen });
        expect(found).toMatchObject({ problems: [], manifest: "matches" });
      }),
      { numRuns: 100 },
    );
  }, 120_000);
});
