import {
  InvalidArgumentError,
  type RolloutResult,
  UnsupportedSpecVersionError,
} from "@rollouts/core";
import { describe, expect, it } from "vitest";
import {
  exampleResult,
  exampleRun,
  execution,
  failed,
  passed,
  scored,
  timedOut,
} from "./__fixtures__/result.ts";
import { type RenderReportOptions, renderReport } from "./render-report.ts";

const mixed = exampleResult([
  { id: "easy", attempts: [passed, passed, passed] },
  { id: "hard", attempts: [passed, failed, timedOut] },
]);

describe("renderReport", () => {
  it("G7 shows what failed and what has no verdict, and leaves out the rest", () => {
    const expected = `task hard: Question
  attempt 1: FAIL   value=0.00   stop=completed   1.5s
    answer: 42
  attempt 2: unscored   cause=timeout   stop=timeout   1.5s
    error: timeout: exceeded 1s
    (no run captured)

attempts without a verdict: 1 timeout
pass rate: 0.80 (5 of 6 planned attempts scored)`;
    expect(renderReport(mixed)).toBe(expected);
    expect(renderReport(mixed, { only: "failed" })).toBe(expected);
    expect(renderReport(mixed, { only: undefined, attempts: undefined })).toBe(expected);
  });

  it('G7 shows every attempt with only: "all", and tasks that never ran', () => {
    const result = exampleResult([{ attempts: [passed] }, { attempts: [] }]);
    expect(renderReport(result, { only: "all" })).toBe(`task t1: Question
  attempt 0: PASS   value=1.00   stop=completed   1.5s
    answer: 42

task t2: Question
  (no attempt ran)

attempts that never ran: 1
pass rate: 1.00 (1 of 2 planned attempts scored)`);
  });

  it("shows what the task expects beside what was answered, clipped", () => {
    const lines = (expected: unknown) =>
      renderReport(exampleResult([{ expected, attempts: [failed] }])).split("\n");
    expect(lines({ total: 4 }).slice(0, 2)).toEqual([
      "task t1: Question",
      '  expected: {"total":4}',
    ]);
    expect(lines(null)[1]).toBe("  expected: null");
    expect(lines("x\u001b[2J".repeat(99))[1]).toMatch(/^ {2}expected: "x\\u001b\[2J.{0,300}$/);
    expect(lines(undefined)[1]).toMatch(/^ {2}attempt 0: /);
  });

  it("G7 caps the attempts of each task after the filter", () => {
    const attempts = [passed, failed, passed, failed, failed, failed, failed];
    const text = renderReport(exampleResult([{ attempts }, { attempts }]), { attempts: 2 });
    expect(text.match(/attempt \d/g)).toEqual(["attempt 1", "attempt 3", "attempt 1", "attempt 3"]);
    expect(text.split("\n  ... 3 more (raise attempts to see them)\n")).toHaveLength(3);
    expect(renderReport(exampleResult([{ attempts }]), { attempts: 5 })).not.toContain("more");
  });

  it.each<[unknown, string]>([
    [{ only: "passed" }, 'only must be "failed" or "all", got "passed".'],
    [{ only: null }, 'only must be "failed" or "all", got null.'],
    [{ attempts: 0 }, "attempts must be a whole number of 1 or more, got 0."],
    [{ attempts: 1.5 }, "attempts must be a whole number of 1 or more, got 1.5."],
    [{ attempts: "2" }, 'attempts must be a whole number of 1 or more, got "2".'],
    [{ limit: 2 }, 'renderReport has an unknown key "limit" (allowed: only, attempts).'],
    [null, "options must be an object { only?, attempts? }, got null."],
  ])("G7 refuses the options %j", (options, message) => {
    const attempt = () => renderReport(mixed, options as RenderReportOptions);
    expect(attempt).toThrow(InvalidArgumentError);
    expect(attempt).toThrow(message);
  });

  it("refuses what is no result, and a result of another contract", () => {
    const promise = Promise.resolve(mixed) as unknown as RolloutResult;
    expect(() => renderReport(promise)).toThrow(
      new InvalidArgumentError({
        argument: "result",
        message:
          "result must be a RolloutResult (await what runRollouts or loadResult gives), got a Promise.",
      }),
    );
    expect(() => renderReport(null as unknown as RolloutResult)).toThrow(InvalidArgumentError);
    const newer = { ...mixed, summary: () => mixed.summary(), specVersion: "v2" };
    expect(() => renderReport(newer as unknown as RolloutResult)).toThrow(
      UnsupportedSpecVersionError,
    );
  });

  it("G8 shows verdict, limit, error, reason, tools, answer, tokens and cost of an attempt", () => {
    const result = exampleResult([
      {
        input: `  Add\n${"1 ".repeat(60)}`,
        attempts: [
          {
            score: { value: 1 / 3, passed: false, reason: "why\n  because" },
            toolCallLimitHit: true,
            run: exampleRun({
              text: `The sum is\n\n${"4".repeat(200)}`,
              toolExecutions: [
                execution(),
                execution({ rawArguments: "not\njson", status: "error" }),
                execution({ name: "erase", rawArguments: "{}", status: "paused" }),
              ],
              usage: { inputTokens: 12, outputTokens: 34, costUsd: 0.0123 },
            }),
          },
        ],
      },
    ]);
    expect(renderReport(result)).toBe(`task t1: Add ${"1 ".repeat(41)}1...
  attempt 0: FAIL   value=0.33   stop=completed   1.5s   tool-call limit hit
    reason: why because
    tool: add({"a":1}) -> ok
    tool: add(not json) -> error
    tool: erase({}) -> paused
    answer: The sum is ${"4".repeat(96)}...
    tokens: in=12 out=34 cost=$0.0123

pass rate: 0.00 (1 of 1 planned attempts scored)`);
  });

  it("G8 clips error and reason at 200 characters", () => {
    const attempt = {
      unscored: { cause: "scorer-error" as const, reason: "r".repeat(201) },
      error: "e".repeat(201),
    };
    expect(renderReport(exampleResult([{ attempts: [attempt] }]))).toContain(
      `    error: ${"e".repeat(197)}...\n    reason: ${"r".repeat(197)}...\n`,
    );
  });

  it("G8 says once why there is no verdict", () => {
    const attempts = [
      timedOut,
      { unscored: { cause: "scorer-error" as const, reason: "boom" }, error: "scorer: boom" },
      { unscored: { cause: "cannot-tell" as const, reason: "two answers" } },
    ];
    expect(renderReport(exampleResult([{ attempts }]))).toBe(`task t1: Question
  attempt 0: unscored   cause=timeout   stop=timeout   1.5s
    error: timeout: exceeded 1s
    (no run captured)
  attempt 1: unscored   cause=scorer-error   stop=completed   1.5s
    error: scorer: boom
    answer: 42
  attempt 2: unscored   cause=cannot-tell   stop=completed   1.5s
    reason: two answers
    answer: 42

nothing was scored, so this says nothing about how often the agent passes
attempts without a verdict: 1 timeout, 1 scorer-error, 1 cannot-tell
pass rate: none (0 of 3 planned attempts scored)`);
  });

  it.each([
    [{ inputTokens: 5 }, "    tokens: in=5 out=?"],
    [{ inputTokens: 0, outputTokens: 7 }, "    tokens: in=0 out=7"],
    [{ costUsd: 0.5 }, "    tokens: cost=$0.5000"],
    [{ totalTokens: 5 }, undefined],
    [undefined, undefined],
  ])("G8 shows the usage %j, and no 0 for what is unknown", (usage, line) => {
    const text = renderReport(exampleResult([{ attempts: [{ run: exampleRun({ usage }) }] }]));
    expect(text.split("\n").find((found) => found.includes("tokens:"))).toBe(line);
  });

  it.each([
    ["no text", { text: null, output: undefined }, ["    answer: (none)"]],
    ["blank text", { text: " \n", output: " \n" }, ["    answer: (none)"]],
    ["a value", { text: null, output: { value: 4 } }, ['    answer: {"value":4}']],
    [
      "a refusal",
      { text: null, output: undefined, refusal: "I will\nnot." },
      ["    refusal: I will not.", "    answer: (none)"],
    ],
  ])("G8 shows an answer that is %s", (_, facts, lines) => {
    const text = renderReport(exampleResult([{ attempts: [{ run: exampleRun(facts) }] }]));
    expect(text.split("\n").filter((line) => /answer|refusal/.test(line))).toEqual(lines);
  });

  it("G8 shows what the user said last, of an input that is a conversation", () => {
    const input = [
      { role: "user", content: "first" },
      { role: "assistant", content: "well" },
      {
        role: "user",
        content: [
          { type: "text", text: "what is\nthis?" },
          { type: "image", url: `data:image/png;base64,${"A".repeat(1_000_000)}` },
        ],
      },
      { role: "assistant", content: "a cat" },
    ] as const;
    expect(renderReport(exampleResult([{ input, attempts: [failed] }])).split("\n")[0]).toBe(
      `task t1: what is this? [image data:image/png;base64,${"A".repeat(44)}...`,
    );
    const silent = exampleResult([
      { input: [{ role: "system", content: "Go" }], attempts: [failed] },
    ]);
    expect(renderReport(silent).split("\n")[0]).toBe("task t1: (no user message)");
  });

  it("G8 numbers attempts as the result does, whichever are there", () => {
    const result = exampleResult([{ attempts: [{ ...failed, attemptIndex: 3 }] }], { planned: 4 });
    expect(renderReport(result)).toContain("  attempt 3: FAIL");
  });

  it("G10 says that all passed, and how to see them", () => {
    expect(renderReport(exampleResult([{ attempts: [passed, passed] }]))).toBe(
      `all 2 attempts passed; nothing to report (only: "all" shows them)

pass rate: 1.00 (2 of 2 planned attempts scored)`,
    );
  });

  it("G10 does not say that all passed when some never ran", () => {
    const result = exampleResult([{ attempts: [passed, passed] }], {
      planned: 8,
      end: { status: "stopped", stoppedEarly: "aborted" },
    });
    expect(
      renderReport(result),
    ).toBe(`all 2 attempts that ran passed; nothing to report (only: "all" shows them)

attempts that never ran: 6
stopped early: aborted
pass rate: 1.00 (2 of 8 planned attempts scored)`);
  });

  it("G10 says that a result is empty, or that nothing ran", () => {
    expect(renderReport(exampleResult([]))).toBe(
      "the result has no tasks; nothing to report\n\npass rate: none (0 of 0 planned attempts scored)",
    );
    expect(renderReport(mixed.learningZone().learningZone())).toContain("task hard");
    expect(renderReport(exampleResult([{ attempts: [] }], { planned: 4 }))).toBe(
      `no attempt ran; nothing to report

attempts that never ran: 4
pass rate: none (0 of 4 planned attempts scored)`,
    );
  });

  it("G5 rounds ties to the even neighbour", () => {
    const attempts = [scored({ value: 0.125, passed: false }), ...Array(7).fill(passed)];
    const text = renderReport(exampleResult([{ attempts }]));
    expect(text).toContain("value=0.12 ");
    expect(text).toContain("pass rate: 0.88 (8 of 8 planned attempts scored)");
  });
});
