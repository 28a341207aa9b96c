import { defineEnvironment, functionAgent, type RolloutResult, type Task } from "@rollouts/core";
import { runRollouts } from "../index.ts";
import type { RunRolloutsOptions } from "../options/options.ts";
import { labelOf, memorySink, namesOf } from "../sink/memory-sink.test-helper.ts";

export interface Variation {
  readonly tasks?: readonly Task<string>[];
  readonly scorer?: (answer: { output: string }, expected: string) => boolean;
  readonly scorerVersion?: string;
  readonly metrics?: Readonly<Record<string, number>>;
  readonly agentVersion?: string;
  readonly timeoutMs?: number;
  readonly name?: string;
  /** What the agent does at one attempt, by label. */
  readonly act?: Readonly<Record<string, () => string | Promise<string>>>;
}

export const threeTasks: readonly Task<string>[] = ["a", "b", "c"].map((id) => ({
  id,
  input: `${id}?`,
  expected: "0",
}));

/** An agent that answers with the number of its attempt, and says which attempts it made. */
export function vary({
  tasks = threeTasks,
  scorer = (answer, expected) => answer.output === expected,
  scorerVersion = "1",
  metrics = {},
  agentVersion = "1",
  timeoutMs,
  name = "resumed",
  act = {},
}: Variation = {}) {
  const calls: string[] = [];
  const judged: string[] = [];
  const agent = functionAgent({
    identity: { agentVersion },
    run(_, context) {
      calls.push(labelOf(context));
      return act[labelOf(context)]?.() ?? String(context.attemptIndex);
    },
  });
  const env = defineEnvironment({
    name,
    tasks,
    agent,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    scorer: {
      version: scorerVersion,
      score(answer, expected, { task, attemptIndex }) {
        judged.push(labelOf({ taskId: task.id, attemptIndex }));
        return scorer(answer, expected);
      },
    },
    metrics: Object.fromEntries(
      Object.entries(metrics).map(([key, value]) => [
        key,
        { version: String(value), score: () => value },
      ]),
    ),
  });
  return { env, calls, judged };
}

/** Goes on with a result in another environment, and tells what that took. */
export async function goOn(
  stored: RolloutResult,
  variation: Variation,
  options: RunRolloutsOptions<string, string> = {},
) {
  const { env, calls, judged } = vary(variation);
  const sink = memorySink({ resumeFrom: stored });
  const result = await runRollouts(env, { concurrency: 1, ...options, sink });
  return { result, calls, judged, sink, records: namesOf(sink.records) };
}

/** How each attempt ended: its verdict, or why there is none. */
export function cellsOf(result: RolloutResult): Record<string, string> {
  const cells = result.taskResults.flatMap(({ attempts }) =>
    attempts.map((attempt) => {
      const { score, unscored } = attempt;
      const cell = score === null ? (unscored?.cause ?? "?") : score.passed ? "pass" : "fail";
      return [labelOf(attempt), cell] as const;
    }),
  );
  return Object.fromEntries(cells);
}
