import { type CompletedRun, fingerprint, type Score, type Scorer } from "@rollouts/core";
import { checkRun } from "./tool-calls/check-run.ts";
import { describeOptions } from "./tool-calls/describe-options.ts";
import { planChecks } from "./tool-calls/plan-checks.ts";
import {
  checkToolCallOptions,
  type ToolCallScorerOptions,
} from "./tool-calls/tool-call-options.ts";

/**
 * Checks which tools a run executed, and with which arguments.
 *
 * It looks at executions: not at what the model asked for and nobody did, nor at the tools that were
 * offered, nor at the task's `expected`. A check is satisfied by a clean execution, one with the
 * status `ok` and arguments that can be read, of its own: no execution satisfies two. A forbidden call fails the attempt however it
 * ended. A reply that misses the output schema, or refuses, has failed whatever the tools did.
 *
 * The score's `value` is satisfied checks / checks; 0 after a forbidden call.
 *
 * @throws InvalidArgumentError for an option that cannot be used, such as arguments that JSON cannot
 * carry, or when nothing is checked or could pass.
 */
export function toolCallScorer(options: ToolCallScorerOptions): Scorer {
  checkToolCallOptions(options);
  const plan = planChecks(options);
  const digest = fingerprint({ kind: "toolCalls", ...describeOptions(options) });
  return {
    specVersion: "v1",
    name: options.name ?? "toolCalls",
    score: (run) => failUnanswered(run) ?? checkRun(run, plan),
    digest: () => digest,
  };
}

function failUnanswered({ refusal, outputError }: CompletedRun): Score | undefined {
  if (refusal) return { value: 0, passed: false, reason: `refused: ${refusal}` };
  if (typeof outputError !== "string") return undefined;
  return { value: 0, passed: false, reason: outputError };
}
