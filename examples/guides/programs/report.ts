import { writeFile } from "node:fs/promises";
import { defineEnvironment, functionAgent } from "@rollouts/core";
import {
  checkGates,
  liveGrid,
  progressLines,
  renderReport,
  renderVerdict,
  toHtml,
} from "@rollouts/report";
import { runRollouts } from "@rollouts/runner";

const env = defineEnvironment({
  name: "sums",
  // Stands for a model that errs in every other attempt.
  agent: functionAgent({ run: (_, { attemptIndex }) => (attemptIndex % 2 === 0 ? "42" : "41") }),
  tasks: [{ id: "six-times-seven", input: "6 * 7 = ?", expected: "42" }],
  scorer: (run, expected) => run.output === expected,
});
const { stderr } = process;
const progress = stderr.isTTY ? liveGrid(stderr) : progressLines(stderr);
const result = await runRollouts(env, { k: 4, onEvent: progress.onEvent });
progress.close();

const verdict = checkGates(result, { minPassRate: 0.8, minCoverage: 0.95 });
await writeFile("report.html", toHtml(result, { verdict }));
console.log(renderReport(result, { attempts: 1 }));
console.log(renderVerdict(verdict));
process.exitCode = verdict.passed ? 0 : 1;
