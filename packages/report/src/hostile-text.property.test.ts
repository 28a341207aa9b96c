import {
  type AttemptResult,
  type Json,
  type Message,
  RolloutsError,
  type ToolExecution,
} from "@rollouts/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { exampleResult, exampleRun, passed } from "./__fixtures__/result.ts";
import { renderAttempt } from "./render-attempt.ts";
import { renderReport } from "./render-report.ts";

/** All that a terminal might act on, but for the line feed. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "\u001b]0;t\u0007", "a\r\nb\u0085\u2028c", "\ud800", "\u202e", "\u{e0041}"),
);
const orNull = fc.option(text);
const call = fc.record({ id: text, name: text, rawArguments: text });
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant("system" as const), content: text }),
  fc.record({
    role: fc.constant("user" as const),
    content: fc.oneof(
      text,
      fc.array(
        fc.oneof(
          fc.record({ type: fc.constant("text" as const), text }),
          fc.record({ type: fc.constant("image" as const), url: text }),
        ),
      ),
    ),
  }),
  fc.record(
    {
      role: fc.constant("assistant" as const),
      content: orNull,
      reasoning: text,
      refusal: text,
      toolCalls: fc.array(call, { maxLength: 2 }),
    },
    { requiredKeys: ["role", "content"] },
  ),
  fc.record({ role: fc.constant("tool" as const), toolCallId: text, content: text }),
);
const execution: fc.Arbitrary<ToolExecution> = fc.record({
  toolCallId: text,
  name: text,
  rawArguments: text,
  status: fc.constantFrom("ok" as const, "error" as const),
  result: text,
});
const run = fc
  .record({
    text: orNull,
    output: fc.anything(),
    outputError: text,
    refusal: text,
    messages: fc.array(message, { maxLength: 4 }),
    toolExecutions: fc.array(execution, { maxLength: 2 }),
  })
  .map(exampleRun);
const verdict = fc.oneof(
  fc.record({
    score: fc.record({
      value: fc.double({ min: 0, max: 1, noNaN: true }),
      passed: fc.boolean(),
      reason: text,
      detail: fc.jsonValue() as fc.Arbitrary<Json>,
    }),
    unscored: fc.constant(null),
  }),
  fc.record({
    score: fc.constant(null),
    unscored: fc.record({ cause: fc.constant("cannot-tell" as const), reason: text }),
  }),
);
const attempt: fc.Arbitrary<Partial<AttemptResult>> = fc
  .record({
    verdict,
    error: orNull,
    errorType: orNull,
    run: fc.option(run),
    metrics: fc.dictionary(text, verdict, { maxKeys: 2 }),
    tries: fc.array(fc.record({ error: orNull, errorType: orNull, durationMs: fc.nat() })),
  })
  .map(({ verdict: { score, unscored }, ...rest }) => ({ ...rest, score, unscored }));
const task = fc.record({
  id: text,
  input: fc.oneof(text, fc.array(message, { minLength: 1, maxLength: 3 })),
  expected: fc.anything(),
  attempts: fc.array(attempt, { minLength: 1, maxLength: 3 }),
});

it("G12 nothing unsafe ever comes out, whatever a result says", () => {
  fc.assert(
    fc.property(task, text, (given, label) => {
      const result = exampleResult([given]);
      for (const only of ["failed", "all"] as const) {
        expect(renderReport(result, { only })).not.toMatch(unsafe);
      }
      for (const { attemptIndex } of result.taskResults[0]?.attempts ?? []) {
        expect(renderAttempt(result, `${given.id}/${attemptIndex}`)).not.toMatch(unsafe);
      }
      expect(messageOf(() => renderAttempt(result, label))).not.toMatch(unsafe);
      expect(messageOf(() => renderAttempt(result, `${given.id}/9`))).not.toMatch(unsafe);
      expect(messageOf(() => renderReport(result, { [label]: 1 }))).not.toMatch(unsafe);
    }),
    { numRuns: 300 },
  );
}, 60_000);

it("lines of the report are bounded, whatever a result says", () => {
  const giant = "\u001b[31m 🎉 ".repeat(200_000);
  const result = exampleResult([
    {
      id: giant,
      input: giant,
      attempts: [
        {
          unscored: { cause: "error", reason: giant },
          error: `${giant}!`,
          run: exampleRun({
            text: giant,
            refusal: giant,
            toolExecutions: [
              { toolCallId: giant, name: giant, rawArguments: giant, status: "ok", result: giant },
            ],
          }),
        },
      ],
    },
  ]);
  const lines = renderReport(result).split("\n");
  expect(lines).toHaveLength(11);
  for (const line of lines) expect([...line].length).toBeLessThan(300);
});

it("an attempt is shown in time that grows with its size only", () => {
  const lines = "x\n".repeat(1_000_000);
  const messages = Array.from({ length: 100_000 }, (_, index): Message => {
    const toolCall = { id: "c", name: "add", rawArguments: String(index) };
    return { role: "assistant", content: null, toolCalls: [toolCall] };
  });
  const toolExecutions = messages.map((_, index): ToolExecution => {
    return { toolCallId: "c", name: "add", rawArguments: String(index), status: "ok" };
  });
  const run = exampleRun({
    messages: [...messages, { role: "user", content: lines }],
    toolExecutions,
  });
  const result = exampleResult([{ attempts: [{ ...passed, run }] }]);
  const shown = renderAttempt(result, "t1/0").split("\n");
  expect(shown.filter((line) => line === "    x")).toHaveLength(1_000_000);
  expect(shown.filter((line) => line.startsWith("  tool call add (c) -> ok: "))).toHaveLength(
    100_000,
  );
}, 60_000);

function messageOf(act: () => unknown): string {
  try {
    act();
    return "";
  } catch (thrown) {
    if (thrown instanceof RolloutsError) return thrown.message;
    throw thrown;
  }
}
