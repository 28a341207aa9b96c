import type { AgentRun } from "@rollouts/core";

/** Looks at a captured run whether it handed in this code: the same as the scorer, by hand. */
export function checkSubmission(run: AgentRun, code: number): "PASSED" | "FAILED" {
  const submitted = run.toolExecutions.filter(
    ({ name, status }) => name === "submit_validation_code" && status === "ok",
  );
  return submitted.some(({ rawArguments }) => JSON.parse(rawArguments).code === code)
    ? "PASSED"
    : "FAILED";
}
