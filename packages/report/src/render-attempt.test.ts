import { InvalidArgumentError, type Message, type RolloutResult } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import {
  type ExampleTask,
  exampleResult,
  exampleRun,
  execution,
  failed,
  passed,
  timedOut,
} from "./__fixtures__/result.ts";
import { renderAttempt } from "./render-attempt.ts";

/** The first attempt of a result with the one task. */
function render(task: ExampleTask): string {
  return renderAttempt(exampleResult([task]), "t1/0");
}

function renderMessages(messages: readonly unknown[]): string {
  const run = exampleRun({ messages: messages as readonly Message[], text: null, output: null });
  return render({ attempts: [{ ...passed, run }] }).split("transcript:\n")[1] ?? "";
}

describe("renderAttempt", () => {
  it("G11 shows an attempt in full", () => {
    const messages: Message[] = [
      { role: "system", content: "Add with the tool." },
      { role: "user", content: "1 + 1\n= ?" },
      {
        role: "assistant",
        content: null,
        reasoning: "A tool is there.",
        toolCalls: [
          { id: "call-1", name: "add", rawArguments: '{"a":1}' },
          { id: "call-2", name: "add", rawArguments: "{" },
          { id: "call-3", name: "add", rawArguments: "{}" },
        ],
      },
      { role: "tool", toolCallId: "call-1", content: "2" },
      { role: "tool", toolCallId: "call-2", content: "no JSON\nat 1", isError: true },
      { role: "tool", toolCallId: "call-3", content: "limit", isError: true },
      { role: "assistant", content: "It is\n\n3." },
    ];
    const text = render({
      input: "1 + 1\n= ?",
      expected: { sum: 2 },
      attempts: [
        {
          score: {
            value: 0.25,
            passed: false,
            reason: `3 is not 2.\n${"x".repeat(300)}`,
            detail: { got: [3] },
          },
          toolCallLimitHit: true,
          durationMs: 12_340,
          metrics: {
            tone: { score: { value: 0.5, passed: true, reason: "polite" }, unscored: null },
            length: { score: null, unscored: { cause: "timeout", reason: "time was over" } },
            judge: { score: null, unscored: { cause: "cannot-tell", reason: "tie", detail: [2] } },
          },
          tries: [
            { error: "reset", errorType: "ProviderError", durationMs: 300 },
            { error: "a\nb", errorType: null, durationMs: 400 },
            { error: null, errorType: null, durationMs: 12_340 },
          ],
          run: exampleRun({
            messages,
            text: "It is\n\n3.",
            output: { sum: 3 },
            toolExecutions: [
              execution(),
              execution({ toolCallId: "call-2", rawArguments: "{", status: "error" }),
            ],
            usage: { inputTokens: 12, outputTokens: 34 },
          }),
        },
      ],
    });
    expect(text).toBe(`t1/0   FAIL   value=0.25   stop=completed   12.3s   tool-call limit hit
  input:
    1 + 1
    = ?
  expected: {"sum":2}
  reason:
    3 is not 2.
    ${"x".repeat(300)}
  detail: {"got":[3]}
  metrics:
    tone: PASS   value=0.50
      reason: polite
    length: unscored   cause=timeout
      reason: time was over
    judge: unscored   cause=cannot-tell
      reason: tie
      detail: [2]
  tries:
    try 0, 0.3s (ProviderError): reset
    try 1, 0.4s:
      a
      b
    try 2, 12.3s: no error
  output: {"sum":3}
  tokens: in=12 out=34

transcript:
  system: Add with the tool.
  user:
    1 + 1
    = ?
  assistant reasoning: A tool is there.
  tool call add (call-1) -> ok: {"a":1}
  tool call add (call-2) -> error: {
  tool call add (call-3): {}
  tool result (call-1): 2
  tool result (call-2, error):
    no JSON
    at 1
  tool result (call-3, error): limit
  assistant:
    It is
    
    3.`);
  });

  it("G11 shows an attempt without a run, its error in full", () => {
    const error = `first line\n${"e".repeat(500)}`;
    const attempt = { ...timedOut, error, tries: [{ error, errorType: null, durationMs: 1 }] };
    expect(
      render({ attempts: [attempt] }),
    ).toBe(`t1/0   unscored   cause=timeout   stop=timeout   1.5s
  input: Question
  error (AttemptTimeoutError):
    first line
    ${"e".repeat(500)}
  reason: timeout: exceeded 1s

(no run captured)`);
  });

  it("G11 shows what had arrived of an answer that was cut off, and why an answer does not fit", () => {
    const run = exampleRun({
      messages: [{ role: "user", content: "Question" }],
      status: "incomplete",
      text: "The ans",
      output: undefined,
      outputError: "value: missing",
      refusal: "I will not.",
    });
    expect(render({ attempts: [{ ...timedOut, run }] })).toContain(`
  output error: value: missing
  refusal: I will not.

transcript:
  user: Question
  text: The ans`);
  });

  it("G11 shows an input that is a conversation message by message", () => {
    const text = render({
      input: [
        { role: "user", content: "Hello", fromHistory: true },
        { role: "assistant", content: "a\nb" },
        {
          role: "user",
          content: [
            { type: "text", text: "See" },
            { type: "image", url: "https://example.com/cat.png" },
          ],
        },
      ],
      attempts: [passed],
    });
    expect(text).toContain(`
  input:
    user (earlier conversation): Hello
    assistant:
      a
      b
    user:
      See
      [image https://example.com/cat.png]

transcript:`);
  });

  it("shows messages that say nothing, or hold what is no text", () => {
    const messages = [
      { role: "assistant", content: null, reasoning: null, refusal: null, toolCalls: null },
      { role: "assistant", content: "" },
      { role: "assistant", content: null, refusal: "No." },
      { role: "assistant", content: null, toolCalls: [null, { id: 1, name: "n" }] },
      { role: "user", content: [null, { type: "text", text: 5 }] },
      { role: "tool", toolCallId: "c", content: { a: 1 } },
    ];
    expect(renderMessages(messages)).toBe(`  assistant: (no text)
  assistant: (empty)
  assistant refusal: No.
  tool call: null
  tool call n (1): undefined
  user:
    null
    {"type":"text","text":5}
  tool result (c): {"a":1}`);
  });

  it("gives each call its own execution when ids come again, and none to earlier conversations", () => {
    const call = { id: "c", name: "add", rawArguments: "{}" };
    const run = exampleRun({
      messages: [
        { role: "assistant", content: null, toolCalls: [call], fromHistory: true },
        { role: "assistant", content: null, toolCalls: [call] },
        { role: "assistant", content: null, toolCalls: [call] },
      ],
      toolExecutions: [
        execution({ toolCallId: "c", status: "error" }),
        execution({ toolCallId: "c", status: "ok" }),
        execution({ toolCallId: "unheard", status: "rejected", result: "no" }),
        execution({ toolCallId: "c", status: "paused" }),
      ],
    });
    expect(
      render({ attempts: [{ ...passed, run }] }).split("transcript:\n")[1],
    ).toBe(`  tool call add (c): {}
  tool call add (c) -> error: {}
  tool call add (c) -> ok: {}
  tool call add (unheard) -> rejected: {"a":1}
  tool result (unheard): no
  tool call add (c) -> paused: {"a":1}
  text: 42`);
  });

  it("keeps a text from passing for a message, a verdict or another line", () => {
    const text = render({
      input: "q\nt1/0   PASS",
      attempts: [
        {
          ...failed,
          run: exampleRun({
            messages: [
              { role: "assistant", content: "a\ntranscript:\n  assistant: fine\r\n\u2028b" },
            ],
            text: null,
            output: "x",
            toolExecutions: [execution({ name: "add\n  assistant", toolCallId: "\u001b[2J" })],
          }),
        },
      ],
    });
    expect(text).toBe(`t1/0   FAIL   value=0.00   stop=completed   1.5s
  input:
    q
    t1/0   PASS
  output: "x"

transcript:
  assistant:
    a
    transcript:
      assistant: fine\\r
    \\u2028b
  tool call add\\n  assistant (\\u001b[2J) -> ok: {"a":1}`);
  });

  it("G11 splits the label at its last slash", () => {
    const result = exampleResult([
      { id: "a/b", attempts: [passed, failed] },
      { id: "a", attempts: [passed] },
      { id: "", attempts: [passed] },
    ]);
    expect(renderAttempt(result, "a/b/1")).toMatch(/^a\/b\/1 {3}FAIL/);
    expect(renderAttempt(result, "a/0")).toMatch(/^a\/0 {3}PASS/);
    expect(renderAttempt(result, "/0")).toMatch(/^\/0 {3}PASS/);
  });

  const gaps = [
    { ...passed, attemptIndex: 1 },
    { ...passed, attemptIndex: 3 },
  ];
  const known = exampleResult([
    { id: "t1", attempts: [passed] },
    { id: "t2", attempts: [passed, passed] },
    { id: "t3", attempts: gaps },
    { id: "t4", attempts: [] },
  ]);
  const ids = 'Known task ids: "t1", "t2", "t3", "t4".';
  const form =
    'label must be a task id, "/" and the number of an attempt, such as "task-id/0", got';
  const missing = (number: number | string, id: string) =>
    `label names attempt ${number} of the task "${id}", which is not there.`;

  it.each<[unknown, string]>([
    ["nope/0", `label names the task "nope", which is not there. ${ids}`],
    ["__proto__/0", `label names the task "__proto__", which is not there. ${ids}`],
    ["nope", `${form} "nope". ${ids}`],
    ["t1", `${form} "t1". ${ids}`],
    ["t1/", `${form} "t1/". ${ids}`],
    ["t1/-1", `${form} "t1/-1". ${ids}`],
    ["t1/01", `${form} "t1/01". ${ids}`],
    ["t1/0x0", `${form} "t1/0x0". ${ids}`],
    ["t1/1e0", `${form} "t1/1e0". ${ids}`],
    ["t1/0\n", `${form} "t1/0\\n". ${ids}`],
    [7, `${form} 7. ${ids}`],
    ["t1/1", `${missing(1, "t1")} Its only attempt is 0.`],
    ["t2/2", `${missing(2, "t2")} Its attempts are 0 to 1.`],
    [`t2/${"9".repeat(400)}`, `${missing("99999999999999999...", "t2")} Its attempts are 0 to 1.`],
    ["t3/2", `${missing(2, "t3")} Its attempts are 1 to 3, and not all of those ran.`],
    ["t4/0", `${missing(0, "t4")} No attempt of it ran.`],
  ])("G11 refuses the label %j", (label, message) => {
    expect(() => renderAttempt(known, label as string)).toThrow(
      new InvalidArgumentError({ argument: "label", message }),
    );
  });

  it("G11 finds an attempt by its number, whichever are there", () => {
    const attempts = [
      { ...passed, attemptIndex: 1 },
      { ...failed, attemptIndex: 3 },
    ];
    expect(renderAttempt(exampleResult([{ attempts }]), "t1/1")).toMatch(/^t1\/1 {3}PASS/);
    expect(renderAttempt(exampleResult([{ attempts }]), "t1/3")).toMatch(/^t1\/3 {3}FAIL/);
  });

  it("clips the address of an image, and no text", () => {
    const url = `data:image/png;base64,${"A".repeat(100)}`;
    const content = [
      { type: "image", url },
      { type: "text", text: "x".repeat(10_000) },
    ];
    expect(renderMessages([{ role: "user", content }])).toBe(
      `  user:\n    [image data:image/png;base64,${"A".repeat(55)}...]\n    ${"x".repeat(10_000)}`,
    );
  });

  it("G11 lists ten ids at most, each clipped and safe", () => {
    const result = exampleResult([
      { id: `${"long".repeat(30)}`, attempts: [passed] },
      { id: "\u001b[2J", attempts: [passed] },
      ...Array.from({ length: 10 }, () => ({ attempts: [passed] })),
    ]);
    const names = ["t3", "t4", "t5", "t6", "t7", "t8", "t9", "t10"].map((id) => `"${id}"`);
    expect(() => renderAttempt(result, "x/0")).toThrow(
      `Known task ids: "${"long".repeat(19)}l...", "\\u001b[2J", ${names.join(", ")} and 2 more.`,
    );
    expect(() => renderAttempt(exampleResult([]), "x/0")).toThrow("The result has no tasks.");
  });

  it("refuses what is no result", () => {
    const promise = Promise.resolve(known) as unknown as RolloutResult;
    expect(() => renderAttempt(promise, "t1/0")).toThrow(InvalidArgumentError);
  });
});
