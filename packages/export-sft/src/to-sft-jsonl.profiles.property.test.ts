import { readFile } from "node:fs/promises";
import type { Message, ToolSpec } from "@rollouts/core";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { type ExampleAttempt, exampleResult, toolExecution } from "./__fixtures__/result.ts";
import { profiles, type SftProfileName } from "./profiles/profiles.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";
import { validateSft } from "./validate-sft.ts";

const folder = useFolder(beforeEach, afterEach);

const text = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: "grapheme" }) },
  fc.constantFrom(
    "",
    " ",
    "a\u2028b\u2029c\u0085d",
    "\r\n",
    "\ufeff",
    "__proto__",
    "sk-abcdefgh12345678",
  ),
);
const call = fc.record({
  id: fc.constantFrom("call_1", "call_2", "call00003"),
  name: fc.constantFrom("lookup", "search"),
  rawArguments: fc.oneof(
    { weight: 4, arbitrary: fc.json().filter((json) => json.startsWith("{")) },
    fc.constantFrom("{}", '{ "a" : 1.0 }', "{", "17", '{"a":1,"a":2}'),
  ),
});
const turn: fc.Arbitrary<Message[]> = fc.oneof(
  fc.record({ role: fc.constant("system" as const), content: text }).map((one) => [one]),
  fc.record({ role: fc.constant("user" as const), content: text }).map((one) => [one]),
  fc.record({ role: fc.constant("assistant" as const), content: text }).map((one) => [one]),
  fc
    .record({
      content: fc.option(text),
      toolCalls: fc.uniqueArray(call, { selector: ({ id }) => id, minLength: 1, maxLength: 2 }),
      isAnswered: fc.constantFrom(true, true, true, true, false),
    })
    .map(({ content, toolCalls, isAnswered }): Message[] => [
      { role: "assistant", content, toolCalls },
      ...(isAnswered ? toolCalls : []).map(
        ({ id }): Message => ({ role: "tool", toolCallId: id, content: "result" }),
      ),
    ]),
);
const messages = fc
  .tuple(fc.array(turn, { maxLength: 4 }), text, text)
  .map(([turns, question, answer]): Message[] => [
    { role: "user", content: question },
    ...turns.flat(),
    { role: "assistant", content: answer },
  ]);
const tool: fc.Arbitrary<ToolSpec> = fc.record(
  {
    name: fc.constantFrom("lookup", "search", "bad name"),
    description: text,
    parameters: fc.constant({ type: "object" }),
  },
  { requiredKeys: ["name", "parameters"] },
);
const attempt: fc.Arbitrary<ExampleAttempt> = fc.record(
  {
    messages,
    score: fc.option(
      fc.record({ value: fc.double({ min: 0, max: 1, noNaN: true }), passed: fc.boolean() }),
    ),
    stopReason: fc.constantFrom(
      "completed",
      "completed",
      "completed",
      "timeout",
      "error",
      "truncated",
    ),
    toolCallLimitHit: fc.constantFrom(true, false, false, false),
    toolExecutions: fc.constantFrom([toolExecution], [], []),
    tools: fc.array(tool, { maxLength: 2 }),
  },
  { requiredKeys: ["messages", "tools"] },
);
const tasks = fc.uniqueArray(
  fc.record({
    id: fc.string(),
    metadata: fc.constantFrom({ split: "holdout" }, {}),
    attempts: fc.array(attempt, { maxLength: 6 }),
  }),
  { selector: ({ id }) => id, maxLength: 4 },
);
const options = fc.record(
  {
    onlyPassed: fc.boolean(),
    deduplicate: fc.boolean(),
    allowMixedPrompts: fc.boolean(),
    maxPerTask: fc.integer({ min: 1, max: 4 }),
    minScore: fc.double({ min: 0, max: 1, noNaN: true }),
  },
  { requiredKeys: [] },
);

it.each(Object.keys(profiles) as SftProfileName[])(
  "%s: every attempt is counted once, every file is valid, and the bytes are the same again",
  async (profile) => {
    await fc.assert(
      fc.asyncProperty(tasks, options, fc.uuid(), async (given, chosen, name) => {
        const result = exampleResult(given);
        const path = folder.path(`${name}.jsonl`);
        const report = await toSftJsonl(result, path, { profile, ...chosen });

        const counters = Object.entries(report).filter(([key]) =>
          /^(written$|skipped|dropped)/.test(key),
        );
        const sum = counters.reduce((total, [, count]) => total + Number(count), 0);
        expect(sum).toBe(report.considered);
        expect(sum).toBe(given.reduce((total, { attempts }) => total + attempts.length, 0));
        const reasons = Object.values(report.unsupported);
        expect(reasons.reduce((total, count) => total + count, 0)).toBe(report.skippedUnsupported);

        if (report.written === 0) {
          expect((await folder.names()).filter((found) => found.startsWith(name))).toEqual([]);
          return;
        }
        expect(await validateSft(path, { profile })).toMatchObject({
          valid: true,
          manifest: "matches",
          rows: report.written,
        });
        const bytes = await readFile(path, "utf8");
        const manifest = await readFile(`${path}.meta.json`, "utf8");
        expect(await toSftJsonl(result, path, { profile, ...chosen })).toEqual(report);
        expect(await readFile(path, "utf8")).toBe(bytes);
        expect(await readFile(`${path}.meta.json`, "utf8")).toBe(manifest);
      }),
      { numRuns: 30 },
    );
  },
  60_000,
);
