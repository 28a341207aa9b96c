import {
  type AttemptResult,
  defineEnvironment,
  functionAgent,
  type RolloutResult,
  summarize,
  type Task,
} from "@rollouts/core";
import { loadResult, openResultFile, readResultFile } from "@rollouts/result-file";
import { explainResume, type RunRolloutsOptions, runRollouts } from "@rollouts/runner";
import { expect } from "vitest";

export interface Situation {
  readonly tasks: readonly Task<string>[];
  readonly scorerVersion?: number;
  readonly metricVersion?: number | undefined;
  readonly options?: RunRolloutsOptions<string, string>;
}

export const task = (id: string, input = "q", expected = "0"): Task<string> => ({
  id,
  input,
  expected,
});

export const labelOf = ({
  taskId,
  attemptIndex,
}: Pick<AttemptResult, "taskId" | "attemptIndex">): string => `${taskId}/${attemptIndex}`;

export const attemptsOf = (result: RolloutResult): AttemptResult[] =>
  result.taskResults.flatMap(({ attempts }) => attempts);

/** As JSON has it: what is undefined is absent. */
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** An environment that tells which attempts its agent ran, and which its scorer judged. */
export function observe({ tasks, scorerVersion = 1, metricVersion }: Situation) {
  const calls: { readonly taskId: string; readonly label: string }[] = [];
  const judged: string[] = [];
  const metric = (value: number) => ({ version: String(value), score: () => value / 4 });
  const env = defineEnvironment({
    name: "files",
    tasks,
    agent: functionAgent({
      identity: "files",
      run(_, { taskId, attemptIndex, seed }) {
        calls.push({ taskId, label: labelOf({ taskId, attemptIndex }) });
        return String(seed % 3);
      },
    }),
    scorer: {
      version: String(scorerVersion),
      score(run, expected, { task: { id }, attemptIndex }) {
        judged.push(labelOf({ taskId: id, attemptIndex }));
        return Number(run.output) + scorerVersion > Number(expected) + 1;
      },
    },
    metrics: metricVersion === undefined ? {} : { m: metric(metricVersion) },
  });
  return { env, calls, judged };
}

/** One session on a result file; `toRun` is what was said beforehand that it would run. */
export async function session(
  path: string,
  situation: Situation,
  mode: "create" | "resume" = "resume",
) {
  const { env, calls, judged } = observe(situation);
  const toRun = mode === "resume" ? await explain(path, env, situation) : null;
  const sink = await openResultFile(path, { mode });
  const result = await runRollouts(env, { concurrency: 2, ...situation.options, sink });
  return { result, calls, labels: calls.map(({ label }) => label).sort(), judged, toRun };
}

async function explain(
  path: string,
  env: ReturnType<typeof observe>["env"],
  { options: { k, seed } = {} }: Situation,
): Promise<string[]> {
  const { steps } = await explainResume(env, await readResultFile(path), { k, seed });
  return steps
    .filter(({ action }) => action === "run")
    .flatMap(({ taskId, attemptIndexes }) =>
      attemptIndexes.map((attemptIndex) => labelOf({ taskId, attemptIndex })),
    );
}

/** The file says what the result says. */
export async function expectSame(path: string, result: RolloutResult): Promise<void> {
  expect(plain(attemptsOf(await loadResult(path)))).toEqual(plain(attemptsOf(result)));
  expect(plain(await summarize(await readResultFile(path)))).toEqual(plain(result.summary()));
}
