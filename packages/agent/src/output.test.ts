import type { AssistantMessage, FinishReason, ModelResponse, Schema } from "@rollouts/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readEnd } from "./output.ts";

const schema = z.object({ value: z.int() });
const call = { id: "c1", name: "add", rawArguments: '{"a":' };

function reply(
  message: Partial<AssistantMessage>,
  finishReason: FinishReason = "stop",
): ModelResponse {
  return { message: { role: "assistant", content: null, ...message }, finishReason };
}

describe("readEnd without a schema", () => {
  it("gives the text, byte for byte", async () => {
    const text = ' A é\u2028"\n ';
    expect(await readEnd(reply({ content: text }), undefined)).toEqual({
      type: "end",
      status: "completed",
      text,
      output: text,
    });
  });

  it("N1: takes an empty text for an answer", async () => {
    const end = await readEnd(reply({ content: "" }), undefined);
    expect(end).toMatchObject({ status: "completed", output: "", text: "" });
  });

  it.each<FinishReason>(["stop", "tool-calls", "length", "other"])(
    "N1: is truncated without content, whatever the reason (%s)",
    async (finishReason) => {
      expect(await readEnd(reply({}, finishReason), undefined)).toEqual({
        type: "end",
        status: "truncated",
        text: null,
      });
    },
  );

  it.each<FinishReason>(["stop", "tool-calls", "other"])(
    "trusts the content when the reason is %s",
    async (finishReason) => {
      const end = await readEnd(reply({ content: "42" }, finishReason), undefined);
      expect(end).toMatchObject({ status: "completed", output: "42" });
    },
  );

  it("is truncated by the reason, and keeps what there is", async () => {
    expect(await readEnd(reply({ content: "The answ" }, "length"), undefined)).toEqual({
      type: "end",
      status: "truncated",
      text: "The answ",
    });
  });
});

describe("readEnd and refusals", () => {
  it("completes with the refusal and without output", async () => {
    expect(await readEnd(reply({ refusal: "No." }), schema)).toEqual({
      type: "end",
      status: "completed",
      text: null,
      refusal: "No.",
    });
  });

  it("takes an empty refusal, which some servers write beside every answer, for none", async () => {
    expect(await readEnd(reply({ content: "4", refusal: "" }), undefined)).toEqual({
      type: "end",
      status: "completed",
      text: "4",
      output: "4",
    });
  });

  it.each<FinishReason>(["length", "content-filter"])(
    "keeps the model's own words when the reason is %s",
    async (finishReason) => {
      const end = await readEnd(reply({ refusal: "No." }, finishReason), undefined);
      expect(end).toMatchObject({ status: "completed", refusal: "No." });
    },
  );

  it.each([null, "Half an ans"])("counts a content filter as a refusal (text %j)", async (text) => {
    expect(await readEnd(reply({ content: text }, "content-filter"), undefined)).toEqual({
      type: "end",
      status: "completed",
      text,
      refusal: "The provider's content filter stopped the answer.",
    });
  });
});

describe("readEnd with a schema", () => {
  it("gives the value of the schema and the raw text", async () => {
    const text = '  {"value": 42, "extra": 1}\n';
    expect(await readEnd(reply({ content: text }), schema)).toEqual({
      type: "end",
      status: "completed",
      text,
      output: { value: 42 },
    });
  });

  it.each<[string, string, RegExp]>([
    ["text", "forty-two", /^The reply is not JSON: /],
    ["an empty text", "", /^The reply is not JSON: /],
    ["a fence", '```json\n{"value":1}\n```', /^The reply is not JSON: /],
    ["two documents", '{"value":1}{"value":2}', /^The reply is not JSON: /],
    ["a wrong member", '{"value":"1"}', /^The reply misses the output schema: value: .*number/],
    ["a missing member", "{}", /^The reply misses the output schema: value: /],
    ["another root", "[1]", /^The reply misses the output schema: .*object/],
    ["a number beyond range", '{"value":1e400}', /^The reply misses the output schema: value: /],
    [
      "a depth that overflows stacks",
      "[".repeat(5e4) + "]".repeat(5e4),
      /^The reply is JSON nested/,
    ],
    ["a prototype", '{"__proto__":{"value":1}}', /^The reply misses the output schema: value: /],
  ])("says why %s does not fit, and completes", async (_what, text, message) => {
    const end = await readEnd(reply({ content: text }), schema);
    expect(end).toMatchObject({ status: "completed", text });
    expect(end.output).toBeUndefined();
    expect(end.outputError).toMatch(message);
  });

  it("keeps the reason to one short line without terminal escapes", async () => {
    const hostile = `\u001b[31m${"x\n".repeat(1000)}`;
    const strict = z.strictObject({});
    const text = JSON.stringify({ [hostile]: 1 });
    for (const content of [hostile, text]) {
      const { outputError = "" } = await readEnd(reply({ content }), strict);
      expect(outputError.length).toBeGreaterThan(20);
      expect(outputError.length).toBeLessThanOrEqual(300);
      expect(outputError).not.toMatch(/\p{Cc}/u);
    }
  });

  it("is truncated when the reason says so and the JSON is cut", async () => {
    const end = await readEnd(reply({ content: '{"value": 4' }, "length"), schema);
    expect(end).toEqual({ type: "end", status: "truncated", text: '{"value": 4' });
  });

  it("believes closed JSON over the reason", async () => {
    const whole = await readEnd(reply({ content: '{"value":42}' }, "length"), schema);
    expect(whole).toMatchObject({ status: "completed", output: { value: 42 } });
    const miss = await readEnd(reply({ content: '{"value":"x"}' }, "length"), schema);
    expect(miss).toMatchObject({ status: "completed", outputError: expect.any(String) });
  });

  it("does not believe a bare number, which may have lost digits", async () => {
    const end = await readEnd(reply({ content: "12" }, "length"), z.number());
    expect(end).toEqual({ type: "end", status: "truncated", text: "12" });
  });

  it("does not believe JSON beside calls that were cut", async () => {
    const message = { content: '{"value":42}', toolCalls: [call] };
    expect(await readEnd(reply(message, "length"), schema)).toMatchObject({ status: "truncated" });
  });

  it("throws what the schema throws, which is no fault of the model", async () => {
    const broken = z.string().transform((): string => {
      throw new Error("bug in the schema");
    });
    await expect(readEnd(reply({ content: '"a"' }), broken)).rejects.toThrow("bug in the schema");
  });

  it("never takes a cut object for a whole one, wherever it is cut", async () => {
    const anything: Schema = z.any();
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), async (value, at) => {
        const text = JSON.stringify(value);
        const cut = text.slice(0, at % text.length);
        expect(await readEnd(reply({ content: cut }, "length"), anything)).toMatchObject({
          status: "truncated",
          text: cut,
        });
        expect(await readEnd(reply({ content: text }, "length"), anything)).toMatchObject({
          status: "completed",
        });
      }),
    );
  });
});
