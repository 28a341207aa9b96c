import { describe, expectTypeOf, it } from "vitest";
import {
  type Agent,
  type AnsweredRun,
  defineEnvironment,
  type Environment,
  functionAgent,
  functionScorer,
  type ScoreContext,
  type Scorer,
  type Task,
} from "./index.ts";

declare const typed: Agent<{ value: number }>;
declare const judge: Scorer<unknown, unknown>;
declare const text: Agent;

const tasks = [{ id: "a", input: "2+2?", expected: 4 }];

describe("defineEnvironment types the scorer by the agent and the tasks", () => {
  it("in the shortest program", () => {
    const env = defineEnvironment({
      name: "async-rollouts",
      agent: typed,
      tasks: [
        { id: "async-edge-a", input: "Multiply.", expected: 20944939 },
        { id: "async-edge-b", input: "Add.", expected: 10481347 },
      ],
      scorer: (run, expected) => run.output.value === expected,
    });

    expectTypeOf(env).toEqualTypeOf<Environment<{ value: number }, number>>();
  });

  it("in a function and a definition of the same literal", () => {
    defineEnvironment({
      name: "n",
      agent: typed,
      tasks,
      scorer: {
        name: "exact",
        score: (run, expected, context) => {
          expectTypeOf(run).toEqualTypeOf<AnsweredRun<{ value: number }>>();
          expectTypeOf(run.output.value).toEqualTypeOf<number>();
          expectTypeOf(expected).toEqualTypeOf<number>();
          expectTypeOf(context).toEqualTypeOf<ScoreContext>();
          return run.output.value === expected;
        },
      },
      metrics: {
        far: (run, expected) => {
          expectTypeOf(run.output.value).toEqualTypeOf<number>();
          expectTypeOf(expected).toEqualTypeOf<number>();
          return 1 / (1 + Math.abs(run.output.value - expected));
        },
        close: { score: (run, expected) => run.output.value > expected - 1, passThreshold: 0.9 },
        judge,
      },
    });
  });

  it("whatever the order of the members", () => {
    defineEnvironment({
      scorer: (run, expected) => run.output.value === expected,
      tasks,
      agent: typed,
      name: "n",
    });
  });

  it("also async", () => {
    defineEnvironment({
      name: "n",
      agent: typed,
      tasks,
      scorer: async (run, expected) => run.output.value === expected,
      metrics: { m: { score: async (run) => run.output.value } },
    });
  });

  it("and refuses what is not there", () => {
    defineEnvironment({
      name: "n",
      agent: typed,
      tasks,
      // @ts-expect-error the output has no member of this name
      scorer: (run) => run.output.answer === 1,
    });
    defineEnvironment({
      name: "n",
      agent: typed,
      tasks,
      // @ts-expect-error a number has no such method
      scorer: { score: (_run, expected) => expected.startsWith("4") },
    });
    defineEnvironment({
      name: "n",
      agent: typed,
      tasks,
      // @ts-expect-error a text is no verdict
      scorer: () => "yes",
    });
    // @ts-expect-error there must be a scorer
    defineEnvironment({ name: "n", agent: typed, tasks });
    defineEnvironment({
      name: "n",
      agent: typed,
      tasks,
      scorer: () => true,
      // @ts-expect-error an option that there is not
      timeoutSeconds: 5,
    });
  });

  it("with a prebuilt scorer of anything beside typed ones", () => {
    const env = defineEnvironment({
      name: "n",
      agent: typed,
      tasks,
      scorer: judge,
      metrics: { exact: (run, expected) => run.output.value === expected, judge },
    });

    expectTypeOf(env).toEqualTypeOf<Environment<{ value: number }, number>>();
  });

  it("with a scorer made of a typed function", () => {
    const exact = functionScorer(
      (run: AnsweredRun<{ value: number }>, expected: number) => run.output.value === expected,
      { version: "1" },
    );

    defineEnvironment({ name: "n", agent: typed, tasks, scorer: exact });
    const words = [{ input: "q", expected: "x" }];
    // @ts-expect-error the scorer expects numbers
    defineEnvironment({ name: "n", agent: typed, tasks: words, scorer: exact });
  });
});

describe("agents", () => {
  it("of a union", () => {
    const agent = functionAgent({
      run: (): { output: { kind: "number"; value: number } | { kind: "none" } } => ({
        output: { kind: "none" },
      }),
    });

    defineEnvironment({
      name: "n",
      agent,
      tasks,
      scorer: ({ output }, expected) => {
        expectTypeOf(output).toEqualTypeOf<{ kind: "number"; value: number } | { kind: "none" }>();
        return output.kind === "number" && output.value === expected;
      },
    });
  });

  it("without a schema answer with text", () => {
    defineEnvironment({
      name: "n",
      agent: text,
      tasks,
      scorer: (run, expected) => {
        expectTypeOf(run.output).toEqualTypeOf<string>();
        return run.output === String(expected);
      },
    });
  });

  it("of factories, sync and async", () => {
    const sync = defineEnvironment({
      name: "n",
      agent: () => typed,
      tasks,
      scorer: (run, expected) => run.output.value === expected,
    });
    const async = defineEnvironment({
      name: "n",
      agent: async () => typed,
      tasks,
      scorer: { score: (run, expected) => run.output.value === expected },
    });

    expectTypeOf(sync).toEqualTypeOf<Environment<{ value: number }, number>>();
    expectTypeOf(async).toEqualTypeOf<Environment<{ value: number }, number>>();
  });

  it("made in the same literal", () => {
    const env = defineEnvironment({
      name: "n",
      agent: functionAgent({ run: async () => ({ output: { value: 4 } }) }),
      tasks,
      scorer: (run, expected) => run.output.value === expected,
    });

    expectTypeOf(env).toEqualTypeOf<Environment<{ value: number }, number>>();
  });

  it("fit where any agent does", () => {
    expectTypeOf(typed).toExtend<Agent<unknown>>();
    expectTypeOf(text).toExtend<Agent<unknown>>();
    expectTypeOf<Environment<{ value: number }, number>>().toExtend<Environment>();
  });
});

describe("tasks", () => {
  it("without expectations expect unknown", () => {
    const env = defineEnvironment({
      name: "n",
      agent: text,
      tasks: [{ input: "q" }],
      scorer: (run, expected) => {
        expectTypeOf(expected).toEqualTypeOf<unknown>();
        return run.output.length > 3;
      },
    });

    expectTypeOf(env).toEqualTypeOf<Environment<string, unknown>>();
  });

  it("of mixed expectations want an annotation", () => {
    const mixed: Task<number | string>[] = [
      { input: "q", expected: 1 },
      { input: "r", expected: "x" },
    ];

    defineEnvironment({
      name: "n",
      agent: text,
      tasks: mixed,
      scorer: (run, expected) => {
        expectTypeOf(expected).toEqualTypeOf<number | string>();
        return run.output === String(expected);
      },
    });
  });

  it("may be constant", () => {
    const constant = [{ input: "q", expected: { list: [1, 2] } }] as const;

    defineEnvironment({
      name: "n",
      agent: text,
      tasks: constant,
      scorer: (run, expected) => {
        expectTypeOf(expected.list).toEqualTypeOf<readonly [1, 2]>();
        return run.output === expected.list.join();
      },
    });
  });

  it("may be conversations", () => {
    defineEnvironment({
      name: "n",
      agent: text,
      tasks: [{ input: [{ role: "user", content: "q" }], expected: 1 }],
      scorer: (_run, expected) => expected === 1,
    });
  });
});

it("takes undefined for absent, under exactOptionalPropertyTypes", () => {
  defineEnvironment({
    name: "n",
    agent: text,
    tasks: [{ input: "q", expected: undefined, id: undefined, metadata: undefined }],
    scorer: { score: () => true, name: undefined, version: undefined, passThreshold: undefined },
    metrics: undefined,
    timeoutMs: undefined,
    setup: undefined,
    identity: undefined,
  });
  defineEnvironment({
    name: "n",
    agent: text,
    tasks: [{ input: "q" }],
    scorer: () => ({ value: 1, passed: true, reason: undefined, detail: { a: undefined } }),
    setup: async () => ({ close: async () => {} }),
    identity: { database: undefined },
  });
});
