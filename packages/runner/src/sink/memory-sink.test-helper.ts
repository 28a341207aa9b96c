import type { AttemptResult, ResultRecord, ResultSink, ResultSource } from "@rollouts/core";

export interface MemorySink extends ResultSink {
  /** What is safe, in order. */
  readonly records: readonly ResultRecord[];
  closeCount(): number;
}

export interface MemorySinkOptions {
  readonly resumeFrom?: ResultSource;
  /** Called before the n-th record, from 0, is safe; what it throws, the sink fails with. */
  readonly onAppend?: (number: number, record: ResultRecord) => Promise<void> | void;
  readonly onClose?: () => void;
}

/** A sink that keeps its records in memory. After a failure it takes nothing more. */
export function memorySink(options: MemorySinkOptions = {}): MemorySink {
  const { resumeFrom, onAppend, onClose } = options;
  const records: ResultRecord[] = [];
  let failure: { readonly thrown: unknown } | null = null;
  let appendCount = 0;
  let closeCount = 0;
  return {
    specVersion: "v1",
    ...(resumeFrom && { resumeFrom }),
    records,
    closeCount: () => closeCount,
    async append(record) {
      if (failure !== null) throw failure.thrown;
      const number = appendCount++;
      try {
        await onAppend?.(number, record);
      } catch (thrown) {
        failure ??= { thrown };
      }
      if (failure !== null) throw failure.thrown;
      records.push(record);
    },
    async close() {
      closeCount += 1;
      onClose?.();
    },
  };
}

export const labelOf = ({
  taskId,
  attemptIndex,
}: Pick<AttemptResult, "taskId" | "attemptIndex">): string => `${taskId}/${attemptIndex}`;

/** The records, each in one word. */
export function namesOf(records: readonly ResultRecord[]): string[] {
  return records.map((record) => {
    if (record.type === "header") return "header";
    if (record.type === "end") return `end ${record.end.stoppedEarly ?? record.end.status}`;
    return `${record.type} ${labelOf(record.attempt)}`;
  });
}
