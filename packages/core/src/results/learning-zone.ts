import { checkSource } from "../checks/check-source.ts";
import type { ResultSource } from "../result-source.ts";

/**
 * The tasks of any result with both passes and fails, all their attempts kept.
 *
 * @throws InvalidArgumentError, or UnsupportedSpecVersionError, for what is no result.
 */
export function learningZone(source: ResultSource): ResultSource {
  checkSource(source);
  let ids: Promise<ReadonlySet<string>> | undefined;
  return {
    specVersion: "v1",
    header: source.header,
    async *tasks() {
      for await (const task of source.tasks()) if (task.inLearningZone) yield task;
    },
    async *attempts(taskId) {
      // Once, since a source in a file reads all its tasks for it.
      ids ??= zoneIds(source);
      if ((await ids).has(taskId)) yield* source.attempts(taskId);
    },
  };
}

async function zoneIds(source: ResultSource): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { task, inLearningZone } of source.tasks()) if (inLearningZone) ids.add(task.id);
  return ids;
}
