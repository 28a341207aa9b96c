import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonEquals } from "./json-equals.ts";
import { failed, passed, scoreOutput } from "./scoring.test-helper.ts";

describe("is equal as JSON is", () => {
  it.each([
    [
      { a: 1, b: [1, { c: null }] },
      { b: [1, { c: null }], a: 1 },
    ],
    ['{"a": 1.0, "b": 1e1}', { a: 1, b: 10 }],
    [" [1,2]\n", [1, 2]],
    ['"yes"', "yes"],
    ["billing", "billing"],
    ["0123", "0123"],
    ["", ""],
    ["null", null],
    [null, null],
    [0, -0],
    [{ a: -0 }, { a: 0 }],
    [{ a: 1, b: undefined }, { a: 1 }],
    [{ a: 1 }, { a: 1, b: undefined }],
    [false, false],
    ['{"__proto__": {"x": 1}}', JSON.parse('{"__proto__": {"x": 1}}')],
    [Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['"caf\\u00e9"', "caf\u00e9"],
  ])("%j passes for %j", async (output, expected) => {
    expect(await scoreOutput(jsonEquals(), output, expected)).toEqual(passed);
  });

  it.each([
    [{ a: 1 }, { a: "1" }, '/a is 1, expected "1"'],
    ["2", "1", 'the answer is "2", expected "1"'],
    ["billing", "bug", 'the answer is "billing", expected "bug"'],
    ['"billing"', "bug", 'the answer is "\\"billing\\"", expected "bug"'],
    ["1", 2, "the answer is 1, expected 2"],
    [1, "1", 'the answer is 1, expected "1"'],
    [{ a: null }, {}, "/a is null, expected nothing there"],
    [{}, { a: null }, "/a is absent, expected null"],
    [{ a: 0 }, { a: false }, "/a is 0, expected false"],
    [[1, 2], [2, 1], "/0 is 1, expected 2"],
    [[1], [1, 2], "/1 is absent, expected 2"],
    [[1, 2], [1], "/1 is 2, expected nothing there"],
    [[1, undefined], [1], "/1 is null, expected nothing there"],
    [[], {}, "the answer is an array of 0, expected an object"],
    [{}, [], "the answer is an object, expected an array of 0"],
    [{ x: 1, a: 2 }, { a: 3, x: 2 }, "/a is 2, expected 3"],
    [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }, "/a/b/0/c is 1, expected 2"],
    [{ "a/b": { "~": 1 } }, { "a/b": { "~": 2 } }, "/a~1b/~0 is 1, expected 2"],
    ["{}", { toString: 1 }, "/toString is absent, expected 1"],
    ['{"__proto__": 1}', {}, "/__proto__ is 1, expected nothing there"],
    ['{"constructor": 1}', {}, "/constructor is 1, expected nothing there"],
    [{ a: Number.NaN }, { a: 1 }, "/a is NaN, expected 1"],
  ])("%j fails for %j with the first difference", async (output, expected, reason) => {
    expect(await scoreOutput(jsonEquals(), output, expected)).toEqual(failed(reason));
  });
});

it("fails text that is no JSON, a fence included", async () => {
  for (const output of ["", "yes", "{'a': 1}", '```json\n{"a":1}\n```', '{"a":1} done', "NaN"]) {
    expect(await scoreOutput(jsonEquals(), output, { a: 1 })).toEqual(
      failed(expect.stringMatching(/^the answer is no JSON: /)),
    );
  }
});

it("fails a number that JavaScript would take for another one", async () => {
  expect(
    await scoreOutput(jsonEquals(), '{"id": 9007199254740993}', { id: 9007199254740992 }),
  ).toEqual(failed("the answer holds the number 9007199254740993, which JavaScript would round"));
});

it.each([
  ['{"a": 1, "a": 2}', { a: 2 }, "a"],
  ['{"a": [{"b": 1, "\\u0062": 2}]}', { a: [{ b: 2 }] }, "b"],
  ['{"__proto__": 1, "__proto__": 1}', JSON.parse('{"__proto__": 1}'), "__proto__"],
])("fails a text that has a key twice: %s", async (output, expected, key) => {
  expect(await scoreOutput(jsonEquals(), output, expected)).toEqual(
    failed(`the answer has "${key}" twice`),
  );
});

it("takes equal keys of different objects, and strings that look like keys, for what they are", async () => {
  const output = '{"a": {"a": 1}, "b": [{"a": 1}, {"a": "\\"a\\": 1"}, "a", "a"]}';

  expect(await scoreOutput(jsonEquals(), output, JSON.parse(output))).toEqual(passed);
});

it("does not compare what it is told to ignore", async () => {
  const lax = jsonEquals({ ignore: ["/id", "/items/0/at", "/a~1b"] });

  expect(
    await scoreOutput(lax, { id: 1, items: [{ at: 5 }, 2], "a/b": 1 }, { items: [{}, 2] }),
  ).toEqual(passed);
  expect(await scoreOutput(lax, { items: [{}, 3] }, { id: {}, items: [{}, 2] })).toEqual(
    failed("/items/1 is 3, expected 2"),
  );
});

it("compares with its own value in place of the task's", async () => {
  expect(await scoreOutput(jsonEquals({ expected: { ok: true } }), '{"ok":true}', 5)).toEqual(
    passed,
  );
  expect(await scoreOutput(jsonEquals({ expected: null }), "1", 1)).toEqual(
    failed("the answer is 1, expected null"),
  );
});

describe("hostile values", () => {
  const nest = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

  it("do not overflow the stack by their depth", async () => {
    expect(await scoreOutput(jsonEquals(), nest(200_000), [[[1]]])).toEqual(
      failed("/0/0/0 is an array of 1, expected 1"),
    );
    expect(await scoreOutput(jsonEquals(), nest(900), JSON.parse(nest(900)))).toEqual(passed);
  });

  it("do not fill the terminal", async () => {
    const verdict = await scoreOutput(jsonEquals(), { [`\u001b[2J${"k".repeat(9999)}`]: 1 }, {});

    expect(verdict).toMatchObject({ reason: expect.stringMatching(/^\/\\u001b\[2Jk+… is 1, /) });
    expect((verdict as { reason: string }).reason.length).toBeLessThan(260);
  });
});

it.each([
  [{ at: new Date(0) }, { at: "1970-01-01" }, "a Date"],
  [{ n: 1n }, { n: 1 }, "1n"],
  [new Map(), {}, "a Map"],
])("does not judge an output that is no JSON: %o", async (output, expected, found) => {
  await expect(scoreOutput(jsonEquals(), output, expected)).rejects.toMatchObject({
    code: "scorer_failed",
    message: `jsonEquals compares JSON, and the output holds ${found}. Score it with a function.`,
  });
});

it.each([
  [undefined],
  [Number.NaN],
  [new Date(0)],
  [{ a: 1n }],
  [JSON.parse("[".repeat(2000) + "]".repeat(2000))],
])("does not compare with what is no JSON: an error that names the task", async (expected) => {
  await expect(scoreOutput(jsonEquals(), {}, expected)).rejects.toMatchObject({
    code: "invalid_argument",
    message: expect.stringContaining(
      'expected of task "t1" must be a JSON value, at most 1000 levels deep, got ',
    ),
  });
});

it("names the place in expected that is no JSON", async () => {
  const expected = { order: { at: new Date(0), lines: [] } };

  await expect(scoreOutput(jsonEquals(), {}, expected)).rejects.toThrow(
    'jsonEquals: /order/at in expected of task "t1" must be a JSON value, at most 1000 levels deep, got a Date.',
  );
  const loop: { self?: object } = {};
  loop.self = loop;
  await expect(scoreOutput(jsonEquals(), {}, loop)).rejects.toThrow("levels deep, got an object.");
});

it("takes every JSON value for itself, as value and as text, in any order of keys", async () => {
  const reverse = (_: string, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value;
  const property = fc.asyncProperty(fc.jsonValue(), async (value) => {
    const text = JSON.stringify(value);
    fc.pre(!/\d{16}/.test(text));
    expect(await scoreOutput(jsonEquals(), text, value)).toEqual(passed);
    expect(await scoreOutput(jsonEquals(), JSON.parse(text, reverse), value)).toEqual(passed);
  });

  await fc.assert(property);
});

it("has all its options in the digest, the same in every process", () => {
  const digests = [
    {},
    { expected: null },
    { expected: 1 },
    { ignore: ["/a"] },
    { ignore: ["/a", "/b"] },
  ].map((options) => jsonEquals(options).digest());

  expect(new Set(digests).size).toBe(digests.length);
  expect(jsonEquals({ ignore: ["/b", "/a", "/b"], name: "x" }).digest()).toBe(digests[4]);
  expect(digests[0]).toBe("fa7f6bb37ce306d7c31194d4b1890334a83952b36eaf4be259a583d7d235971a");
});

it.each([
  [{ ignore: "/a" }, 'ignore must be a list of JSON Pointers, got "/a".'],
  [{ ignore: ["a.b"] }, 'ignore[0] must be a JSON Pointer such as /items/0/id, got "a.b".'],
  [{ ignore: ["/a", "/b~2"] }, 'ignore[1] must be a JSON Pointer such as /items/0/id, got "/b~2".'],
  [{ ignore: [""] }, "ignore[0] must be a JSON Pointer"],
  [{ expected: Number.NaN }, "expected must be a JSON value, at most 1000 levels deep, got NaN."],
  [
    { expected: { a: [new Date(0)] } },
    "jsonEquals: expected/a/0 must be a JSON value, at most 1000 levels deep, got a Date.",
  ],
  [
    [{ ok: true }],
    "jsonEquals: options must be an object such as { expected: { ok: true } }, got an array",
  ],
  [{ unordered: true }, 'jsonEquals has an unknown key "unordered"'],
])("refuses %j", (options, message) => {
  expect(() => jsonEquals(options as object)).toThrow(message);
});
