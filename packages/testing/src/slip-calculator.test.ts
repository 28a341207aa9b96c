import type { JsonObject, Message, ModelRequest } from "@rollouts/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SlipCalculatorOptions, slipCalculator } from "./index.ts";

const edgeA =
  "Multiply 2718281828459045 by 1618033988749895. Add the decimal digits of the product, multiply that digit sum by 131071, then subtract the product's remainder modulo 65521.";
const edgeB =
  "Multiply 3141592653589793 by 1414213562373095. Add the decimal digits of the product, multiply that digit sum by 65537, then subtract the product's remainder modulo 32749.";

interface Question extends SlipCalculatorOptions, Partial<Omit<ModelRequest, "output">> {
  /** The JSON schema of the answer. */
  readonly schema?: JsonObject;
  readonly attemptSeed?: number;
  readonly turn?: number;
}

async function answer(input: string | readonly Message[], question: Question = {}) {
  const { slipRate = 0, schema, attemptSeed, turn = 0 } = question;
  const response = await slipCalculator({ slipRate }).generate({
    messages: typeof input === "string" ? [{ role: "user", content: input }] : input,
    signal: question.signal ?? new AbortController().signal,
    ...(schema && { output: { name: "answer", schema } }),
    ...(attemptSeed !== undefined && {
      attempt: { taskId: "t", attemptIndex: 0, turn, seed: attemptSeed },
    }),
  });
  expect(response).toStrictEqual({
    message: { role: "assistant", content: response.message.content },
    finishReason: "stop",
  });
  return response.message.content;
}

describe("what it reads", () => {
  it.each([
    [edgeA, "20944939"],
    [edgeB, "10481347"],
    ["Multiply 17 by 23.", "391"],
    ["What is 17 * 23?", "391"],
    ["17 x 23", "391"],
    ["17×23 = ?", "391"],
    ["17 times 23", "391"],
    ["How much is 12 + 30?", "42"],
    ["12 plus 30", "42"],
    ["Add 12 and 30", "42"],
    ["Please add 12 to 30.", "42"],
    ["5 - 12", "-7"],
    ["12-5", "7"],
    ["5 minus 5", "0"],
    ["5 - 12, multiply that by 0", "0"],
    ["Subtract 12 from 5", "-7"],
    ["Add 007 and 000.", "7"],
    ["Add the digits of 999.", "27"],
    ["Multiply 99 by 99, add its digits, and subtract 20.", "-2"],
    ["Multiply 99 by 99 and then add 5 and multiply it by 2", "19612"],
    ["Subtract 7 from 3; multiply that by 4; add 6.", "-10"],
    ["Multiply 12 by 12. Subtract the product’s remainder modulo 10.", "140"],
    ["Multiply 17 by 23. Return only the final integer.", "391"],
    ["MULTIPLY 17 BY 23", "391"],
    ["Multiply 17 by 23.\n\nAdd 9.", "400"],
  ])("%j is %s", async (prompt, expected) => {
    expect(await answer(prompt)).toBe(expected);
  });

  it.each([
    ["nothing", ""],
    ["prose", "Who wrote Faust?"],
    ["a part that it does not know", "Multiply 17 by 23, then halve it."],
    ["a remainder without a modulus", "Multiply 6 by 7. Subtract the product's remainder."],
    ["a decimal fraction", "Multiply 2 by 3.5"],
    ["a grouped number", "Multiply 2 by 1,000"],
    ["a negative number", "Multiply -2 by 3"],
    ["a longer formula", "2 + 3 * 4"],
    ["a telephone number", "555-010-9999"],
    ["two questions", "Multiply 2 by 3. Multiply 4 by 5."],
    ["a reference to nothing", "Add 5."],
    ["a product that is not there", "Add 5 and 6, then subtract the product's remainder modulo 7."],
    ["modulus 0", "Multiply 2 by 3, then subtract the product's remainder modulo 0."],
    ["the digits of a negative number", "5 - 12, add its digits"],
    ["only a remark", "Return only the final integer."],
    ["a prompt beyond any exercise", `Multiply ${"9".repeat(2000)} by 2`],
  ])("says that it cannot tell %s", async (_, prompt) => {
    expect(await answer(prompt)).toBe("I cannot tell");
  });

  it("is right about any chain of instructions when it never slips", async () => {
    const number = fc.bigInt({ min: 0n, max: 10n ** 20n });
    const positive = fc.bigInt({ min: 1n, max: 10n ** 8n });
    await fc.assert(
      fc.asyncProperty(number, number, number, positive, number, async (a, b, factor, m, plus) => {
        const product = a * b;
        const sum = [...String(product)].reduce((total, digit) => total + BigInt(digit), 0n);
        const prompt = `Multiply ${a} by ${b}. Add the decimal digits of the product, multiply that digit sum by ${factor}, then subtract the product's remainder modulo ${m}. Add ${plus}, subtract ${b}.`;

        expect(await answer(prompt)).toBe(String(sum * factor - (product % m) + plus - b));
        expect(await answer(`${a} - ${b}`)).toBe(String(a - b));
        expect(await answer(`${a} + ${b}`)).toBe(String(a + b));
      }),
    );
  });

  it("never throws and never takes long, whatever is asked", async () => {
    const words = fc.constantFrom(
      ..."multiply add subtract by to from and then the product's remainder modulo digits of that it 7 007 * x + - . , ? \u0000 __proto__".split(
        " ",
      ),
    );
    const prompt = fc.array(fc.oneof(words, fc.string()), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(prompt, async (parts) => {
        expect(await answer(parts.join(" "))).toMatch(/^(?:-?\d+|I cannot tell)$/);
      }),
    );
  });

  it("reads the last user message, its texts put together", async () => {
    const parts = [
      { type: "text", text: "Multiply 17 " },
      { type: "text", text: "by 23." },
    ] as const;

    expect(
      await answer([
        { role: "system", content: "Multiply 1 by 1." },
        { role: "user", content: "Multiply 2 by 2." },
        { role: "assistant", content: "4" },
        { role: "user", content: parts },
        { role: "assistant", content: "Add 1 and 1." },
      ]),
    ).toBe("391");
    expect(await answer([{ role: "system", content: "Multiply 1 by 1." }])).toBe("I cannot tell");
    const image = { type: "image", url: "https://example.com/a.png" } as const;
    expect(await answer([{ role: "user", content: [...parts, image] }])).toBe("I cannot tell");
  });
});

describe("how it answers", () => {
  const object = (properties: JsonObject, type = "object") => ({ type, properties });

  it.each([
    ["an integer", object({ value: { type: "integer" } }), '{"value":391}'],
    ["a number", object({ 'a "b"': { type: "number", minimum: 0 } }), '{"a \\"b\\"":391}'],
    ["text", object({ value: { type: "string" } }), "I cannot tell"],
    ["two numbers", object({ a: { type: "integer" }, b: { type: "integer" } }), "I cannot tell"],
    ["nothing", object({}), "I cannot tell"],
    ["an array", object({ value: { type: "integer" } }, "array"), "I cannot tell"],
    ["no object", { type: "integer" }, "I cannot tell"],
  ])("asked for %s, answers accordingly", async (_, schema, expected) => {
    expect(await answer("Multiply 17 by 23.", { schema })).toBe(expected);
  });

  it("writes numbers beyond 2^53 exactly, also in JSON", async () => {
    const schema = object({ value: { type: "integer" } });

    expect(await answer("9007199254740993 + 0", { schema })).toBe('{"value":9007199254740993}');
    expect(await answer("0 - 9007199254740993")).toBe("-9007199254740993");
  });
});

describe("slips", () => {
  const seeds = Array.from({ length: 200 }, (_, index) => index * 7919);
  const passRate = async (prompt: string, expected: string, slipRate: number | undefined) => {
    const model = slipCalculator({ slipRate });
    const ask = (seed: number) =>
      model.generate({
        messages: [{ role: "user", content: prompt }],
        signal: new AbortController().signal,
        attempt: { taskId: "t", attemptIndex: 0, turn: 0, seed },
      });
    const answers = await Promise.all(seeds.map(ask));
    return answers.filter(({ message }) => message.content === expected).length / seeds.length;
  };

  it("makes both edge tasks right about half of the time by default", async () => {
    for (const [prompt, expected] of [
      [edgeA, "20944939"],
      [edgeB, "10481347"],
    ] as const) {
      const rate = await passRate(prompt, expected, undefined);
      expect(rate).toBeGreaterThan(0.4);
      expect(rate).toBeLessThan(0.65);
    }
  });

  it("makes longer work wrong more often", async () => {
    const short = await passRate("Multiply 17 by 23.", "391", 0.01);
    const middle = await passRate("Multiply 27182 by 16180.", "439804760", 0.01);
    const long = await passRate(edgeA, "20944939", 0.01);

    expect(short).toBeGreaterThan(0.88);
    expect(middle).toBeLessThan(short);
    expect(long).toBeLessThan(0.05);
  });

  it("is always wrong at rate 1 and always right at rate 0", async () => {
    expect(await passRate(edgeA, "20944939", 1)).toBe(0);
    expect(await passRate(edgeB, "10481347", 1)).toBe(0);
    expect(await passRate("12 + 30", "42", 1)).toBe(0);
    expect(await passRate(edgeA, "20944939", 0)).toBe(1);
  });

  it("depend on the attempt's seed and turn alone, not on the order of calls", async () => {
    const question = (attemptSeed: number) => ({ slipRate: 0.005, attemptSeed });
    const forth = await Promise.all(seeds.map((seed) => answer(edgeA, question(seed))));
    const back = await Promise.all(seeds.toReversed().map((seed) => answer(edgeA, question(seed))));

    expect(back.toReversed()).toEqual(forth);
    expect(new Set(forth).size).toBeGreaterThan(150);
    const turns = [0, 1, 2, 3].map((turn) =>
      answer(edgeA, { ...question(1), slipRate: 0.05, turn }),
    );
    expect(new Set(await Promise.all(turns)).size).toBe(4);
    expect(await answer(edgeA, { slipRate: 0.05 })).toBe(await answer(edgeA, { slipRate: 0.05 }));
  });
});

describe("as a model", () => {
  it("says what it is, the slip rate included", () => {
    const model = slipCalculator({ slipRate: 0.25, modelId: "clumsy" });

    expect(model).toMatchObject({ specVersion: "v1", provider: "testing", modelId: "clumsy" });
    expect(model.identity()).toEqual({
      policy: { provider: "testing", modelId: "clumsy", slipRate: 0.25 },
    });
    expect(slipCalculator().identity()).toEqual({
      policy: { provider: "testing", modelId: "slip-calculator", slipRate: 0.0008 },
    });
  });

  it("rejects with the reason of an aborted signal", async () => {
    const reason = new Error("stop");

    await expect(answer("17 x 23", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it.each([-0.1, 1.1, Number.NaN, "0.5", null])("refuses slip rate %j", (slipRate) => {
    expect(() => slipCalculator({ slipRate: slipRate as number })).toThrow(
      "slipRate must be a number from 0 to 1",
    );
  });

  it("refuses an unknown option", () => {
    expect(() => slipCalculator({ sliprate: 1 } as object)).toThrow('unknown key "sliprate"');
  });
});
