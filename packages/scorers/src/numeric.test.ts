import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numeric } from "./numeric.ts";
import { failed, passed, scoreOutput } from "./scoring.test-helper.ts";

describe("reads exactly one number out of text", () => {
  it.each([
    ["42", 42],
    ["  42\n", 42],
    ["The answer is 42.", 42],
    ["It is 42 km.", 42],
    ["**42**", 42],
    ["$42", 42],
    ["50%", 50],
    ["-42", -42],
    ["x = -42", -42],
    ["\u221242", -42],
    ["(\u201342)", -42],
    ["+42", 42],
    ["042", 42],
    ["4.20", 4.2],
    [".5", 0.5],
    ["No.5", 5],
    ["6.02e23", 6.02e23],
    ["1E-3 mol", 0.001],
    ["42 m\u00b2", 42],
    ["-0", 0],
    ["GPT-4", 4],
    ["The answer - 42", 42],
    ["The answer:\n- 42 km", 42],
  ])("%j is %d", async (output, expected) => {
    expect(await scoreOutput(numeric({ relativeTolerance: 1e-15 }), output, expected)).toEqual(
      passed,
    );
  });

  it.each([
    ["", "holds no number"],
    ["forty-two", "holds no number"],
    ["NaN", "holds no number"],
    ["Infinity", "holds no number"],
    ["6 * 7 = 42", "holds more than one number (6, 7)"],
    ["42 or 42", "holds more than one number (42, 42)"],
    ["10-42", "holds more than one number (10, 42)"],
    ["2024-01-05", "holds more than one number (2024, 01)"],
    ["1/2", "holds more than one number (1, 2)"],
    ["1.2.3", "holds more than one number (1.2, 3)"],
    ["0x2A", "holds more than one number (0, 2)"],
    ["1 042", "holds more than one number (1, 042)"],
    [
      "1,042",
      "holds more than one number (1, 042); the option thousandsSeparator lets 1,234 be one",
    ],
    ["4,2", "holds more than one number (4, 2)"],
    ["\uff14\uff12", 'holds "\uff14", no digit 0 to 9'],
    ["\uff142", 'holds "\uff14", no digit 0 to 9'],
    ["42\u00bd", 'holds "\u00bd", no digit 0 to 9'],
    ["10\u00b2", 'holds "\u00b2", no digit 0 to 9'],
    ["1e99999", "holds a number too large to read (1e99999)"],
    ["- 42", 'holds "- 42", which may be minus 42'],
    ["x = \u2212 42", 'holds "\u2212 42", which may be minus 42'],
    ["Answer: - 42", 'holds "- 42", which may be minus 42'],
    ["9".repeat(2000), `holds a number too large to read (${"9".repeat(30)}\u2026)`],
  ])("%j fails with a reason", async (output, problem) => {
    expect(await scoreOutput(numeric(), output, 42)).toEqual(failed(`the answer ${problem}`));
  });
});

describe("thousands separators", () => {
  it.each([
    [",", "1,234,567", "1234567"],
    [",", "$1,234.50", "1234.5"],
    [",", "-12,345", "-12345"],
    [" ", "1 234 567", "1234567"],
    [" ", "1\u202f234\u00a0567", "1234567"],
    ["_", "1_000", "1000"],
    ["'", "1'000", "1000"],
    [",", "1234", "1234"],
  ] as const)("%j lets %j be %s", async (thousandsSeparator, output, expected) => {
    expect(await scoreOutput(numeric({ thousandsSeparator }), output, expected)).toEqual(passed);
  });

  it.each(["1,23", "1,2345", "1234,567", "1,234,56", "1, 234", "1 234"])(
    "%j is not grouped by threes, so it is more than one number",
    async (output) => {
      const verdict = await scoreOutput(numeric({ thousandsSeparator: "," }), output, 1234);

      expect(verdict).toMatchObject({ reason: expect.stringContaining("more than one number") });
    },
  );
});

describe("compares without rounding", () => {
  it.each([
    [42, 42, passed],
    ["41", 42, failed('the answer is "41", expected 42')],
    [41, "42", failed('the answer is 41, expected "42"')],
    ["0.10", 0.1, passed],
    [0.1 + 0.2, 0.3, failed("the answer is 0.30000000000000004, expected 0.3")],
    ["9007199254740993", "9007199254740993", passed],
    ["9007199254740992", "9007199254740993", expect.objectContaining({ passed: false })],
    ["123456789012345678901234567890", "123456789012345678901234567890", passed],
    ["1e21", "1000000000000000000000", passed],
    ["42", " 42 ", passed],
    ["42", "4.2e1", passed],
    [0, -0, passed],
  ])("%j for %j", async (output, expected, verdict) => {
    expect(await scoreOutput(numeric(), output, expected)).toEqual(verdict);
  });

  it.each([
    [{ tolerance: 0.1 }, "0.4", 0.3, true],
    [{ tolerance: 0.1 }, "0.41", 0.3, false],
    [{ tolerance: 0.1 }, "0.2", 0.3, true],
    [{ tolerance: 1 }, "9007199254740994", "9007199254740993", true],
    [{ tolerance: 1 }, "9007199254740995", "9007199254740993", false],
    [{ relativeTolerance: 0.01 }, "101", 100, true],
    [{ relativeTolerance: 0.01 }, "101.01", 100, false],
    [{ relativeTolerance: 0.01 }, "-99", -100, true],
    [{ relativeTolerance: 0.01 }, "0.001", 0, false],
    [{ relativeTolerance: 0.01, tolerance: 0.001 }, "0.001", 0, true],
    [{ tolerance: 1e-9 }, 0.1 + 0.2, 0.3, true],
    [{ tolerance: 1 }, 2 ** 60, 2 ** 60, true],
  ])("with %j, %j for %j: %j", async (options, output, expected, isRight) => {
    const verdict = await scoreOutput(numeric(options), output, expected);

    expect(verdict).toMatchObject({ passed: isRight });
  });

  it("agrees with the difference of integers", async () => {
    const integers = fc.integer({ min: -1000, max: 1000 });
    const property = fc.asyncProperty(integers, integers, fc.nat(50), async (a, b, tolerance) => {
      const verdict = await scoreOutput(numeric({ tolerance }), `It is ${a}`, b);
      expect(verdict).toMatchObject({ passed: Math.abs(a - b) <= tolerance });
    });

    await fc.assert(property);
  });

  it("takes every finite number for itself, as number and as text", async () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    const property = fc.asyncProperty(finite, async (value) => {
      fc.pre(!Number.isInteger(value) || Number.isSafeInteger(value));
      expect(await scoreOutput(numeric(), value, value)).toEqual(passed);
      expect(await scoreOutput(numeric(), String(value), value)).toEqual(passed);
    });

    await fc.assert(property);
  });
});

it.each([Number.NaN, Number.POSITIVE_INFINITY])("fails the output %d", async (output) => {
  const lax = numeric({ tolerance: 1e300, expected: 1 });

  expect(await scoreOutput(lax, output)).toEqual(failed(`the answer is ${output}`));
});

it("cannot tell of an output number that may have been rounded", async () => {
  expect(await scoreOutput(numeric(), 2 ** 53, "9007199254740992")).toEqual({
    unscored: true,
    reason:
      "the output 9007199254740992 is over 2^53, where numbers are rounded: let the agent give it as text",
  });
});

it.each([
  [1e21, "42"],
  [1e21, 42],
  [2 ** 53, "9007199254740999"],
  [-(2 ** 53), "9007199254740992"],
])("fails the output %d for %j, which it cannot have been", async (output, expected) => {
  expect(await scoreOutput(numeric(), output, expected)).toMatchObject({ passed: false });
});

it("cannot tell of what may have been rounded, and of nothing else", async () => {
  const integers = fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n });
  const property = fc.asyncProperty(integers, integers, async (expected, answered) => {
    const verdict = await scoreOutput(numeric(), Number(answered), String(expected));
    const mayBeEqual = Number(answered) === Number(expected);
    expect("unscored" in verdict).toBe(mayBeEqual);
  });

  await fc.assert(property);
});

it("reads a bigint exactly, and the number of an object with one member", async () => {
  const large = "9007199254740993";

  expect(await scoreOutput(numeric(), BigInt(large), large)).toEqual(passed);
  expect(await scoreOutput(numeric(), 9007199254740992n, large)).toMatchObject({ passed: false });
  expect(await scoreOutput(numeric(), { value: 42 }, 42)).toEqual(passed);
  expect(await scoreOutput(numeric(), { value: 41 }, 42)).toEqual(
    failed("the answer is 41, expected 42"),
  );
  expect(await scoreOutput(numeric(), { value: 2 ** 53 }, large)).toMatchObject({ unscored: true });
  expect(await scoreOutput(numeric(), 10n ** 2000n, 42)).toMatchObject({
    reason: expect.stringContaining("a number too large to read"),
  });
});

it("compares with its own number in place of the task's", async () => {
  expect(await scoreOutput(numeric({ expected: 0 }), "0", "x")).toEqual(passed);
  expect(await scoreOutput(numeric({ expected: "7" }), "8", 8)).toEqual(
    failed('the answer is "8", expected "7"'),
  );
});

it.each([
  [undefined, "undefined"],
  [Number.NaN, "NaN"],
  [Number.POSITIVE_INFINITY, "Infinity"],
  ["forty-two", '"forty-two"'],
  ["1,000", '"1,000"'],
  ["", '""'],
  ["1e9999", '"1e9999"'],
  [2 ** 53, "9007199254740992"],
  [{ value: 42 }, "an object"],
])("does not compare with %j: an error that names the task", async (expected, found) => {
  await expect(scoreOutput(numeric(), "42", expected)).rejects.toMatchObject({
    code: "invalid_argument",
    message: `numeric: expected of task "t1" must be a finite number, or a text that is one number; integers over 2^53 as text, unless there is a tolerance, got ${found}.`,
  });
});

it.each([[{ a: 42, b: 1 }], [{ value: "42" }], [{}], [[42]], [true]])(
  "does not read the output %o",
  async (output) => {
    await expect(scoreOutput(numeric(), output, 42)).rejects.toMatchObject({
      code: "scorer_failed",
      message: expect.stringMatching(
        /^numeric reads a number, .* the output of this run is .*\. Compare other values with jsonEquals\(\), or score it with a function\.$/,
      ),
    });
  },
);

it("has all its options in the digest, the same in every process", () => {
  const digests = [
    {},
    { tolerance: 1 },
    { relativeTolerance: 1 },
    { thousandsSeparator: "," },
    { thousandsSeparator: " " },
    { expected: 4 },
    { expected: "4" },
  ].map((options) => numeric(options as object).digest());

  expect(new Set(digests).size).toBe(digests.length);
  expect(numeric({ name: "x", tolerance: 0, relativeTolerance: 0 }).digest()).toBe(digests[0]);
  expect(digests[0]).toBe("66855498caa6078bc5fa976920b55dd5fe3fe055987448861f3dcdbc40849a73");
});

it.each([
  [{ tolerance: -1 }, "tolerance must be a finite number from 0 on, got -1."],
  [{ tolerance: Number.NaN }, "tolerance must be a finite number from 0 on, got NaN."],
  [{ tolerance: "1" }, 'tolerance must be a finite number from 0 on, got "1".'],
  [{ relativeTolerance: Number.POSITIVE_INFINITY }, "relativeTolerance must be a finite number"],
  [{ thousandsSeparator: "." }, 'thousandsSeparator must be one of "," " " "_" "\'", got ".".'],
  [{ expected: "x" }, "expected must be a finite number, or a text that is one number"],
  [0.1, "numeric: options must be an object such as { tolerance: 0.1 }, got 0.1."],
  [{ precision: 2 }, 'numeric has an unknown key "precision"'],
])("refuses %j", (options, message) => {
  expect(() => numeric(options as object)).toThrow(message);
});
