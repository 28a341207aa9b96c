// Plays the collector that sink.ts posts to: it keeps the records of every path.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import {
  type AttemptResult,
  type ResultRecord,
  type ResultSource,
  summarizeTask,
} from "@rollouts/core";

export interface Collector {
  /** Where the records of one run are posted to. */
  url(name: string): string;
  records(name: string): readonly ResultRecord[];
  stop(): void;
}

export async function startCollector(): Promise<Collector> {
  const kept = new Map<string, ResultRecord[]>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const record = (await json(request)) as ResultRecord;
    kept.set(path, [...(kept.get(path) ?? []), record]);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    records: (name) => kept.get(`/${name}`) ?? [],
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What records tell when they are put together, in whatever order they came. */
export function toSource(records: readonly ResultRecord[]): ResultSource {
  const plan = records.findLast((record) => record.type === "header");
  if (plan === undefined) throw new Error("There is no header among the records.");
  const end = records.findLast((record) => record.type === "end")?.end ?? null;
  const attempts = new Map<string, Map<number, AttemptResult>>();
  for (const record of records) {
    if (record.type !== "attempt" && record.type !== "rescore") continue;
    const { taskId, attemptIndex, run } = record.attempt;
    const ofTask = attempts.get(taskId) ?? new Map<number, AttemptResult>();
    attempts.set(taskId, ofTask);
    // A new verdict comes without the run that it is about.
    const known = run ?? ofTask.get(attemptIndex)?.run ?? null;
    ofTask.set(attemptIndex, { ...record.attempt, run: known });
  }
  const inOrder = (taskId: string) =>
    [...(attempts.get(taskId)?.values() ?? [])].sort((a, b) => a.attemptIndex - b.attemptIndex);
  return {
    specVersion: "v1",
    header: { ...plan.header, end },
    async *tasks() {
      for (const task of plan.tasks) yield summarizeTask(task, inOrder(task.id));
    },
    async *attempts(taskId) {
      yield* inOrder(taskId);
    },
  };
}
