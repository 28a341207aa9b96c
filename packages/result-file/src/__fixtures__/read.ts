import type { AttemptResult, ResultSource } from "@rollouts/core";

/** Everything that a result holds, as plain data. */
export async function readAll(source: ResultSource) {
  const attempts: AttemptResult[] = [];
  const summaries = [];
  for await (const summary of source.tasks()) {
    summaries.push(summary);
    for await (const attempt of source.attempts(summary.task.id)) attempts.push(attempt);
  }
  return { header: source.header, summaries, attempts };
}

/** The labels of the attempts that count, such as `t1/0`. */
export async function labelsOf(source: ResultSource): Promise<string[]> {
  const { attempts } = await readAll(source);
  return attempts.map(({ taskId, attemptIndex }) => `${taskId}/${attemptIndex}`);
}
