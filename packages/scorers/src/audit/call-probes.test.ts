import type { ToolExecution } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { allOf, auditScorer, exactMatch, toolCallScorer } from "../index.ts";

const callTo = (name: string): ToolExecution => ({
  toolCallId: "1",
  name,
  rawArguments: "{}",
  status: "ok",
  result: "done",
});

const open = [{ input: "Tidy up." }, { input: "Tidy up again." }];
const capitals = [
  { input: "Capital of France?", expected: "Paris" },
  { input: "Capital of Germany?", expected: "Berlin" },
];
const harmless = () => [callTo("search")];
const deleting = () => [[callTo("search"), callTo("delete")]];

describe("calls that the audit made up", () => {
  it("are not held against a scorer that forbids calls, if it fails the wrong ones", async () => {
    const scorer = toolCallScorer({ forbidden: ["delete"] });
    const options = { toolExecutions: harmless, wrongToolExecutions: deleting };

    expect(await auditScorer(scorer, { tasks: open }, options)).toMatchObject({
      isSound: true,
      findings: [],
      acceptsEverything: false,
      judgesCallsOnly: true,
      wrongAnswerCount: 2,
      hints: [],
    });
  });

  it("are not held against one that looks at answers, and forbids calls besides", async () => {
    const forbidding = toolCallScorer({ forbidden: ["delete"] });
    const scorer = allOf<string, string>([exactMatch(), forbidding]);

    const audit = await auditScorer(scorer, { tasks: capitals }, { toolExecutions: harmless });

    expect(audit).toMatchObject({ isSound: true, findings: [], idleParts: ["allOf > toolCalls"] });
    expect(audit.hints).toEqual([
      "No answer failed for the tool calls beside it. If the scorer looks at them, give it wrong ones: the option `wrongToolExecutions`.",
    ]);
  });

  it("are held against one that fails some of them", async () => {
    const careless = (run: { toolExecutions: readonly unknown[] }) => run.toolExecutions.length > 0;
    const { findings } = await auditScorer(careless, { tasks: open }, { toolExecutions: harmless });

    expect(findings.map(({ probe }) => probe)).toEqual(["failed-tool-calls", "failed-tool-calls"]);
  });

  it("do not fail what failed in the right calls already", async () => {
    const failing = [{ ...callTo("search"), status: "error" as const }];
    const tried = (run: { toolExecutions: readonly unknown[] }) => run.toolExecutions.length > 0;

    expect(
      await auditScorer(tried, { tasks: open }, { toolExecutions: () => failing }),
    ).toMatchObject({ isSound: true, findings: [] });
  });
});

describe("calls that the caller says are wrong", () => {
  it("must fail", async () => {
    const scorer = toolCallScorer({ expected: ["search"] });
    const options = { toolExecutions: harmless, wrongToolExecutions: deleting };
    const { isSound, findings } = await auditScorer(scorer, { tasks: open }, options);

    expect(isSound).toBe(false);
    expect(findings.map(({ taskId, probe }) => `${taskId} ${probe}`)).toEqual([
      "t1 wrong-tool-calls",
      "t2 wrong-tool-calls",
    ]);
  });

  it("make a scorer that accepts everything no scorer of calls", async () => {
    const options = { toolExecutions: harmless, wrongToolExecutions: deleting };

    expect(await auditScorer(() => true, { tasks: open }, options)).toMatchObject({
      isSound: false,
      acceptsEverything: true,
      judgesCallsOnly: false,
    });
  });
});

describe("an empty list of right calls", () => {
  const none = toolCallScorer({ allowAdditional: false });

  it("says that there must be none", async () => {
    const options = { toolExecutions: () => [], wrongToolExecutions: () => [harmless()] };

    expect(await auditScorer(none, { tasks: open }, options)).toMatchObject({
      isSound: true,
      auditedCount: 2,
      notAuditable: [],
      judgesCallsOnly: true,
    });
  });

  it("makes tasks auditable, and says what is missing", async () => {
    const audit = await auditScorer(none, { tasks: open }, { toolExecutions: () => [] });

    expect(audit).toMatchObject({ auditedCount: 2, notAuditable: [], isSound: false });
    expect(audit.hints[0]).toContain("the option `wrongToolExecutions`");
  });
});
