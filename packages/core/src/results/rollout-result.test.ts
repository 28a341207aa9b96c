import { describe, expect, it } from "vitest";
import { headerOf, resultOf, taskOf } from "../__fixtures__/results.ts";
import type { ResultSource } from "../result-source.ts";
import { RolloutResult } from "./rollout-result.ts";

describe("RolloutResult", () => {
  it("shows what its header says, with nothing to warn of by default", () => {
    const end = { status: "stopped", stoppedEarly: "aborted", durationMs: 5 } as const;
    const header = headerOf({ end, policyFingerprint: null });
    const result = new RolloutResult({ header, taskResults: [] });

    expect(result).toMatchObject({
      specVersion: "v1",
      status: "stopped",
      stoppedEarly: "aborted",
      isCutOff: false,
      durationMs: 5,
      envFingerprint: header.envFingerprint,
      policyFingerprint: null,
      isolation: header.isolation,
      warnings: [],
      abandonedCount: 0,
    });
  });

  it("D26: of a run that was cut off says that, and invents no reason and no duration", () => {
    const result = resultOf([taskOf("a", "pf")], { end: null });

    expect(result).toMatchObject({
      status: "stopped",
      stoppedEarly: null,
      isCutOff: true,
      durationMs: null,
    });
    expect(result.summary()).toMatchObject({ stoppedEarly: null, isCutOff: true, notRunCount: 2 });
    expect(result.learningZone().isCutOff).toBe(true);
  });

  it("Q5: the learning zone keeps fingerprints, k, duration, warnings and attempts", () => {
    const result = new RolloutResult({
      header: headerOf(),
      taskResults: [taskOf("a", "pp"), taskOf("b", "pfx")],
      warnings: ["careful"],
      abandonedCount: 1,
    });
    const zone = result.learningZone();

    expect(zone).toBeInstanceOf(RolloutResult);
    expect(zone).toEqual({ ...result, taskResults: [result.taskResults[1]] });
    expect(zone.summary()).toMatchObject({ taskCount: 1, k: 4, passRate: 0.5 });
    expect(result.taskResults).toHaveLength(2);
  });

  it("Q7: lists errors by task, in attempt order, those of scorers included", () => {
    const result = resultOf([
      taskOf("fine", "pf"),
      taskOf("hard", "xpet"),
      taskOf("__proto__", "t"),
    ]);

    expect(Object.entries(result.errors())).toEqual([
      ["hard", ["Error: boom", "scorer: ScorerError: bug", "timeout: exceeded 1s"]],
      ["__proto__", ["timeout: exceeded 1s"]],
    ]);
    expect(resultOf([taskOf("fine", "p")]).errors()).toEqual({});
  });

  it("E4: is a source of its tasks and attempts, in order", async () => {
    const source: ResultSource = resultOf([taskOf("b", "pf"), taskOf("a", "x")]);
    const seen: string[] = [];
    for await (const { task } of source.tasks()) {
      for await (const { attemptIndex } of source.attempts(task.id)) {
        seen.push(`${task.id}/${attemptIndex}`);
      }
    }

    expect(seen).toEqual(["b/0", "b/1", "a/0"]);
    expect(await source.attempts("nope")[Symbol.asyncIterator]().next()).toMatchObject({
      done: true,
    });
  });

  it("is plain data for JSON", () => {
    const result = resultOf([taskOf("a", "pf")]);

    expect(JSON.parse(JSON.stringify(result))).toEqual({ ...result });
  });
});
