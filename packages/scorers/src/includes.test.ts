import { expect, it } from "vitest";
import { includes } from "./includes.ts";
import { failed, passed, scoreOutput } from "./scoring.test-helper.ts";

const answer = "The capital is Paris, on the Seine.";

it.each([
  ["Paris"],
  [["Paris", "Seine"]],
  ["The capital is Paris, on the Seine."],
  [Object.freeze(["is"])],
])("passes when %j stands in the answer", async (expected) => {
  expect(await scoreOutput(includes(), answer, expected)).toEqual(passed);
});

it("gives the share that is there, and names what is missing", async () => {
  expect(await scoreOutput(includes(), answer, "Lyon")).toEqual(failed('missing: "Lyon"'));
  expect(await scoreOutput(includes(), answer, ["Paris", "Lyon", "Nice", "Seine"])).toEqual({
    value: 0.5,
    passed: false,
    reason: 'missing: "Lyon", "Nice"',
  });
  const many = Array.from({ length: 8 }, (_, index) => `x${index}`);
  expect(await scoreOutput(includes(), answer, many)).toEqual(
    failed('missing: "x0", "x1", "x2", "x3", "x4" and 3 more'),
  );
});

it("is content with one of them in the mode any", async () => {
  const any = includes({ mode: "any" });

  expect(await scoreOutput(any, answer, ["Lyon", "Paris"])).toEqual(passed);
  expect(await scoreOutput(any, answer, ["Lyon", "Nice"])).toEqual(
    failed('missing: "Lyon", "Nice"'),
  );
});

it("normalizes both sides", async () => {
  const options = { ignoreCase: true, collapseWhitespace: true, trim: true };

  expect(await scoreOutput(includes(options), "In  PARIS\nnow", " paris now ")).toEqual(passed);
  expect(await scoreOutput(includes(), "In PARIS", "paris")).toMatchObject({ passed: false });
});

it("searches what the model wrote when the output is no text", async () => {
  const output = { city: "Paris" };

  expect(await scoreOutput(includes(), output, '"city":"Paris"')).toEqual(passed);
  expect(await scoreOutput(includes(), output, "Rome", { text: "In Rome" })).toEqual(passed);
  expect(await scoreOutput(includes(), "In Rome", "Rome", { text: '"In Paris"' })).toEqual(passed);
  await expect(scoreOutput(includes(), output, "Rome", { text: null })).rejects.toMatchObject({
    code: "scorer_failed",
    message:
      "includes searches text, and this run has none beside its output (an object). Score it with a function.",
  });
});

it("searches for its own texts in place of the task's", async () => {
  expect(await scoreOutput(includes({ expected: ["Paris"] }), answer, 7)).toEqual(passed);
  expect(await scoreOutput(includes({ expected: "Rome" }), answer, "Paris")).toEqual(
    failed('missing: "Rome"'),
  );
});

it.each([undefined, 4, "", [], ["Paris", ""], ["Paris", 4], { city: "Paris" }])(
  "does not search for %j, which says nothing: an error that names the task",
  async (expected) => {
    await expect(scoreOutput(includes(), answer, expected)).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining(
        'expected of task "t1" must be a string, or a list of strings, none of them empty, got ',
      ),
    });
  },
);

it("says where in a list it is, and what to do with a number", async () => {
  await expect(scoreOutput(includes(), answer, ["Paris", 4])).rejects.toThrow(
    'includes: [1] in expected of task "t1" must be a string, or a list of strings, none of them empty, got 4.',
  );
  await expect(scoreOutput(includes(), answer, 42)).rejects.toThrow(
    'includes: expected of task "t1" must be a string, or a list of strings, none of them empty, got 42. Compare numbers with numeric().',
  );
});

it("takes a blank text for an empty one when it trims", async () => {
  await expect(scoreOutput(includes({ trim: true }), answer, "  ")).rejects.toThrow("none of them");
  expect(await scoreOutput(includes(), answer, " ")).toEqual(passed);
});

it("has all its options in the digest, the same in every process", () => {
  const digests = [
    {},
    { mode: "any" },
    { trim: true },
    { ignoreCase: true },
    { expected: "a" },
    { expected: ["a", "b"] },
  ].map((options) => includes(options as object).digest());

  expect(new Set(digests).size).toBe(digests.length);
  expect(includes({ mode: "all", name: "x" }).digest()).toBe(digests[0]);
  expect(digests[0]).toBe("aee65b8263e3baa8d3a42ab27e26a799c9137455ad72734565de74f00f370dc6");
});

it.each([
  [{ mode: "some" }, 'mode must be "all" or "any", got "some".'],
  [
    { expected: "" },
    'expected must be a string, or a list of strings, none of them empty, got "".',
  ],
  [{ expected: [] }, "none of them empty, got an array of 0."],
  [{ expected: ["a", ""] }, "includes: expected[1] must be a string"],
  ["x", 'includes: options must be an object such as { expected: "yes" }, got "x".'],
  [/x/, "includes: options must be an object such as"],
  [{ ignoreCase: "yes" }, 'includes: ignoreCase must be true or false, got "yes".'],
  [{ name: 5 }, "includes: name must be a string, got 5."],
  [{ all: true }, 'includes has an unknown key "all"'],
])("refuses %j", (options, message) => {
  expect(() => includes(options as object)).toThrow(message);
});
