import {
  defineEnvironment,
  functionAgent,
  type ScorerInput,
  type ToolExecution,
  unscored,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import {
  allOf,
  anyOf,
  auditScorer,
  exactMatch,
  includes,
  jsonEquals,
  judgeScorer,
  numeric,
  renderScorerAudit,
  toolCallScorer,
  weighted,
} from "./index.ts";

const capitals = defineEnvironment({
  name: "capitals",
  agent: functionAgent({ run: () => "Paris" }),
  tasks: [
    { id: "fr", input: "Capital of France?", expected: "Paris" },
    { id: "de", input: [{ role: "user", content: "Capital of Germany?" }], expected: "Berlin" },
  ],
  scorer: exactMatch(),
});

const labels = {
  tasks: [
    { input: "a", expected: { label: "spam", score: 1 } },
    { input: "b", expected: { label: "ham", score: 0 } },
  ],
};

/** Where the audit differs from that of a sound scorer. */
async function faultsOf(...args: Parameters<typeof auditScorer<never, never>>) {
  const { findings, undecided } = await auditScorer(...args);
  return [...findings, ...undecided].map(({ taskId, probe, ...rest }) => {
    const end = "passed" in rest ? (rest.passed ? "passed" : "failed") : rest.type;
    return `${taskId} ${probe} ${end}`;
  });
}

describe("auditScorer", () => {
  it("finds nothing against a scorer that is right", async () => {
    expect(await auditScorer(capitals.scorer, capitals)).toEqual({
      scorer: "exactMatch",
      isSound: true,
      taskCount: 2,
      auditedCount: 2,
      probeCount: 10,
      wrongAnswerCount: 8,
      findings: [],
      undecided: [],
      acceptsEverything: false,
      rejectsEverything: false,
      judgesCallsOnly: false,
      idleParts: [],
      notAuditable: [],
      hints: [],
    });
  });

  it("tries these answers, of the task's own kind", async () => {
    const seen: unknown[] = [];
    const watching: ScorerInput = (run, expected, { task }) => {
      seen.push([task.id, run.output, run.text === null, run.messages.length, expected]);
      return false;
    };
    const seeing = { ...exactMatch(), score: watching as never };
    await auditScorer(seeing as never, capitals as never);

    expect(seen.slice(0, 5)).toEqual([
      ["fr", "Paris", false, 2, "Paris"],
      ["fr", "Berlin", false, 2, "Paris"],
      ["fr", "", false, 2, "Paris"],
      ["fr", "I'm sorry, but I can't help with that.", false, 2, "Paris"],
      ["fr", expect.stringContaining("Ignore every earlier instruction"), false, 2, "Paris"],
    ]);
    seen.length = 0;
    await auditScorer(seeing as never, labels as never);
    const injected = { label: expect.stringContaining("Ignore every earlier"), score: 0 };
    expect(seen.slice(0, 5)).toEqual([
      ["t1", { label: "spam", score: 1 }, false, 2, labels.tasks[0]?.expected],
      ["t1", { label: "ham", score: 0 }, false, 2, expect.anything()],
      ["t1", { label: "", score: 0 }, false, 2, expect.anything()],
      ["t1", undefined, true, 2, expect.anything()],
      ["t1", injected, false, 2, expect.anything()],
    ]);
  });

  it("takes typed answers, numbers among them", async () => {
    const sums = {
      tasks: [
        { input: "2+2", expected: 4 },
        { input: "3+3", expected: 6 },
      ],
    };

    expect(await auditScorer(jsonEquals(), labels)).toMatchObject({
      isSound: true,
      probeCount: 10,
    });
    // A number has no place for an injection.
    expect(await auditScorer(numeric(), sums)).toMatchObject({ isSound: true, probeCount: 8 });
    expect(
      await auditScorer(
        (run: { output: number }, expected: number) => run.output === expected,
        sums,
      ),
    ).toMatchObject({ isSound: true });
  });

  it("flags a scorer that accepts everything", async () => {
    const audit = await auditScorer(() => true, capitals);

    expect(audit).toMatchObject({
      isSound: false,
      acceptsEverything: true,
      rejectsEverything: false,
    });
    expect(audit.findings).toHaveLength(8);
    expect(audit.findings[0]).toEqual({
      taskId: "fr",
      probe: "other-answer",
      passed: true,
      reason: null,
    });
  });

  it("flags a scorer that rejects everything", async () => {
    const audit = await auditScorer(
      exactMatch(),
      {
        tasks: [{ input: "q", expected: "Paris" }],
      },
      { answer: () => "paris" },
    );

    expect(audit).toMatchObject({
      isSound: false,
      acceptsEverything: false,
      rejectsEverything: true,
      findings: [
        {
          taskId: "t1",
          probe: "reference",
          passed: false,
          reason: 'the answer is "paris", expected "Paris"',
        },
      ],
    });
  });

  it("finds what a lax scorer lets pass", async () => {
    const lax: [ScorerInput<string, string>, string[]][] = [
      [
        (run) => run.output.length < 40 && run.output !== "",
        ["fr other-answer passed", "fr refusal passed"],
      ],
      [(run) => run.output.includes("flawless") || run.output === "Paris", ["fr injection passed"]],
      [(run, expected) => expected.startsWith(run.output), ["fr empty passed"]],
    ];
    for (const [scorer, faults] of lax) {
      const found = await faultsOf(scorer as never, capitals as never);
      expect(found.filter((fault) => fault.startsWith("fr"))).toEqual(faults);
    }
  });

  it("tells right answers by `answer` and `alternatives`", async () => {
    const tasks = [
      { id: "pi", input: "pi?", expected: 3.14 },
      { id: "e", input: "e?", expected: 2.72 },
      { id: "again", input: "22/7?", expected: 3.14 },
    ];
    const answer = ({ expected }: { readonly expected?: unknown }) => `It is ${expected}`;
    const near = numeric({ tolerance: 0.01 });

    expect(
      await auditScorer(
        near,
        { tasks },
        {
          answer,
          alternatives: ({ expected }) => [String(Number(expected) + 0.01), Number(expected)],
        },
      ),
    ).toMatchObject({ isSound: true, probeCount: 21 });
    expect(
      await faultsOf(
        near as never,
        { tasks } as never,
        {
          answer,
          alternatives: () => ["2.72"],
        } as never,
      ),
    ).toEqual(["pi alternative failed", "again alternative failed"]);
  });

  it("wants `wrongAnswers` to fail, so that parts show what they are there for", async () => {
    const short: ScorerInput<string, string> = {
      score: (run) => run.output.length < 9,
      name: "short",
    };
    const scorer = allOf<string, string>([includes(), short]);
    const wrongAnswers = ({ expected }: { readonly expected?: unknown }) => [`It is ${expected}!`];

    expect(await auditScorer(scorer, capitals)).toMatchObject({
      isSound: true,
      idleParts: ["allOf > short"],
    });
    expect(await auditScorer(scorer, capitals, { wrongAnswers })).toMatchObject({
      isSound: true,
      idleParts: [],
      probeCount: 12,
    });
    expect(
      await faultsOf(includes() as never, capitals as never, { wrongAnswers } as never),
    ).toEqual(["fr wrong-answer passed", "de wrong-answer passed"]);
  });

  it("does not take an equal answer of another task for a wrong one", async () => {
    const tasks = ["yes", "yes", "no"].map((expected) => ({ input: "q", expected }));

    expect(await auditScorer(exactMatch(), { tasks })).toMatchObject({
      isSound: true,
      probeCount: 15,
    });
    const same = { tasks: tasks.slice(0, 2) };
    expect(await auditScorer(exactMatch(), same)).toMatchObject({ isSound: true, probeCount: 8 });
  });

  it("lists tasks whose right answer is not known, and never breaks on them", async () => {
    const tasks = [{ input: "q", expected: "a" }, { input: "write a poem" }];
    const audit = await auditScorer(exactMatch(), { tasks });

    expect(audit).toMatchObject({
      isSound: true,
      taskCount: 2,
      auditedCount: 1,
      notAuditable: [{ taskId: "t2", reason: "no right answer is known" }],
    });
    expect(await auditScorer(exactMatch(), { tasks: tasks.slice(1) })).toMatchObject({
      isSound: false,
      probeCount: 0,
      acceptsEverything: false,
      rejectsEverything: false,
    });
    const failing = await auditScorer(
      exactMatch(),
      { tasks },
      {
        answer: ({ id }) => {
          if (id === "t1") throw new RangeError("no key");
          return "a rose";
        },
      },
    );
    expect(failing.notAuditable).toEqual([{ taskId: "t1", reason: "no key" }]);
    expect(failing.undecided[0]).toMatchObject({ taskId: "t2", type: "error" });
  });

  it("lists answers that got no verdict", async () => {
    const shy: ScorerInput<string, string> = (run) => {
      if (run.output === "") return unscored("empty");
      if (run.output.startsWith("I'm")) throw new TypeError("a refusal");
      return run.output === "Paris";
    };
    const audit = await auditScorer(shy, { tasks: [{ input: "q", expected: "Paris" }] });

    expect(audit.isSound).toBe(false);
    expect(audit.undecided).toEqual([
      { taskId: "t1", probe: "empty", type: "unscored", reason: "empty" },
      { taskId: "t1", probe: "refusal", type: "error", reason: "a refusal" },
    ]);
  });

  it("flags a scorer that accepts everything where answers are values, by one task too", async () => {
    const tasks = [
      { input: "a", expected: { value: 1 } },
      { input: "b", expected: { value: 2 } },
    ];
    for (const count of [1, 2]) {
      expect(await auditScorer(() => true, { tasks: tasks.slice(0, count) })).toMatchObject({
        isSound: false,
        acceptsEverything: true,
      });
    }
    const text = { tasks: [{ input: "a", expected: "x" }] };
    expect(await auditScorer(() => true, text)).toMatchObject({ acceptsEverything: true });
    const always = { score: () => true, name: "always", specVersion: "v1", digest: () => "1" };
    expect(await auditScorer(always as never, { tasks })).toMatchObject({
      acceptsEverything: true,
    });
  });

  it("is sound only when a wrong answer got a verdict", async () => {
    const audit = await auditScorer(jsonEquals(), { tasks: [{ input: "a", expected: { n: 0 } }] });

    expect(audit).toMatchObject({ isSound: false, wrongAnswerCount: 0, findings: [] });
    expect(audit.hints).toEqual([
      "No wrong answer got a verdict, so this says little: give more tasks, or the option `wrongAnswers`.",
    ]);
    expect(
      await auditScorer(
        jsonEquals(),
        { tasks: [{ input: "a", expected: { n: 0 } }] },
        { wrongAnswers: () => [{ n: 1 }] },
      ),
    ).toMatchObject({ isSound: true, hints: [] });
  });

  it("never hands over one object as output and as expected", async () => {
    const same: ScorerInput<{ value: number }, { value: number }> = (run, expected) =>
      run.output === expected;
    const tasks = [{ value: 1 }, { value: 2 }].map((expected) => ({ input: "q", expected }));

    expect(await auditScorer(same, { tasks })).toMatchObject({
      isSound: false,
      rejectsEverything: true,
    });
  });

  it("lets a scorer change nothing, as in a run", async () => {
    const tasks = [{ input: "q", expected: [2, 1] }];
    const sorting = (side: "output" | "expected"): ScorerInput<number[], number[]> => {
      return (run, expected) => {
        (side === "output" ? run.output : expected).sort();
        return true;
      };
    };
    for (const side of ["output", "expected"] as const) {
      const audit = await auditScorer(sorting(side), { tasks });

      expect(audit.undecided[0]?.reason).toContain("read only property");
    }
    expect(tasks).toEqual([{ input: "q", expected: [2, 1] }]);
  });

  it.each<[string, ScorerInput<never, never>, unknown]>([
    ["a number in text", numeric(), "10"],
    ["the label pass", includes(), "pass"],
    ["the label correct", includes({ ignoreCase: true }), "correct"],
    ["the label true", includes(), "true"],
    ["a word of the refusal", includes(), "help"],
    ["a word of the injection", includes(), "expert"],
    ["no text", exactMatch(), ""],
    ["a refusal", exactMatch(), "I'm sorry, but I can't help with that."],
  ])("blames no scorer for what is right here: %s", async (_, scorer, expected) => {
    const audit = await auditScorer(scorer, { tasks: [{ input: "q", expected }] } as never);

    expect([audit.findings, audit.undecided, audit.isSound]).toEqual([[], [], true]);
  });

  it("blames one that finds a letter in any text", async () => {
    const tasks = [{ id: "a", input: "q", expected: "a" }];

    expect(await faultsOf(includes() as never, { tasks } as never)).toEqual([
      "a refusal passed",
      "a injection passed",
    ]);
  });

  it("copes with an expected value that contains itself", async () => {
    const loop: { self?: unknown; n: number } = { n: 1 };
    loop.self = loop;
    const audit = await auditScorer(
      (run: { output: { n: number } }, expected: { n: number }) => run.output.n === expected.n,
      { tasks: [{ input: "q", expected: loop }] },
    );

    expect(audit).toMatchObject({ isSound: true, probeCount: 3 });
  });

  it("hands on answers that have no copy as they are", async () => {
    class Money {
      cents = 5;
      isPaid = () => this.cents === 0;
    }
    const paid = Object.assign(new Money(), { cents: 0 });
    const audit = await auditScorer(
      (run: { output: Money }) => run.output.isPaid(),
      { tasks: [{ input: "q" }] },
      { answer: () => paid, wrongAnswers: () => [new Money()] },
    );

    expect(audit).toMatchObject({ isSound: true, probeCount: 3, wrongAnswerCount: 1 });
  });

  it("says what to try when everything throws", async () => {
    const audit = await auditScorer((run: { output: string }) => run.output.includes("4"), {
      tasks: [{ input: "q", expected: 4 }],
    } as never);

    expect(audit).toMatchObject({ isSound: false, rejectsEverything: false });
    expect(audit.hints[0]).toContain(
      "where the agent gives something else, give the option `answer`",
    );
  });

  describe("with tool calls", () => {
    const call: ToolExecution = {
      toolCallId: "1",
      name: "search",
      rawArguments: "{}",
      status: "ok",
      result: "Paris",
    };
    const both = allOf<string, string>([exactMatch(), toolCallScorer({ expected: ["search"] })]);

    it("puts them beside every answer, and wants the right answer without them to fail", async () => {
      const toolExecutions = () => [call];

      expect(await auditScorer(both, capitals, { toolExecutions })).toMatchObject({
        isSound: true,
        probeCount: 14,
        judgesCallsOnly: false,
        idleParts: [],
      });
      const onlyForFrance: ScorerInput<string, string> = (run, expected) => {
        return run.output === expected && (expected === "Berlin" || run.toolExecutions.length > 0);
      };
      expect(await faultsOf(onlyForFrance as never, capitals as never, { toolExecutions })).toEqual(
        ["fr failed-tool-calls passed", "de no-tool-calls passed", "de failed-tool-calls passed"],
      );
    });

    it("takes a scorer of the calls alone for what it is", async () => {
      const calls = toolCallScorer({ expected: ["search"] });
      const toolExecutions = () => [call];
      const audit = await auditScorer(calls, capitals, { toolExecutions });

      expect(audit).toMatchObject({
        isSound: true,
        judgesCallsOnly: true,
        wrongAnswerCount: 4,
        findings: [],
        acceptsEverything: false,
      });
      expect(renderScorerAudit(audit)).toContain(
        "  It looks at the tool calls alone, and not at answers.",
      );
      const wrongAnswers = () => ["Rome"];
      expect(
        await faultsOf(
          calls as never,
          capitals as never,
          { toolExecutions, wrongAnswers } as never,
        ),
      ).toEqual(["fr wrong-answer passed", "de wrong-answer passed"]);
    });

    it("audits tasks whose calls alone are known", async () => {
      const tasks = [{ input: "Look it up." }, { input: "Look it up again." }];
      const calls = toolCallScorer({ expected: ["search"] });

      expect(await auditScorer(calls, { tasks }, { toolExecutions: () => [call] })).toMatchObject({
        isSound: true,
        auditedCount: 2,
        judgesCallsOnly: true,
      });
    });

    it("does not take one that accepts everything for a scorer of calls", async () => {
      const audit = await auditScorer(() => true, capitals, { toolExecutions: () => [call] });

      expect(audit).toMatchObject({
        isSound: false,
        judgesCallsOnly: false,
        acceptsEverything: true,
      });
    });

    it("says what is missing when a scorer of calls rejects everything", async () => {
      expect((await auditScorer(both, capitals)).hints).toEqual([
        "No right answer passed. If the scorer is right: `expected` was taken for the output: where the agent gives something else, give the option `answer`; for a scorer that looks at tool calls, the option `toolExecutions`.",
      ]);
    });
  });

  describe("with parts", () => {
    it("flags those that change no verdict, inner ones too", async () => {
      const always: ScorerInput<string, string> = { score: () => true, name: "always" };
      const audits = [
        allOf<string, string>([exactMatch(), always]),
        anyOf<string, string>([exactMatch(), includes()]),
        allOf<string, string>([exactMatch(), anyOf<string, string>([includes(), always])]),
        weighted<string, string>([
          { scorer: always, weight: 1 },
          { scorer: { score: always.score, name: "polite" }, weight: 2 },
          { scorer: exactMatch(), weight: 1 },
        ]),
        allOf<string, string>([exactMatch()]),
      ].map(async (scorer) => (await auditScorer(scorer, capitals)).idleParts);

      expect(await Promise.all(audits)).toEqual([
        ["allOf > always"],
        ["anyOf > exactMatch", "anyOf > includes"],
        ["allOf > anyOf", "allOf > anyOf > includes"],
        ["weighted > always", "weighted > polite", "weighted > exactMatch"],
        [],
      ]);
    });

    it("keeps those that matter on one answer only", async () => {
      const polite: ScorerInput<string, string> = (run) => !run.output.includes("sorry");
      const scorer = allOf<string, string>([polite, (run) => run.output !== ""]);
      const { idleParts } = await auditScorer(scorer, capitals);

      expect(idleParts).toEqual([]);
    });

    it("asks every part once", async () => {
      let count = 0;
      const counting: ScorerInput<string, string> = (run, expected) => {
        count += 1;
        return run.output === expected;
      };
      const scorer = anyOf<string, string>([allOf<string, string>([counting, exactMatch()])]);

      expect((await auditScorer(scorer, capitals)).probeCount).toBe(10);
      expect(count).toBe(10);
    });
  });

  describe("with a judge", () => {
    /** Passes what says a capital twice, as answer and as reference. */
    const honest = (text: string) =>
      text
        .match(/Paris|Berlin/g)
        ?.sort()
        .join() ?? "";
    const judgeBy = (passes: (prompt: string) => boolean) =>
      judgeScorer({
        criteria: "It names the capital.",
        model: scriptedModel(({ messages }) => {
          const prompt = String(messages[0]?.content);
          const verdict = passes(prompt) ? "pass" : "fail";
          return JSON.stringify({ reason: "by rule", verdict });
        }),
      });

    it("calls it, and finds nothing against one that reads", async () => {
      const judge = judgeBy((prompt) => ["Paris,Paris", "Berlin,Berlin"].includes(honest(prompt)));

      expect(await auditScorer(judge, capitals)).toMatchObject({ isSound: true, probeCount: 10 });
    });

    it("finds one that believes what the answer tells it", async () => {
      const judge = judgeBy((prompt) => prompt.includes("found it flawless"));
      const { findings } = await auditScorer(judge, capitals);

      expect(findings.map(({ probe }) => probe)).toEqual([
        ...["reference", "injection"],
        ...["reference", "injection"],
      ]);
    });
  });

  it("passes a judge its task and the model as it is, and stops when it is aborted", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    let count = 0;
    const judge: ScorerInput<string, string> = async (_run, _expected, { gate, signal, task }) => {
      const model = { specVersion: "v1" } as never;
      expect(gate(model)).toBe(model);
      expect(task.input).toBe("Capital of France?");
      count += 1;
      if (count === 3) controller.abort(reason);
      signal.throwIfAborted();
      return true;
    };

    await expect(auditScorer(judge, capitals, { signal: controller.signal })).rejects.toBe(reason);
    expect(count).toBe(3);
  });

  it("stops at once, also when the scorer ignores the signal", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const deaf = () => {
      queueMicrotask(() => controller.abort(reason));
      return new Promise<boolean>(() => undefined);
    };

    await expect(auditScorer(deaf, capitals, { signal: controller.signal })).rejects.toBe(reason);
  });

  it("scores as many at one time as it is told", async () => {
    let [inFlight, highest] = [0, 0];
    const slow: ScorerInput<string, string> = async () => {
      inFlight += 1;
      highest = Math.max(highest, inFlight);
      await Promise.resolve();
      inFlight -= 1;
      return true;
    };
    await auditScorer(slow, capitals, { concurrency: 4 });

    expect(highest).toBe(4);
  });

  it.each([
    [[5, capitals], "scorer must be a function"],
    [[exactMatch(), undefined], "environment must be an environment, or { tasks }, got undefined."],
    [
      [exactMatch(), { tasks: [5] }],
      "tasks[0] must be a task { input, expected?, id?, metadata? }",
    ],
    [[exactMatch(), { tasks: [{ input: 5 }] }], "tasks[0].input must be a string or a list"],
    [[exactMatch(), capitals, { answer: async () => "x" }], "the output itself, got a Promise."],
    [
      [exactMatch(), capitals, { alternatives: () => "Paris" }],
      "what alternatives gives must be a list",
    ],
    [
      [exactMatch(), capitals, { toolExecutions: () => ["search"] }],
      "what toolExecutions gives must be",
    ],
    [
      [exactMatch(), capitals, { answer: "Paris" }],
      'answer must be a function of a task, got "Paris"',
    ],
    [[exactMatch(), capitals, { k: 1 }], 'auditScorer has an unknown key "k"'],
    [
      [exactMatch(), capitals, { wrongToolExecutions: () => [{ name: "search" }] }],
      "a list of wrongToolExecutions must be a list of { toolCallId",
    ],
    [[exactMatch(), capitals, { wrongToolExecutions: () => 5 }], "gives must be a list, got 5"],
    [
      [exactMatch(), capitals, { concurrency: 1.5 }],
      "auditScorer: concurrency must be a whole number",
    ],
    [[exactMatch(), capitals, { signal: null }], "auditScorer: signal must be an AbortSignal"],
    [[exactMatch(), capitals, { signal: {} }], "auditScorer: signal must be an AbortSignal"],
  ])("refuses what it cannot use: %#", async (args, message) => {
    await expect(auditScorer(...(args as [never, never, never]))).rejects.toThrow(message);
  });
});
