import type { RowFacts } from "../files/row-writer.ts";
import type {
  PromptFaultCode,
  PromptRejection,
  PromptsFacts,
  TaskCounters,
} from "./prompts-report.ts";

const maxRejections = 100;

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
  readonly #unsupported: Partial<Record<PromptFaultCode, number>> = {};
  readonly #rejections: PromptRejection[] = [];
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
    this.#unsupported[code] = (this.#unsupported[code] ?? 0) + 1;
    if (this.#rejections.length >= maxRejections) return;
    this.#rejections.push({ taskId, reason: code, message, fault });
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
      unsupported: this.#unsupported,
      rejections: this.#rejections,
    };
  }
}
