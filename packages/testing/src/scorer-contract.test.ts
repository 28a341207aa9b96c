import { functionScorer, type Scorer, type ScorerInput, unscored } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ScorerContractOptions, scorerContract, scriptedModel } from "./index.ts";

const caseNames = [
  "specVersion is v1, and it has a name",
  "digest() is a text and stays the same",
  "the right answer passes and the wrong one fails",
  "the same answer gets the same verdict",
  "answers scored at once do not mix",
  "scoring changes nothing that it is given",
  "what it is given may be frozen",
  "a run without an answer breaks nothing and does not pass",
  "scoring stops when aborted before it",
  "scoring stops when aborted during it",
];

const passing = { output: "four", expected: "four" };
const failing = { output: "five", expected: "four" };
const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;
const exact = functionScorer((run: { output: unknown }, expected) => run.output === expected);

type Score = Scorer["score"];

function scorerWith(members: Partial<Scorer>): Scorer {
  return { ...(exact as Scorer), ...members };
}

/** The message of each case that fails, by name. */
async function failuresOf(
  scorer: ScorerInput,
  options: Partial<ScorerContractOptions> = {},
): Promise<Record<string, string>> {
  const failures: Record<string, string> = {};
  for (const { name, run } of scorerContract({ scorer, passing, failing, ...options })) {
    await run().catch((error: Error & { code: string }) => {
      failures[name] = `${error.code}: ${error.message}`;
    });
  }
  return failures;
}

const judging =
  (model = scriptedModel(({ messages }) => String(messages[0]?.content))): Score =>
  async (run, expected, context) => {
    if (run.output === undefined) return false;
    const messages = [{ role: "user", content: String(run.output) }] as const;
    const { signal } = context;
    const { message } = await context.gate(model).generate({ messages, signal });
    return message.content === expected;
  };

it("has these cases", () => {
  expect(scorerContract({ scorer: exact, passing, failing }).map(({ name }) => name)).toEqual(
    caseNames,
  );
});

describe("passes", () => {
  const scorers: [string, ScorerInput, Partial<ScorerContractOptions>?][] = [
    ["a bare function", (run, expected) => run.output === expected],
    ["a scorer", exact, { createScorer: () => exact }],
    ["a judge", scorerWith({ score: judging() })],
    [
      "a scorer that decides by chance, and says so",
      () => Math.random() < 0.5,
      { isDeterministic: false },
    ],
    [
      "a scorer of something else than the answer, and says so",
      scorerWith({ score: (run) => run.messages.length === 1 }),
      { passing: { messages: [{ role: "user", content: "hi" }] }, judgesAnswer: false },
    ],
    [
      "a scorer of a bigint, which JSON cannot carry",
      exact,
      { passing: { output: 4n, expected: 4n }, failing: { output: 5n, expected: 4n } },
    ],
    [
      "a scorer of what contains itself",
      (run) => run.output === (run.output as typeof cyclic).self,
      { passing: { output: cyclic }, failing: { output: {} } },
    ],
    [
      "a scorer that cannot tell without an answer",
      scorerWith({
        score: (run, expected) =>
          run.output === undefined ? unscored("no answer") : run.output === expected,
      }),
    ],
  ];

  it.each(scorers)("%s", async (_, scorer, options) => {
    expect(await failuresOf(scorer, options)).toEqual({});
  });
});

describe("fails", () => {
  it("for another specVersion when it is made", () => {
    const scorer = { ...exact, specVersion: "v2" } as never;

    expect(() => scorerContract({ scorer, passing, failing })).toThrow(
      expect.objectContaining({ code: "unsupported_spec_version" }),
    );
  });

  it("for a blank name", async () => {
    expect(await failuresOf(scorerWith({ name: " " }))).toEqual({
      [caseNames[0] as string]: 'scorer_contract: name must not be blank, got " ".',
    });
  });

  it.each([
    ["that changes by itself", { digest: () => String(Math.random()) }, "for a second call"],
    ["that is empty", { digest: () => "" }, 'must give a text that is not empty, got "".'],
    ["that is no text", { digest: () => 5 as never }, "must give a text"],
    [
      "that throws",
      {
        digest: () => {
          throw new Error("no source");
        },
      },
      "digest() threw: no source",
    ],
  ])("for a digest %s", async (_, members, message) => {
    const failures = await failuresOf(scorerWith(members));

    expect(Object.keys(failures)).toEqual([caseNames[1]]);
    expect(failures[caseNames[1] as string]).toContain(message);
  });

  it("for a digest that use changes, and one of a copy", async () => {
    let count = 0;
    const counting = scorerWith({
      digest: () => `used ${count}`,
      score: (run, expected) => {
        count += 1;
        return run.output === expected;
      },
    });

    expect(await failuresOf(counting)).toMatchObject({
      [caseNames[1] as string]: expect.stringContaining("for the same scorer after it was used"),
    });
    expect(
      await failuresOf(exact, { createScorer: () => scorerWith({ digest: () => "other" }) }),
    ).toEqual({ [caseNames[1] as string]: expect.stringContaining("that was made anew") });
  });

  it("for verdicts that are none", async () => {
    const failures = await failuresOf(scorerWith({ score: () => "yes" as never }));

    expect(failures[caseNames[2] as string]).toContain("gave no verdict for the right answer");
    expect(Object.keys(failures)).toEqual(caseNames.slice(1, 8));
  });

  it("for a scorer that throws, or that accepts or rejects everything", async () => {
    const broken = scorerWith({
      score: () => {
        throw new TypeError("no output");
      },
    });
    const verdicts = caseNames.slice(2, 7);

    expect((await failuresOf(broken))[caseNames[2] as string]).toBe(
      "scorer_contract: score() threw for the right answer: no output",
    );
    const accepting = await failuresOf(functionScorer(() => true));
    expect(Object.keys(accepting)).toEqual(verdicts);
    expect(accepting[caseNames[2] as string]).toContain("the wrong answer must be failed, and is");
    const rejecting = await failuresOf(functionScorer(() => unscored("?")));
    expect(rejecting[caseNames[2] as string]).toContain("the right answer must be passed, and is");
  });

  it("for a value that wavers", async () => {
    let value = 0.6;
    const scorer = functionScorer((run) => {
      value += 0.001;
      return run.output === "four" && value;
    });

    expect((await failuresOf(scorer))[caseNames[3] as string]).toMatch(
      /^scorer_contract: the right answer got the value 0\.6\d+ and then 0\.6\d+\./,
    );
  });

  it("for scorers that mix up answers which are scored at once", async () => {
    let current: unknown;
    const mixing = scorerWith({
      score: async (run, expected) => {
        current = run.output;
        await Promise.resolve();
        return run.output !== undefined && current === expected;
      },
    });

    expect(Object.keys(await failuresOf(mixing))).toEqual([caseNames[4]]);
  });

  it("for scorers that change what they are given", async () => {
    const sorting = functionScorer((run: { output: unknown }, expected: unknown) => {
      const [output, wanted] = [run.output as string[], expected as string[]];
      return output.sort().join() === wanted.sort().join();
    });
    const answers = {
      passing: { output: ["b", "a"], expected: ["a", "b"] },
      failing: { output: ["c"], expected: ["a"] },
    };
    const failures = await failuresOf(sorting as Scorer, answers);

    expect(Object.keys(failures)).toEqual([caseNames[5], caseNames[6]]);
    expect(failures[caseNames[5] as string]).toContain("given.run.output[0] was a text");
    expect(failures[caseNames[6] as string]).toContain("threw for the right answer, frozen,");
  });

  it.each([
    ["crash", (output: string) => output.length === 4, "threw for a reply that misses the output"],
    [
      "pass",
      (output?: string) => output !== "five",
      "a reply that misses the output schema passed",
    ],
  ])("for scorers that %s without an answer", async (_, isRight, message) => {
    const scorer = scorerWith({
      score: (run, expected) => isRight(run.output as string) && expected === "four",
    });
    const failures = await failuresOf(scorer, { failing: { output: "five", expected: "four" } });

    expect(failures[caseNames[7] as string]).toContain(message);
  });
});

describe("when it is aborted", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function abortFailures(score: Score): Promise<string[]> {
    const cases = scorerContract({ scorer: scorerWith({ score }), passing, failing }).slice(-2);
    const results = cases.map(({ run }) => run().catch((error: Error) => error.message));
    await vi.advanceTimersByTimeAsync(10_000);
    return (await Promise.all(results)).filter((message) => message !== undefined);
  }

  it("passes a judge that hands on the signal, and one that has its verdict", async () => {
    expect(await abortFailures(judging())).toEqual([]);
    expect(await abortFailures(() => true)).toEqual([]);
  });

  it("fails a scorer that goes on", async () => {
    expect(await abortFailures(() => new Promise(() => undefined))).toEqual([
      "score() did not settle within 2 s of an abort before it. Pass context.signal to every model call and request.",
      "score() did not settle within 2 s of an abort during it. Pass context.signal to every model call and request.",
    ]);
  });

  it("fails a scorer that puts the reason in other words", async () => {
    const score: Score = (...question) =>
      Promise.resolve(judging()(...question)).catch(() => Promise.reject(new Error("judge gone")));

    expect(await abortFailures(score)).toEqual([
      expect.stringContaining("failed with Error (judge gone) instead of signal.reason"),
      expect.stringContaining("failed with Error (judge gone) instead of signal.reason"),
    ]);
  });
});

it.each([
  ["scorer", { scorer: 5 }, "scorer must be a function"],
  ["passing", { passing: "four" }, 'passing must be an answer { output, expected }, got "four".'],
  ["failing", { failing: null }, "failing must be an answer"],
  ["createScorer", { createScorer: exact }, "createScorer must be a function"],
  ["judgesAnswer", { judgesAnswer: 1 }, "judgesAnswer must be true or false, got 1."],
  ["scorerContract.k", { k: 5 }, 'scorerContract has an unknown key "k"'],
])("refuses an unusable %s", (argument, options, message) => {
  expect(() => scorerContract({ scorer: exact, passing, failing, ...options } as never)).toThrow(
    expect.objectContaining({ argument, message: expect.stringContaining(message) }),
  );
});
