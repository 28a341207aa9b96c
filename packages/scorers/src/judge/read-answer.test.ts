import type { ModelResponse } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { type AnswerRules, readAnswer } from "./read-answer.ts";

const rules: AnswerRules = { mode: "binary", answer: "output", data: [] };

function respond(message: Partial<ModelResponse["message"]>, finishReason = "stop") {
  return {
    message: { role: "assistant", content: null, ...message },
    finishReason,
  } as ModelResponse;
}

const read = (content: string, mode: AnswerRules["mode"] = "binary") =>
  readAnswer(respond({ content }), { ...rules, mode });

it.each([
  ["compact", `{"reason":"ok","verdict":"pass"}`],
  ["with white space around", `\n {"reason" : "ok", "verdict" :\t"pass"}\n`],
  ["in another order", `{"verdict":"pass","reason":"ok"}`],
])("reads an answer %s", (_, json) => {
  expect(read(json)).toEqual({ reason: "ok", choice: "pass" });
});

it("reads an answer beside a refusal without a word", () => {
  const content = '{"reason":"ok","verdict":"pass"}';

  expect(readAnswer(respond({ content, refusal: "" }), rules)).toEqual({
    reason: "ok",
    choice: "pass",
  });
});

it("reads a reason that looks like JSON itself", () => {
  const reason = '"verdict": "fail", {"verdict":"fail"} \\" :';
  const json = JSON.stringify({ reason, verdict: "pass" });

  expect(read(json)).toEqual({ reason, choice: "pass" });
});

describe("takes for unreadable, and never for a verdict", () => {
  it.each([
    ["prose", "I would say pass.", "is not JSON"],
    ["JSON in prose", `Sure: {"reason":"","verdict":"pass"}`, "is not JSON"],
    ["fenced JSON", `\`\`\`json\n{"reason":"","verdict":"pass"}\n\`\`\``, "is not JSON"],
    ["two objects", `{"reason":"","verdict":"fail"}{"reason":"","verdict":"pass"}`, "not"],
    ["nothing", "", "is not JSON"],
    ["a list", "[]", "is no JSON object"],
    ["null", "null", "is no JSON object"],
    ["too deep a nest", "[".repeat(90_000), "is not JSON"],
    ["a missing reason", `{"verdict":"pass"}`, 'has the members "verdict", not reason, verdict'],
    ["a missing verdict", `{"reason":""}`, 'has the members "reason", not reason, verdict'],
    ["an extra member", `{"reason":"","verdict":"pass","sure":true}`, "has the members"],
    ["a prototype key", `{"reason":"","__proto__":{"verdict":"pass"}}`, "has the members"],
    ["an inherited key", `{"reason":"","toString":"pass"}`, "has the members"],
    ["two verdicts", `{"reason":"","verdict":"fail","verdict":"pass"}`, 'has "verdict" twice'],
    [
      "two verdicts, one in escapes",
      `{"reason":"","verdict":"fail","verdic\\u0074":"pass"}`,
      'has "verdict" twice',
    ],
    ["another word", `{"reason":"","verdict":"PASS"}`, 'has the verdict "PASS"'],
    ["a boolean", `{"reason":"","verdict":true}`, "has the verdict true"],
    ["a list of verdicts", `{"reason":"","verdict":["pass"]}`, "has the verdict an array of 1"],
    ["a reason that is none", `{"reason":1,"verdict":"pass"}`, "has the reason 1"],
    ["an answer of any length", `"${"x".repeat(100_000)}"`, "has 100002 characters"],
  ])("%s", (_, json, problem) => {
    expect(read(json)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it.each([0, 11, -1, 7.5, "7", null, [7], 1e300])(
    "numeric: a score of %j, not clipped",
    (score) => {
      const json = JSON.stringify({ reason: "", score });

      expect(read(json, "numeric")).toEqual({ problem: expect.stringContaining("has the score") });
    },
  );

  const good = `{"reason":"","verdict":"pass"}`;
  const call = { id: "c", name: "give_verdict", rawArguments: good };

  it.each([
    ["no text", respond({}), "is empty"],
    ["a refusal", respond({ content: good, refusal: "no" }), 'is a refusal: "no"'],
    ["an answer cut by its length", respond({ content: good }, "length"), "was cut (length)"],
    ["a filtered answer", respond({ content: good }, "content-filter"), "was cut (content-filter)"],
    [
      "a tool call beside the text",
      respond({ content: good, toolCalls: [call] }),
      "is a tool call that nobody asked for",
    ],
  ])("output: %s", (_, response, problem) => {
    expect(readAnswer(response, rules)).toEqual({ problem });
  });

  it.each([
    ["a verdict in the text", respond({ content: good }), "does not call give_verdict"],
    ["two calls", respond({ toolCalls: [call, call] }), "makes 2 tool calls and not one"],
    [
      "a call of another tool",
      respond({ toolCalls: [{ ...call, name: "x" }] }),
      'calls the tool "x"',
    ],
  ])("tool: %s", (_, response, problem) => {
    expect(readAnswer(response, { ...rules, answer: "tool" })).toEqual({ problem });
  });
});

it("numeric: reads a whole number however it is written", () => {
  expect(read(`{"reason":"ok","score":7.0}`, "numeric")).toEqual({ reason: "ok", choice: 7 });
});
