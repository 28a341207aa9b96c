import { Rejections } from "@rollouts/export-sft/rows";
import type { RowFacts } from "../files/row-writer.ts";
import type {
  PromptFaultCode,
  PromptRejection,
  PromptsFacts,
  TaskCounters,
} from "./prompts-report.ts";

/** Counts the tasks that are in no row. */
export class PromptTally {
  readonly #counters: Record<keyof TaskCounters, number> = {
    skippedHoldout: 0,
    skippedUnscored: 0,
    skippedNoText: 0,
    skippedMixedPrompt: 0,
    droppedByRedaction: 0,
    skippedUnsupported: 0,
  };
  readonly #rejections = new Rejections<PromptFaultCode, PromptRejection>();
  #inLearningZone = 0;

  count(outcome: keyof TaskCounters): void {
    this.#counters[outcome] += 1;
  }

  reject(
    taskId: string,
    {
      code,
      message,
      fault,
    }: Omit<PromptRejection, "taskId" | "reason"> & { code: PromptFaultCode },
  ): void {
    this.count("skippedUnsupported");
    this.#rejections.add({ taskId, reason: code, message, fault });
  }

  countInLearningZone(): void {
    this.#inLearningZone += 1;
  }

  facts({ written, droppedDuplicates, droppedOverCap }: RowFacts): PromptsFacts {
    const skipped = Object.values(this.#counters).reduce((sum, count) => sum + count, 0);
    return {
      tasks: written + droppedDuplicates + droppedOverCap + skipped,
      ...this.#counters,
      inLearningZone: this.#inLearningZone,
      ...this.#rejections.facts(),
    };
  }
}
