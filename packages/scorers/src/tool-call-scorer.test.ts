import {
  type CompletedRun,
  FingerprintError,
  InvalidArgumentError,
  type JsonObject,
} from "@rollouts/core";
import { scorerContract } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { type ToolCallScorerOptions, toolCallScorer } from "./index.ts";
import {
  execution,
  parallelRun,
  scoreContext,
  toolRun,
} from "./tool-calls/tool-run.test-helper.ts";

function score(options: ToolCallScorerOptions, run: CompletedRun, expected: unknown = undefined) {
  return toolCallScorer(options).score(run, expected, scoreContext);
}

const passed = { value: 1, passed: true };

describe("K1 looks at executions", () => {
  it("and not at what the model asked for", () => {
    const asked = toolRun("a");

    expect(score({ expected: ["a"] }, { ...asked, toolExecutions: [] })).toMatchObject({
      value: 0,
      passed: false,
    });
  });

  it("and not at what the task expects", () => {
    expect(score({ expected: ["a"] }, toolRun("a"), ["something"])).toEqual(passed);
  });

  it("K11 also of an agent within the agent, which no message of the run asked for", () => {
    const inner = { name: "inner", toolCallId: "inner_1" };
    const run = { ...toolRun("outer"), toolExecutions: [execution(inner), execution("outer")] };

    expect(score({ expected: ["outer", "inner"], allowAdditional: false }, run)).toEqual(passed);
    expect(score({ expected: ["inner", "outer"], ordered: true }, run)).toEqual(passed);
    expect(score({ expected: ["outer", "inner"], ordered: true }, run)).toMatchObject({
      value: 0.5,
    });
  });
});

it.each([
  ["ok", undefined],
  ["error", "expected tool 'a' has no clean execution (error: 1)"],
  ["rejected", "expected tool 'a' has no clean execution (rejected: 1)"],
  ["paused", "expected tool 'a' has no clean execution (paused: 1)"],
] as const)("K2 an execution with the status %s", (status, reason) => {
  const verdict = score({ expected: ["a"] }, toolRun({ name: "a", status }));

  expect(verdict).toEqual(reason === undefined ? passed : { value: 0, passed: false, reason });
});

describe("K3 names", () => {
  it("that are given twice count once, in any order", () => {
    const options = { expected: ["a", "a", "b"] };

    expect(score(options, toolRun("a"))).toEqual({
      value: 0.5,
      passed: false,
      reason: "expected tool 'b' has no clean execution",
    });
    expect(score(options, toolRun("b", "a"))).toEqual(passed);
  });

  it("count as often as told", () => {
    const options = { expected: [{ name: "a", count: 3 }] };

    expect(score(options, toolRun("a", "b", "a"))).toEqual({
      value: 2 / 3,
      passed: false,
      reason: "expected tool 'a' has no clean execution left for it",
    });
    expect(score(options, toolRun("a", "a", "a", "a"))).toEqual(passed);
  });
});

describe("K4 K5 arguments", () => {
  const callOf = (args: JsonObject) => toolRun({ name: "a", arguments: args as never });
  it.each([
    ["equal", { n: 1 }, { n: 1 }, true],
    ["further ones do not matter", { n: 1 }, { n: 1, m: 2 }, true],
    ["another value", { n: 1 }, { n: 2 }, false],
    ["a missing one is not null", { n: null }, {}, false],
    ["null", { n: null }, { n: null }, true],
    ["nested objects count as a whole", { o: { x: 1 } }, { o: { x: 1, y: 2 } }, false],
    ["nested objects in another key order", { o: { x: 1, y: 2 } }, { o: { y: 2, x: 1 } }, true],
    ["a list in another order", { l: [1, 2] }, { l: [2, 1] }, false],
    ["a list that is longer", { l: [1] }, { l: [1, 2] }, false],
    ["a list is not an object", { l: [] }, { l: {} }, false],
    ["K5 a number is not its text", { n: 5 }, { n: "5" }, false],
    ["K5 a number is not a boolean", { n: 1 }, { n: true }, false],
    ["K5 a number in another notation", { n: 1 }, JSON.parse('{"n":1.0}'), true],
    ["K5 zero and minus zero", { n: 0 }, JSON.parse('{"n":-0}'), true],
    ["a member that is undefined is not given", { n: 1, m: undefined }, { n: 1 }, true],
    ["a prototype key", JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}'), true],
    ["a prototype is no argument", JSON.parse('{"__proto__":{}}'), {}, false],
    ["nor deep inside", { o: JSON.parse('{"__proto__":{}}') }, { o: { x: {} } }, false],
  ])("%s", (_, wanted, found, isPass) => {
    expect(score({ arguments: { a: wanted } }, callOf(found))).toMatchObject({ passed: isPass });
    expect(score({ expected: [{ name: "a", arguments: wanted }] }, callOf(found))).toMatchObject({
      passed: isPass,
    });
  });

  it("are a refinement of the name, not a second check", () => {
    const options = { expected: ["a", "b"], arguments: { a: { n: 1 } } };

    expect(score(options, toolRun({ name: "a", arguments: { n: 1 } }, "b"))).toEqual(passed);
    expect(score(options, toolRun({ name: "a", arguments: { n: 2 } }, "b"))).toEqual({
      value: 0.5,
      passed: false,
      reason: `expected tool 'a' with arguments {"n":1} has no clean execution (found {"n":2})`,
    });
  });

  it("no execution satisfies two checks, whatever their order", () => {
    const specs: JsonObject[] = [{ x: 1 }, {}, { y: 1 }];
    const both = { name: "a", arguments: { x: 1, y: 1 } };
    const onlyX = { name: "a", arguments: { x: 1 } };
    for (const order of [specs, specs.toReversed()]) {
      const options = { arguments: { a: order } };

      expect(score(options, toolRun(both))).toMatchObject({ value: 1 / 3, passed: false });
      expect(score(options, toolRun(both, onlyX))).toMatchObject({ value: 2 / 3, passed: false });
      expect(score(options, toolRun(onlyX, both, "a"))).toEqual(passed);
      expect(score(options, toolRun("a", both, onlyX))).toEqual(passed);
    }
  });

  it("K6 an empty specification is any clean execution", () => {
    const options = { arguments: { a: {} } };

    expect(score(options, toolRun({ name: "a", arguments: { n: 1 } }))).toEqual(passed);
    expect(score(options, toolRun())).toMatchObject({ value: 0, passed: false });
  });

  it("that are not JSON fail the check, with the reason", () => {
    const run = toolRun({ name: "a", rawArguments: '{"n": 1' });

    expect(score({ arguments: { a: { n: 1 } } }, run)).toEqual({
      value: 0,
      passed: false,
      reason: `expected tool 'a' with arguments {"n":1} has no clean execution (arguments that are not JSON: 1)`,
    });
  });

  it("that are not JSON fail the check also where any arguments do, and are still forbidden", () => {
    const run = toolRun({ name: "a", rawArguments: '{"n": 1' });
    const reason = "expected tool 'a' has no clean execution (arguments that are not JSON: 1)";

    for (const options of [{ expected: ["a"] }, { arguments: { a: {} } }]) {
      expect(score(options, run)).toEqual({ value: 0, passed: false, reason });
    }
    expect(score({ forbidden: ["a"] }, run)).toMatchObject({ passed: false });
  });

  it("may be left out by the model: no text is no arguments", () => {
    expect(score({ expected: ["a"] }, toolRun({ name: "a", rawArguments: " " }))).toEqual(passed);
  });

  it("that differ are named in the reason, a few and in short", () => {
    const other = (n: unknown) => ({ name: "a", arguments: { n } as never });
    const run = toolRun(other(2), other("\u001b".repeat(999)), other(3), other(4), {
      ...other(1),
      status: "error",
    });
    const { reason } = score({ arguments: { a: { n: 1 } } }, run) as { reason: string };

    expect(reason).toMatch(
      / \(found \{"n":2\}, \{"n":"\\u001b.*…, \{"n":3\}, and 1 more, error: 1\)$/,
    );
    expect(reason).not.toContain("\u001b");
    expect(reason.length).toBeLessThan(1000);
  });

  it("that an agent did not parse are read from their text", () => {
    const run = toolRun({ name: "a", rawArguments: '{"n": 1}' });

    expect(score({ arguments: { a: { n: 1 } } }, run)).toEqual(passed);
  });

  it("that are no object match nothing but a bare name", () => {
    const run = toolRun({ name: "a", arguments: [1] });

    expect(score({ arguments: { a: { "0": 1 } } }, run)).toMatchObject({ passed: false });
    expect(score({ expected: ["a"] }, run)).toEqual(passed);
  });

  it("of any depth and size crash nothing", () => {
    const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    const run = toolRun(
      { name: "a", rawArguments: `{"deep":${deep}}` },
      { name: "a", arguments: { giant: "x".repeat(1_000_000), n: 1 } },
    );

    expect(score({ arguments: { a: [{ n: 1 }, { deep: [] }] } }, run)).toMatchObject({
      value: 0.5,
    });
  });
});

describe("lenient", () => {
  it.each([
    [5, "5", true],
    [5, " 5.0 ", true],
    ["5", 5, true],
    [5, "5a", false],
    [0, "", false],
    [0, null, false],
    [true, "True", true],
    [false, 0, false],
    ["New York", " new york", true],
    ["1.0", "1", false],
    ["null", null, false],
    [{ city: "Rome", n: [1] }, { city: "rome", n: ["1"] }, true],
    [{ n: 1 }, { n: "1", m: 2 }, false],
  ])("%j and %j", (wanted, found, isEqual) => {
    const run = toolRun({ name: "a", arguments: { v: found } });

    expect(score({ arguments: { a: { v: wanted } }, lenient: true }, run)).toMatchObject({
      passed: isEqual,
    });
    expect(score({ arguments: { a: { v: wanted } } }, run)).toMatchObject({ passed: false });
  });
});

describe("K7 without additional calls", () => {
  const options = { expected: ["a"], arguments: { b: { n: 1 } }, allowAdditional: false };
  const b = { name: "b", arguments: { n: 1 } };

  it("others fail the attempt and leave the value", () => {
    expect(score(options, toolRun("z", "a", b, "y", "z"))).toEqual({
      value: 1,
      passed: false,
      reason: "additional tool calls not allowed: ['y', 'z']",
    });
  });

  it("repeats of a wanted tool are fine, and so are others that failed", () => {
    expect(score(options, toolRun("a", b, "a", "b"))).toEqual(passed);
    expect(score(options, toolRun("a", b, { name: "z", status: "error" }))).toEqual(passed);
  });

  it("and without any expectation there must be no call at all, not even one that failed", () => {
    const none = { expected: [], allowAdditional: false };

    expect(score(none, toolRun())).toEqual(passed);
    for (const status of ["ok", "error", "rejected"] as const) {
      expect(score(none, toolRun({ name: "a", status }))).toEqual({
        value: 0,
        passed: false,
        reason: "additional tool calls not allowed: ['a']",
      });
    }
  });

  it("names that a model made up are safe to print, and not endless", () => {
    const names = Array.from({ length: 12 }, (_, index) => `\u001b[2J${"x".repeat(200)}${index}`);
    const { reason = "" } = score({ expected: [], allowAdditional: false }, toolRun(...names)) as {
      reason?: string;
    };

    expect(reason).not.toContain("\u001b");
    expect(reason).toContain("and 2 more]");
    expect(reason.length).toBeLessThan(1500);
  });
});

describe("K8 the reason", () => {
  it("says first that nothing was executed", () => {
    expect(score({ expected: ["a"] }, toolRun())).toEqual({
      value: 0,
      passed: false,
      reason: "run has no tool executions; expected tool 'a' has no clean execution",
    });
  });

  it("is absent when nothing is amiss", () => {
    expect(score({ forbidden: ["z"] }, toolRun())).toEqual(passed);
  });

  it("names every check that failed once, the forbidden calls before them", () => {
    const options = {
      expected: [{ name: "a", count: 2 }, "b"],
      forbidden: ["z"],
      allowAdditional: false,
    };

    expect(score(options, toolRun("z"))).toEqual({
      value: 0,
      passed: false,
      reason:
        "forbidden tool 'z' was called; expected tool 'b' has no clean execution; expected tool 'a' has no clean execution; additional tool calls not allowed: ['z']",
    });
  });
});

describe("K9 refuses", () => {
  it.each([
    ["nothing to check", {}, "nothing to check"],
    ["no names", { expected: [] }, "nothing to check"],
    ["an empty forbidden list", { expected: [], forbidden: [] }, "nothing to check"],
    [
      "an empty list of arguments",
      { arguments: { s: [] } },
      'arguments["s"] must be an object, or',
    ],
    ["it beside names", { expected: ["a"], arguments: { s: [] } }, "or a list with at least one"],
    ["a bare text", { expected: "s" }, 'expected must be a list of tool calls, got "s".'],
    ["a name that is none", { expected: [1] }, "expected[0] must be the name of a tool"],
    ["an empty name", { expected: [""] }, 'expected[0] must be the name of a tool, got "".'],
    ["a call without a name", { expected: [{}] }, "expected[0].name must be the name of a tool"],
    ["arguments as text", { expected: [{ name: "a", arguments: "{}" }] }, "must be an object"],
    ["a count of 0", { expected: [{ name: "a", count: 0 }] }, "a whole number from 1 to 100"],
    ["too many checks", { expected: [{ name: "a", count: 100 }, "b"] }, "at most 100 calls"],
    ["an unknown member", { expected: [{ name: "a", args: {} }] }, 'an unknown key "args"'],
    ["a count of a forbidden call", { forbidden: [{ name: "a", count: 2 }] }, "unknown key"],
    ["arguments that are no object", { arguments: { a: 1 } }, "or a list of objects, got 1."],
    ["arguments that are a list", { arguments: [{}] }, "arguments must be an object by tool name"],
    ["a flag that is none", { expected: ["a"], ordered: "yes" }, "ordered must be true or false"],
    ["a name that is no text", { expected: ["a"], name: 1 }, "name must be a string"],
    ["an unknown option", { expectedTools: ["a"] }, 'an unknown key "expectedTools"'],
    ["what can never pass", { expected: ["a"], forbidden: ["a"] }, "so that no attempt can pass"],
    [
      "what can never pass, by arguments",
      {
        expected: [{ name: "a", arguments: { x: 1, y: 2 } }],
        forbidden: [{ name: "a", arguments: { x: 1 } }],
      },
      `toolCallScorer: tool 'a' with arguments {"x":1} is forbidden, and tool 'a' with arguments {"x":1,"y":2} is wanted`,
    ],
    [
      "what can never pass, leniently",
      {
        arguments: { a: { x: "1" } },
        forbidden: [{ name: "a", arguments: { x: 1 } }],
        lenient: true,
      },
      "so that no attempt can pass",
    ],
    [
      "arguments that are all undefined",
      { arguments: { a: { id: undefined } } },
      'toolCallScorer: all members of arguments["a"] are undefined',
    ],
    [
      "them in a list",
      { expected: [{ name: "a", arguments: { id: undefined } }] },
      "all members of expected[0].arguments are undefined",
    ],
    [
      "no options",
      "a",
      'toolCallScorer: options must be an object such as { expected: ["search"] }',
    ],
    [
      "arguments without a place in the order",
      { expected: ["a"], arguments: { a: [{}, {}] }, ordered: true },
      "Name the tool in expected once for each.",
    ],
  ])("%s", (_, options, message) => {
    const make = () => toolCallScorer(options as ToolCallScorerOptions);

    expect(make).toThrow(InvalidArgumentError);
    expect(make).toThrow(message);
  });
});

describe("K10 the digest", () => {
  const digestOf = (options: ToolCallScorerOptions) => toolCallScorer(options).digest();

  it.each([
    ["the order of names", { expected: ["a", "b"] }, { expected: ["b", "a", "b"] }],
    ["the name of the scorer", { expected: ["a"] }, { expected: ["a"], name: "tools" }],
    ["defaults", { expected: ["a"] }, { expected: ["a"], ordered: false, allowAdditional: true }],
    ["key order", { arguments: { a: { x: 1, y: 2 } } }, { arguments: { a: { y: 2, x: 1 } } }],
  ])("does not count %s", (_, first, second) => {
    expect(digestOf(first)).toBe(digestOf(second));
  });

  it("counts everything else", () => {
    const digests = [
      digestOf({ expected: ["a", "b"] }),
      digestOf({ expected: ["a", "b"], ordered: true }),
      digestOf({ expected: ["b", "a"], ordered: true }),
      digestOf({ expected: ["a", "b"], allowAdditional: false }),
      digestOf({ expected: ["a", "b"], lenient: true }),
      digestOf({ expected: ["a", "b"], forbidden: ["c"] }),
      digestOf({ expected: ["a", { name: "b", count: 2 }] }),
      digestOf({ arguments: { a: { n: 1 } } }),
      digestOf({ arguments: { a: [{ n: 1 }] } }),
      digestOf({ arguments: { a: [{ n: 1 }, { n: 2 }] } }),
      digestOf({ arguments: { a: [{ n: 2 }, { n: 1 }] } }),
    ];

    expect(new Set(digests).size).toBe(digests.length);
  });

  it("cannot be told of arguments that are no JSON: such a scorer is refused", () => {
    const options = { arguments: { a: { n: 1n } } } as unknown as ToolCallScorerOptions;

    expect(() => digestOf(options)).toThrow(FingerprintError);
    const nested = { expected: [{ name: "a", arguments: { d: new Date(0) } }] };
    expect(() => toolCallScorer(nested as never)).toThrow(
      expect.objectContaining({
        path: "expected[0].arguments.d",
        message:
          "expected[0].arguments.d: a Date cannot be fingerprinted: JSON cannot carry it. Use plain data.",
      }),
    );
  });

  it.each([
    [{ arguments: { a: { id: 2 ** 53 } } }, 'arguments["a"]["id"]', "9007199254740992"],
    [
      { arguments: { a: [{}, { ids: [1, -(2 ** 60)] }] } },
      'arguments["a"][1]["ids"][1]',
      "-1152921504606847000",
    ],
    [
      { expected: [{ name: "a", arguments: { o: { n: 2 ** 60 } } }] },
      'expected[0].arguments["o"]["n"]',
      "1152921504606847000",
    ],
    [
      { forbidden: [{ name: "a", arguments: { n: 1e21 } }] },
      'forbidden[0].arguments["n"]',
      "1e+21",
    ],
  ])(
    "J16: arguments that JavaScript has rounded, which other calls would satisfy, are refused: %j",
    (options, at, found) => {
      const wanted = "must be a number that is exact, with integers over 2^53 as text";

      expect(() => toolCallScorer(options)).toThrow(
        expect.objectContaining({
          argument: at,
          message: `toolCallScorer: ${at} ${wanted}, got ${found}.`,
        }),
      );
    },
  );

  it("and exact numbers are taken, of whatever size", () => {
    const n = [2 ** 53 - 1, -(2 ** 53 - 1), 0.1, 1.5e-300];
    expect(score({ arguments: { a: { n } } }, toolRun({ name: "a", arguments: { n } }))).toEqual(
      passed,
    );
  });

  it("and the verdicts stay as they were made, whatever becomes of the options", () => {
    const wanted = { n: 1 };
    const scorer = toolCallScorer({ arguments: { a: wanted } });
    const before = scorer.digest();
    wanted.n = 2;

    const run = toolRun({ name: "a", arguments: { n: 1 } });
    expect(scorer.score(run, undefined, scoreContext)).toEqual(passed);
    expect(scorer.digest()).toBe(before);
  });
});

describe("ordered", () => {
  const options = { expected: ["a", "b", "a"], ordered: true };
  const late = "has no clean execution at its place in the order";

  it("means that the calls come in this order, with others between them", () => {
    expect(score(options, toolRun("a", "x", "b", "b", "a"))).toEqual(passed);
    expect(score(options, toolRun("b", "a", "b"))).toEqual({
      value: 2 / 3,
      passed: false,
      reason: `expected tool 'a' ${late}`,
    });
    expect(score(options, toolRun("x"))).toEqual({
      value: 0,
      passed: false,
      reason: "expected tool 'a' has no clean execution; expected tool 'b' has no clean execution",
    });
  });

  it("is exact without additional calls", () => {
    const exact = { ...options, allowAdditional: false };

    expect(score(exact, toolRun("a", "b", "a"))).toEqual(passed);
    expect(score(exact, toolRun("a", "b", { name: "z", status: "error" }, "a"))).toEqual(passed);
    expect(score(exact, toolRun("a", "x", "b", "a", "b"))).toEqual({
      value: 1,
      passed: false,
      reason: "additional tool calls not allowed: ['b', 'x']",
    });
  });

  it("holds between messages, not among the calls of one message", () => {
    const pair = { expected: ["a", "b", "c"], ordered: true };

    expect(score(pair, parallelRun(["b", "a"], ["c"]))).toEqual(passed);
    expect(score(pair, parallelRun(["c", "b"], ["a"]))).toMatchObject({ value: 2 / 3 });
    expect(score(pair, parallelRun(["c", "b", "a"]))).toEqual(passed);
  });

  it("knows no order among the calls of one message, whatever ran in between", () => {
    const { messages, toolExecutions } = parallelRun(["a", "b"]);
    const [a, b] = toolExecutions;
    const inner = execution({ name: "inner", toolCallId: "inner_1" });
    const run = {
      ...toolRun(),
      messages,
      toolExecutions: [a, inner, b].filter((one) => one !== undefined),
    };

    for (const expected of [
      ["b", "a"],
      ["a", "inner", "b"],
      ["inner", "b"],
    ]) {
      expect(score({ expected, ordered: true }, run)).toEqual(passed);
    }
  });

  it("takes the arguments of each tool in their order", () => {
    const steps = {
      expected: ["add", "show", "add"],
      arguments: { add: [{ n: 1 }, { n: 2 }] },
      ordered: true,
    };
    const add = (n: number) => ({ name: "add", arguments: { n } });

    expect(score(steps, toolRun(add(1), "show", add(2)))).toEqual(passed);
    expect(score(steps, toolRun(add(2), "show", add(1)))).toMatchObject({ value: 1 / 3 });
  });

  it("finds the best assignment, not the first", () => {
    const steps: ToolCallScorerOptions = {
      expected: [{ name: "a" }, { name: "a", arguments: { n: 1 } }],
      ordered: true,
    };
    const one = { name: "a", arguments: { n: 1 } };

    expect(score(steps, parallelRun([one, "a"]))).toEqual(passed);
    expect(score(steps, toolRun("a", one))).toEqual(passed);
    expect(score(steps, toolRun(one, "a"))).toMatchObject({ value: 0.5 });
  });
});

describe("forbidden", () => {
  const options = { expected: ["a"], forbidden: ["drop", { name: "pay", arguments: { n: 1 } }] };

  it.each([["ok"], ["error"], ["rejected"], ["paused"]] as const)(
    "calls fail whatever else holds, also with the status %s",
    (status) => {
      expect(score(options, toolRun("a", { name: "drop", status }))).toEqual({
        value: 0,
        passed: false,
        reason: "forbidden tool 'drop' was called",
      });
    },
  );

  it("may be certain arguments only", () => {
    const pay = (n: number) => toolRun("a", { name: "pay", arguments: { n } });

    expect(score(options, pay(2))).toEqual(passed);
    expect(score(options, pay(1))).toEqual({
      value: 0,
      passed: false,
      reason: `forbidden tool 'pay' with arguments {"n":1} was called`,
    });
  });
});

it.each([
  ["misses the output schema", { outputError: "value: missing" }, "value: missing"],
  ["refuses", { refusal: "No." }, "refused: No."],
])("a reply that %s has failed, whatever the tools did", (_, facts, reason) => {
  const run = { ...toolRun("a"), output: undefined, ...facts };

  expect(score({ expected: ["a"] }, run)).toEqual({ value: 0, passed: false, reason });
});

it("an empty refusal is none", () => {
  expect(score({ expected: ["a"] }, { ...toolRun("a"), refusal: "" })).toEqual(passed);
});

it("a run that ended with its tools, without an answer, is judged by them", () => {
  expect(score({ expected: ["a"] }, { ...toolRun("a"), output: undefined, text: null })).toEqual(
    passed,
  );
});

describe("scorerContract", () => {
  const createScorer = () =>
    toolCallScorer({ expected: ["a"], forbidden: ["drop"], allowAdditional: false });
  const cases = scorerContract({
    scorer: createScorer(),
    createScorer,
    passing: { output: "done", toolExecutions: toolRun("a").toolExecutions },
    failing: { output: "done", toolExecutions: toolRun("a", "drop").toolExecutions },
    judgesAnswer: false,
  });

  it.each(cases)("$name", ({ run }) => run());
});
