import { expect, it } from "vitest";
import { exactMatch } from "./exact-match.ts";
import { failed, passed, scoreOutput } from "./scoring.test-helper.ts";

it("passes the very same text, and says what differs", async () => {
  expect(await scoreOutput(exactMatch(), "four", "four")).toEqual(passed);
  expect(await scoreOutput(exactMatch(), "", "")).toEqual(passed);
  expect(await scoreOutput(exactMatch(), "five", "four")).toEqual(
    failed('the answer is "five", expected "four"'),
  );
});

it.each([
  ["four ", "four", { trim: true }],
  ["\n four\u00a0", "four", { trim: true }],
  ["a  b\n\tc", "a b c", { collapseWhitespace: true }],
  ["FOUR", "four", { ignoreCase: true }],
  ["four", "Four", { ignoreCase: true }],
  ["caf\u0065\u0301", "caf\u00e9", { unicodeForm: "NFC" }],
  ["\ufb01ne", "fine", { unicodeForm: "NFKC" }],
  ["  A \n B ", "a b", { trim: true, collapseWhitespace: true, ignoreCase: true }],
] as const)("takes %j for %j only with %j", async (output, expected, options) => {
  expect(await scoreOutput(exactMatch(options), output, expected)).toEqual(passed);
  expect(await scoreOutput(exactMatch(), output, expected)).toMatchObject({ passed: false });
});

it("compares with its own text in place of the task's", async () => {
  const yes = exactMatch({ expected: "yes" });

  expect(await scoreOutput(yes, "yes", { anything: 1 })).toEqual(passed);
  expect(await scoreOutput(yes, "no", "no")).toEqual(failed('the answer is "no", expected "yes"'));
  expect(await scoreOutput(exactMatch({ expected: "" }), "", "x")).toEqual(passed);
});

it("fails a reply that refuses or misses the schema, without looking", async () => {
  const refusal = { output: undefined, refusal: "I cannot" };

  expect(await scoreOutput(exactMatch(), undefined, "four", refusal)).toEqual(
    failed("refused: I cannot"),
  );
});

it.each([
  [undefined, "undefined"],
  [4, "4"],
  [{ a: 1 }, "an object"],
])("does not compare with %j: an error that names the task", async (expected, found) => {
  await expect(scoreOutput(exactMatch(), "four", expected)).rejects.toMatchObject({
    code: "invalid_argument",
    message: `exactMatch: expected of task "t1" must be a string, got ${found}. Compare numbers with numeric() and other values with jsonEquals().`,
  });
});

it("does not judge an output that is no text", async () => {
  await expect(scoreOutput(exactMatch({ name: "exact" }), { a: 1 }, "four")).rejects.toMatchObject({
    code: "scorer_failed",
    scorer: "exact",
    message:
      "exact compares text, and the output of this run is an object. Compare values with jsonEquals().",
  });
});

it("shows answers in one safe, short line", async () => {
  const verdict = await scoreOutput(exactMatch(), `\u001b[2J${"x".repeat(500)}`, "four");

  expect(verdict).toMatchObject({
    reason: expect.stringMatching(/^the answer is "\\u001b\[2Jx+…/),
  });
});

it("has all its options in the digest, not its name, and the same in every process", () => {
  const digests = [
    {},
    { trim: true },
    { collapseWhitespace: true },
    { ignoreCase: true },
    { unicodeForm: "NFC" },
    { unicodeForm: "NFKC" },
    { expected: "x" },
    { expected: "" },
  ].map((options) => exactMatch(options as object).digest());

  expect(new Set(digests).size).toBe(digests.length);
  expect(exactMatch({ name: "other", trim: false, expected: undefined }).digest()).toBe(digests[0]);
  expect(digests[0]).toBe("3e18336576f0cfe852271ca599b7d1d879c751a9fe1105de459e2f12e6cea41d");
});

it("has a name", () => {
  expect(exactMatch().name).toBe("exactMatch");
  expect(exactMatch({ name: "city" }).name).toBe("city");
});

it.each([
  [{ trim: "yes" }, 'exactMatch: trim must be true or false, got "yes".'],
  [{ ignoreCase: 1 }, "ignoreCase must be true or false, got 1."],
  [{ unicodeForm: "UTF-8" }, 'unicodeForm must be NFC, NFD, NFKC or NFKD, got "UTF-8".'],
  [{ expected: 4 }, "expected must be a string, got 4."],
  [{ case: true }, 'exactMatch has an unknown key "case"'],
  [null, 'exactMatch: options must be an object such as { expected: "yes" }, got null.'],
  ["a", 'exactMatch: options must be an object such as { expected: "yes" }, got "a".'],
])("refuses %j", (options, message) => {
  expect(() => exactMatch(options as object)).toThrow(message);
});
