import {
  type AttemptResult,
  describeThrown,
  describeValue,
  InvalidArgumentError,
  isRolloutsError,
  type ResultRecord,
  type ResultSink,
  RolloutsError,
} from "@rollouts/core";
import type { GroupWriter } from "./disk/group-writer.ts";
import { asSentence } from "./format/as-sentence.ts";
import { type Plan, toPlan } from "./format/plan.ts";
import {
  attemptLines,
  endLine,
  planLine,
  rescoreLine,
  type ToldAttempt,
} from "./format/record-lines.ts";
import type { StoredResult } from "./result-file.ts";

/** A result file that is being written. */
export interface OpenResultFile extends ResultSink {
  readonly path: string;
  /**
   * What was odd when the file was opened: a torn line that was cut off, a lock taken over. Attempts whose
   * longest texts had to be left out come to it while the file is written.
   */
  readonly warnings: readonly string[];
  /**
   * Settles when the record is safe on disk. The record is written as it is now, whatever happens to it
   * later.
   *
   * @throws InvalidArgumentError for a record at the wrong time or that does not fit the format, and
   * ResultWriteError when it could not be written; nothing more can be written then.
   */
  append(record: ResultRecord): Promise<void>;
  /**
   * Waits for all that was appended, and gives the file free. Calls after the first change nothing.
   *
   * @throws ResultWriteError when something that was appended could not be written.
   */
  close(): Promise<void>;
}

export interface SinkOptions {
  readonly path: string;
  readonly warnings: readonly string[];
  readonly resumeFrom: StoredResult | undefined;
  readonly writer: GroupWriter;
  readonly now: () => Date;
  /** Closes the file and releases its lock. */
  readonly release: () => Promise<void>;
}

export class ResultFileSink implements OpenResultFile {
  readonly specVersion = "v1";
  readonly path: string;
  readonly warnings: string[];
  readonly resumeFrom?: StoredResult;
  readonly #options: SinkOptions;
  /** That of this session, once it is told. */
  #plan: Plan | null = null;
  #hasEnded = false;
  #closing: Promise<void> | null = null;

  constructor(options: SinkOptions) {
    this.path = options.path;
    this.warnings = [...options.warnings];
    if (options.resumeFrom !== undefined) this.resumeFrom = options.resumeFrom;
    this.#options = options;
  }

  async append(record: ResultRecord): Promise<void> {
    if (this.#closing !== null) throw closedAlready(this.path);
    await this.#options.writer.append(this.#toBytesOrRefuse(record));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    try {
      await this.#options.writer.drain();
    } finally {
      await this.#options.release();
    }
  }

  #toBytesOrRefuse(record: ResultRecord): Buffer {
    try {
      return this.#toBytes(record);
    } catch (thrown) {
      if (isRolloutsError(thrown)) throw thrown;
      // Members are missing, or are not what they must be.
      throw invalidRecord(`cannot be written: ${describeThrown(thrown)}`, thrown);
    }
  }

  #toBytes(record: ResultRecord): Buffer {
    switch (record?.type) {
      case "header":
        return this.#begin(record);
      case "attempt":
        return attemptLines(this.#toTold(record.attempt));
      case "rescore":
        return rescoreLine(this.#toTold(record.attempt));
      case "end":
        return this.#finish(record);
      default:
        throw invalidRecord(`has no known type, got ${describeValue(record)}`);
    }
  }

  #begin({ header, tasks }: Extract<ResultRecord, { type: "header" }>): Buffer {
    if (this.#plan !== null) throw invalidRecord("is a second header");
    const plan = toPlan(header, tasks);
    const before = this.#options.resumeFrom?.plan ?? null;
    const bytes = planLine(plan, before, this.#options.now().toISOString());
    this.#plan = plan;
    return bytes;
  }

  #finish({ end, warnings, abandonedCount }: Extract<ResultRecord, { type: "end" }>): Buffer {
    this.#openPlan();
    const losses = this.warnings.slice(this.#options.warnings.length);
    const bytes = endLine(end, {
      warnings: losses.length === 0 ? warnings : [...(warnings ?? []), ...losses],
      abandonedCount,
    });
    this.#hasEnded = true;
    return bytes;
  }

  #toTold(attempt: AttemptResult): ToldAttempt {
    const task = this.#openPlan().tasks.get(attempt?.taskId);
    if (task !== undefined) return { attempt, task, warn: (loss) => this.warnings.push(loss) };
    throw invalidRecord(`is of ${describeValue(attempt?.taskId)}, which is no task of the header`);
  }

  #openPlan(): Plan {
    if (this.#plan === null) throw invalidRecord("comes before the header");
    if (this.#hasEnded) throw invalidRecord("comes after the end");
    return this.#plan;
  }
}

function invalidRecord(problem: string, cause?: unknown): InvalidArgumentError {
  const message = asSentence(`The record ${problem}`);
  return new InvalidArgumentError({ argument: "record", message, cause });
}

function closedAlready(path: string): RolloutsError {
  return new RolloutsError({
    code: "result_closed",
    message: `${path}: the result file is closed; nothing can be appended any more.`,
  });
}
