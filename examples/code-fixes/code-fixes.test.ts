import { execFile } from "node:child_process";
import { join } from "node:path";
import { isDeepStrictEqual, promisify } from "node:util";
import { runRollouts } from "@rollouts/runner";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import environment from "./environment.ts";
import patchSelection from "./patch-selection.ts";
import { patchTasks } from "./patches.ts";
import regressionTests from "./regression-tests.ts";
import { runChecks } from "./run-checks.ts";

const folder = import.meta.dirname;

describe("_23 code fixes", { timeout: 120_000 }, () => {
  it("basic.ts measures the offline model, with the same numbers each time", async () => {
    const jiti = join(folder, "node_modules/.bin/jiti");
    const { stdout, stderr } = await promisify(execFile)(jiti, [join(folder, "basic.ts")]);
    expect(stderr).toBe("");
    expect(stdout.replace(/\d+s$/m, "0s").split("\n")).toEqual([
      "code-fixes                 k=6 · 30 attempts · 0s",
      "  float-cache-key          ████░█   5/6   0.83   learning zone",
      "  conditional-update       █░███░   4/6   0.67   learning zone",
      "  canonical-caseless-key   ███░█░   4/6   0.67   learning zone",
      "  dst-fold-timeline        █░░██░   3/6   0.50   learning zone",
      "  single-flight-cache      █░████   5/6   0.83   learning zone",
      "float-cache-key/4 fails: finds the entry of a near key",
      "conditional-update/1 fails: removes the current version only",
      "canonical-caseless-key/3 fails: finds a name in another spelling",
      "dst-fold-timeline/1 fails: orders both; fails: tells them 3600 seconds apart",
      "single-flight-cache/1 fails: who comes during a refresh shares it",
      "",
    ]);
  });

  it("every module fails as long as it is not mended", async () => {
    const model = scriptedModel(({ messages }) => {
      const [, ...paragraphs] = String(messages.at(-1)?.content).split("\n\n");
      return JSON.stringify({ code: paragraphs.join("\n\n") });
    });
    const result = await runRollouts(environment, { k: 1, model });
    const verdicts = result.taskResults.map(({ attempts }) => attempts[0]?.score?.passed);
    expect(verdicts).toEqual([false, false, false, false, false]);
  });

  it("regression-tests.ts: greed finds the smallest cover only when it begins well", async () => {
    const result = await runRollouts(regressionTests, { k: 8 });
    expect(result.taskResults[0]?.attempts.map(({ score }) => score?.passed)).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it("regression-tests.ts: no other five tests and no four cover every issue", () => {
    const [task] = regressionTests.tasks;
    const tests = [...String(task?.input).matchAll(/(T\d+): (.+)/g)].map(
      ([, id = "", issues = ""]) => ({
        id,
        issues: issues.split(" "),
      }),
    );
    const covers = (left: number, from: number, chosen: typeof tests): string[][] => {
      if (new Set(chosen.flatMap(({ issues }) => issues)).size === 20)
        return [chosen.map(({ id }) => id)];
      if (left === 0) return [];
      return tests.flatMap((test, n) =>
        n < from ? [] : covers(left - 1, n + 1, [...chosen, test]),
      );
    };
    expect(covers(5, 0, [])).toEqual([task?.expected]);
  });
});

describe("_23 the choice of a patch", { timeout: 120_000 }, () => {
  it("patch-selection.ts: a reviewer who overlooks a demand takes the wrong one", async () => {
    const result = await runRollouts(patchSelection, { k: 6 });
    expect(String(result).split("\n").slice(1)).toEqual([
      "  single-flight-cache      ██████   6/6   1.00",
      "  stream-timeout           ░█████   5/6   0.83   learning zone",
      "  conditional-update       ██████   6/6   1.00",
      "  nested-exception-group   ██░███   5/6   0.83   learning zone",
      "  float-cache-key          ░█░░██   3/6   0.50   learning zone",
    ]);
  });

  it.each(patchTasks)(
    "$id: the best patch keeps every demand, the runner-up all but one",
    async (task) => {
      const signal = new AbortController().signal;
      const kept = async ([name, code]: [string, string]) => {
        const outcome = await runChecks(code, task.checks, { signal });
        const answers = "answers" in outcome ? outcome.answers : [];
        return [
          name,
          task.checks.filter(({ gives }, n) => isDeepStrictEqual(answers[n], gives)).length,
        ];
      };
      const counts = new Map(
        (await Promise.all(Object.entries(task.patches).map(kept))) as [string, number][],
      );
      expect(counts.get(task.expected.best)).toBe(3);
      expect(counts.get(task.expected.runnerUp)).toBe(2);
      expect([...counts.values()].filter((count) => count > 1)).toHaveLength(2);
    },
  );

  it("the expected choices are those of the reference", () => {
    const choices = patchTasks.map(({ id, expected }) => [id, expected.best, expected.runnerUp]);
    expect(choices).toEqual([
      ["single-flight-cache", "C", "B"],
      ["stream-timeout", "B", "A"],
      ["conditional-update", "A", "B"],
      ["nested-exception-group", "B", "A"],
      ["float-cache-key", "C", "D"],
    ]);
  });
});
