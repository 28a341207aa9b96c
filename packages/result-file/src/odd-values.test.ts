import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import type { AttemptResult, Score } from "@rollouts/core";
import { rescore } from "@rollouts/runner";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exampleAttempt, exampleResult, exampleTask } from "./__fixtures__/example.ts";
import { useFolder } from "./__fixtures__/folder.ts";
import { fromPlain } from "./format/from-plain.ts";
import { sealLine } from "./format/seal.ts";
import { toPlain } from "./format/to-plain.ts";
import { loadResult } from "./load-result.ts";
import { saveResult } from "./save-result.ts";

const folder = useFolder(beforeEach, afterEach);

class Answer {
  value = 4;
  get secret() {
    return "not own";
  }
}
const circular: Record<string, unknown> = { a: 1 };
circular.self = circular;
const unreadable = Object.defineProperty({ a: 1 }, "b", {
  enumerable: true,
  get() {
    throw new Error("no");
  },
});
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
const withSymbol = { a: 1, [Symbol("s")]: 2 };

/** What comes back as it was. */
const kept: [string, unknown][] = [
  ["false", false],
  ["0", 0],
  ["an empty text", ""],
  ["null", null],
  ["an empty list", []],
  ["NaN", Number.NaN],
  ["-0", -0],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["a large number", 1.7976931348623157e308],
  ["a bigint", -12345678901234567890123n],
  ["a date", new Date("2026-01-02T03:04:05.678Z")],
  ["a date that is none", new Date(Number.NaN)],
  ["a map", new Map<unknown, unknown>([[{ a: 1n }, new Map([["b", Number.NaN]])]])],
  ["a set", new Set<unknown>([1n, "b", new Set([-0])])],
  ["bytes", new Uint8Array([0, 255, 10, 13])],
  ["undefined in a list", [1, undefined, 2]],
  ["half of a surrogate pair", "\ud83d and \udc00"],
  ["line breaks of all kinds", "a\u2028b\u2029c\u0085d\ne\rf"],
  ["NUL and other control characters", "a\u0000b\u001b[31mc"],
  ["text beyond the basic plane", "😀é\u202e"],
  ["a member called __proto__", JSON.parse('{"__proto__":{"passed":true},"constructor":1}')],
  ["a member called toString", { toString: 1, hasOwnProperty: null }],
  ["what looks like our marks", { $rollouts: "bigint", value: "12" }],
  ["what looks like escaped marks", { $rollouts: "object", value: { $rollouts: "number" } }],
  ["marks with odd values in them", { $rollouts: Number.NaN, other: [new Date(0)] }],
  ["deep nesting", JSON.parse(`${"[".repeat(800)}${"]".repeat(800)}`)],
];

/** What comes back as plain data, by rule. */
const changed: [string, unknown, unknown][] = [
  ["undefined", undefined, undefined],
  ["a function", () => 1, undefined],
  ["a symbol", Symbol("s"), undefined],
  ["members that JSON leaves out", { a: undefined, b: () => 1, c: 2 }, { c: 2 }],
  ["a function in a list", [() => 1], [undefined]],
  ["a hole in a list", Object.assign(new Array(3), { 0: 1, 2: 2 }), [1, undefined, 2]],
  ["symbols as keys", withSymbol, { a: 1 }],
  [
    "an error",
    Object.assign(new TypeError("bad", { cause: new Error("root") }), { secret: "x" }),
    { name: "TypeError", message: "bad", cause: { name: "Error", message: "root" } },
  ],
  ["an instance of a class", new Answer(), { value: 4 }],
  ["an instance with toJSON", new URL("a:b"), "a:b"],
  ["a buffer", Buffer.from("ab"), new Uint8Array([97, 98])],
  ["a date of another realm", runInNewContext("new Date(5)"), new Date(5)],
  ["what contains itself", circular, { a: 1, self: "left out: it contains itself" }],
  ["what cannot be read", { a: 1, b: unreadable }, { a: 1, b: "left out: it cannot be read: no" }],
  ["a proxy that was revoked", [proxy], [expect.stringMatching(/^left out: it cannot be read: /)]],
];

const roundTrip = (value: unknown): unknown => {
  const line = sealLine({ type: "x", value: toPlain(value) });
  expect(line.indexOf("\n")).toBe(line.length - 1);
  for (const character of "\u0085\u2028\u2029\u0000\r") {
    expect(String(line)).not.toContain(character);
  }
  return fromPlain((JSON.parse(String(line)) as { value: unknown }).value);
};

describe("D8: a value in the file", () => {
  it.each(kept)("comes back as it was: %s", (_, value) => {
    expect(roundTrip(value)).toStrictEqual(value);
  });

  it.each(changed)("comes back as plain data: %s", (_, value, plain) => {
    expect(roundTrip(value)).toStrictEqual(plain);
  });

  it("comes back with its prototype untouched", () => {
    const back = roundTrip(JSON.parse('{"a":1,"__proto__":{"b":1},"c":{"$rollouts":1}}')) as object;

    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
    expect(Object.keys(back)).toEqual(["a", "__proto__", "c"]);
  });

  it("is left out when it lies too deep, instead of breaking the line", () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 5000; depth++) deep = { deep };

    expect(JSON.stringify(roundTrip(deep))).toContain("left out: it is nested over 900 deep");
  });

  it("is the very value when it is plain already", () => {
    const plain = { a: [1, "b", { c: null }] };

    expect(toPlain(plain)).toBe(plain);
  });

  it("a mark that is malformed, or of a later version, is plain data", () => {
    for (const marked of [
      { $rollouts: "bigint", value: "1x" },
      { $rollouts: "bigint" },
      { $rollouts: "number", value: "12" },
      { $rollouts: "date", value: {} },
      { $rollouts: "map", value: [1] },
      { $rollouts: "set", value: "ab" },
      { $rollouts: "bytes", value: 1 },
      { $rollouts: "object", value: null },
      { $rollouts: "temporal", value: "x" },
    ]) {
      expect(fromPlain(structuredClone(marked))).toStrictEqual(marked);
    }
  });

  it("P8: whatever JSON can carry, and what it cannot, comes back", () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withNullPrototype: false,
          key: fc.oneof(fc.string(), fc.constantFrom("$rollouts", "__proto__", "value")),
        }),
        (value) => {
          // Members that are undefined are left out.
          expect(roundTrip(value)).toEqual(value);
        },
      ),
      { numRuns: 500 },
    );
  });
});

const places: [
  string,
  (value: unknown) => Parameters<typeof exampleResult>,
  (result: Awaited<ReturnType<typeof loadResult>>) => unknown,
][] = [
  [
    "expected",
    (value) => [[exampleTask("t1", { expected: value })], [exampleAttempt("t1", 0)]],
    ({ taskResults }) => taskResults[0]?.task.expected,
  ],
  [
    "metadata",
    (value) => [[exampleTask("t1", { metadata: { value } })], [exampleAttempt("t1", 0)]],
    ({ taskResults }) => taskResults[0]?.task.metadata.value,
  ],
  [
    "output",
    (value) => [[exampleTask("t1")], [exampleAttempt("t1", 0, { run: runWith(value) })]],
    ({ taskResults }) => taskResults[0]?.attempts[0]?.run?.output,
  ],
  [
    "the detail of a score",
    (value) => [[exampleTask("t1")], [exampleAttempt("t1", 0, { score: scoreWith(value) })]],
    ({ taskResults }) => taskResults[0]?.attempts[0]?.score?.detail,
  ],
  [
    "the detail of an attempt without a verdict",
    (value) => [[exampleTask("t1")], [exampleAttempt("t1", 0, unscoredWith(value))]],
    ({ taskResults }) => taskResults[0]?.attempts[0]?.unscored?.detail,
  ],
];

function runWith(output: unknown): AttemptResult["run"] {
  return { ...(exampleAttempt("t1", 0).run as NonNullable<AttemptResult["run"]>), output };
}

function scoreWith(detail: unknown): Score {
  return { value: 1, passed: true, detail } as Score;
}

function unscoredWith(detail: unknown): Partial<AttemptResult> {
  const unscored = { cause: "cannot-tell", reason: "a tie", detail } as const;
  return { score: null, unscored } as Partial<AttemptResult>;
}

const noDifference = {
  improved: [],
  regressed: [],
  changed: [],
  unmatchedCurrent: [],
  unmatchedBaseline: [],
};

describe.each(places)("%s", (_, build, find) => {
  it.each<[string, unknown, unknown]>([
    ...kept.map(([name, value]): [string, unknown, unknown] => [name, value, value]),
    ...changed,
  ])("is saved, loaded and compared: %s", async (_name, value, back) => {
    const path = folder.path("a.rollouts.jsonl");
    const result = exampleResult(...build(value));

    await saveResult(result, path);
    const loaded = await loadResult(path);

    expect(find(loaded)).toStrictEqual(back);
    expect(loaded.diff(result)).toMatchObject(noDifference);
    const [ours, theirs] = [loaded.summary(), result.summary()];
    expect(ours).toEqual(theirs);
    const lines = readFileSync(path, "utf8").split("\n");
    expect(lines).toHaveLength(5);
    for (const line of lines.slice(0, -1)) expect(() => JSON.parse(line)).not.toThrow();
  });
});

it("P7: a loaded result can be scored anew; an instance of a class is its data then", async () => {
  const path = folder.path("a.rollouts.jsonl");
  const attempt = exampleAttempt("t1", 0, {
    run: runWith(new Answer()),
    score: { value: 0, passed: false },
  });
  await saveResult(exampleResult([exampleTask("t1", { expected: 4n })], [attempt]), path);

  const result = await rescore(await loadResult(path), {
    score: (run, expected: bigint) => BigInt((run.output as Answer).value) === expected,
    version: "1",
  });

  expect(result.taskResults[0]?.passRate).toBe(1);
});

it("odd numbers that a plug-in reports cost neither the attempt nor the file", async () => {
  const path = folder.path("a.rollouts.jsonl");
  const odd = {
    durationMs: Number.NaN,
    tries: [
      {
        error: null,
        errorType: null,
        durationMs: Number.POSITIVE_INFINITY,
        usage: { costUsd: -0 },
      },
    ],
  };

  await saveResult(exampleResult([exampleTask("t1")], [exampleAttempt("t1", 0, odd)]), path);

  expect((await loadResult(path)).taskResults[0]?.attempts[0]).toMatchObject(odd);
});
