import {
  type AttemptResult,
  describeThrown,
  ResultFormatError,
  type ResultHeader,
  type ResultPlan,
  type ResultSource,
  summarizeTask,
  type TaskSummary,
} from "@rollouts/core";
import type { AttemptEntry } from "./contents/attempt-index.ts";
import { countHidden, type HiddenAttempts } from "./contents/count-hidden.ts";
import type { FileState } from "./contents/file-state.ts";
import { type SelectedAttempt, selectAttempts } from "./contents/select-attempts.ts";
import { summarizeQuickly } from "./contents/summarize-quickly.ts";
import { type FileIdentity, replacedFile } from "./disk/file-identity.ts";
import { PageReader } from "./disk/page-reader.ts";
import { toAgentRun, toAttemptResult, toRunStandIn } from "./format/attempt-line.ts";
import { atLine, readLine } from "./format/line.ts";
import {
  type AttemptLine,
  attemptLine,
  rescoreLine,
  transcriptLine,
} from "./format/line-schemas.ts";
import { type Plan, type PlannedTask, toPlan } from "./format/plan.ts";
import { checksumOf } from "./format/seal.ts";
import type { VerdictFacts } from "./format/verdict.ts";

/**
 * A result in a file, as the last plan in it sees it. It shows what was in the file when it was read;
 * what is appended later needs another `readResultFile`. Once another file has taken its place, as
 * `saveResult` does, reading from it throws a ResultFormatError; it never gives what that one holds.
 */
export interface ResultFile extends ResultSource {
  readonly path: string;
  /**
   * The same file as another plan sees it.
   *
   * @throws InvalidArgumentError for two tasks of one id.
   */
  replan(plan: ResultPlan): ResultFile;
  /** What is odd about the file, such as a torn last line. */
  readonly warnings: readonly string[];
  /** Attempts in the file that the plan does not count; nothing is ever deleted. */
  readonly hidden: HiddenAttempts;
}

/** What a file that was walked through is. */
export interface ResultFileOptions {
  readonly path: string;
  readonly identity: FileIdentity;
  readonly state: FileState;
  readonly plan: Plan;
  readonly warnings: readonly string[];
}

const newline = Buffer.from("\n");

/** Reads the lines of a file that was walked through, as a plan sees them. */
export class StoredResult implements ResultFile {
  readonly specVersion = "v1";
  readonly path: string;
  readonly header: ResultHeader;
  readonly warnings: readonly string[];
  readonly plan: Plan;
  readonly state: FileState;
  readonly #identity: FileIdentity;
  readonly #pages: PageReader;

  constructor({ path, identity, state, plan, warnings }: ResultFileOptions) {
    this.path = path;
    this.header = { ...plan.header, end: state.end };
    this.warnings = warnings;
    this.plan = plan;
    this.state = state;
    this.#identity = identity;
    this.#pages = new PageReader(path, identity);
  }

  get hidden(): HiddenAttempts {
    return countHidden(this);
  }

  replan({ header, tasks }: ResultPlan): StoredResult {
    const { path, state, warnings } = this;
    const plan = toPlan(header, tasks);
    return new StoredResult({ path, identity: this.#identity, state, plan, warnings });
  }

  async *tasks(): AsyncGenerator<TaskSummary, void, undefined> {
    const reading = this.#pages.use();
    try {
      for (const planned of this.plan.tasks.values()) {
        yield this.#summarizeQuickly(planned) ?? (await this.#summarize(planned));
      }
    } finally {
      await reading.done();
    }
  }

  async *attempts(taskId: string): AsyncGenerator<AttemptResult, void, undefined> {
    const planned = this.plan.tasks.get(taskId);
    if (planned === undefined) return;
    const reading = this.#pages.use();
    try {
      for (const selected of this.select(planned)) yield await this.#readAttempt(selected, planned);
    } finally {
      await reading.done();
    }
  }

  /** Where the attempts of a task lie that count. */
  select({ entry }: PlannedTask): SelectedAttempt[] {
    const question = this.state.questions.find(entry.id, entry.inputHash);
    if (question === null) return [];
    return selectAttempts(this.state.index.entriesOf(question), this.plan.header.k);
  }

  /** The lines of an attempt that counts, as they are in the file. */
  async readBytes({ attempt, verdict }: SelectedAttempt): Promise<Buffer[]> {
    const reading = this.#pages.use();
    try {
      const lines = attempt.transcriptBytes === 0 ? [] : [await this.#read(transcriptOf(attempt))];
      lines.push(await this.#read(lineOf(attempt)));
      if (verdict !== attempt) lines.push(await this.#read(lineOf(verdict)));
      return lines.flatMap((line) => [line, newline]);
    } finally {
      await reading.done();
    }
  }

  /** What the verdict of an attempt is: of a scorer or expected value of before, it is none. */
  async readVerdict({ verdict }: SelectedAttempt, task: PlannedTask): Promise<VerdictFacts> {
    const reading = this.#pages.use();
    try {
      const { score, unscored } = toAttemptResult(await this.#readLine(verdict), null, task);
      return score ?? { cause: unscored?.cause ?? "error" };
    } finally {
      await reading.done();
    }
  }

  async #readAttempt({ attempt, verdict }: SelectedAttempt, task: PlannedTask) {
    const original = await this.#readLine(attempt);
    const line = attempt === verdict ? original : await this.#readLine(verdict);
    if (attempt.transcriptBytes === 0) return toAttemptResult(line, null, task);
    const stored = transcriptOf(attempt);
    const bytes = await this.#read(stored);
    return atLine(this.path, stored, () => {
      const transcript = readLine(bytes, transcriptLine);
      if (transcript.taskId !== line.taskId || transcript.attemptIndex !== line.attemptIndex) {
        throw new Error("the transcript is that of another attempt than the line after it");
      }
      return toAttemptResult(line, toAgentRun(transcript, original), task);
    });
  }

  #summarizeQuickly(planned: PlannedTask): TaskSummary | null {
    const { index, questions, tallies } = this.state;
    const { id, inputHash } = planned.entry;
    const question = questions.find(id, inputHash);
    const tally = question === null ? undefined : tallies.of(question);
    if (question === null || tally === undefined) return null;
    const entries = index.entriesOf(question);
    return summarizeQuickly(planned, { entries, tally, k: this.plan.header.k });
  }

  async #summarize(planned: PlannedTask): Promise<TaskSummary> {
    const attempts: AttemptResult[] = [];
    for (const { attempt, verdict } of this.select(planned)) {
      const line = await this.#readLine(verdict);
      const original = attempt === verdict ? line : await this.#readLine(attempt);
      const run = original.run === null ? null : toRunStandIn(original);
      attempts.push(toAttemptResult(line, run, planned));
    }
    return summarizeTask(planned.task, attempts);
  }

  async #readLine(entry: AttemptEntry): Promise<AttemptLine> {
    const stored = lineOf(entry);
    const bytes = await this.#read(stored);
    const schema = entry.kind === "attempt" ? attemptLine : rescoreLine;
    return atLine(this.path, stored, () => readLine(bytes, schema) as AttemptLine);
  }

  /** A line as it was when the file was walked through, without its newline. */
  async #read({ byteOffset, byteLength, checksum }: StoredLine): Promise<Buffer> {
    try {
      const bytes = await this.#pages.read(byteOffset, byteLength);
      if (checksumOf(bytes) !== checksum) throw replacedFile();
      return bytes;
    } catch (thrown) {
      throw unreadable(this.path, thrown);
    }
  }
}

/** Where a line lies, and what its bytes are known by. */
interface StoredLine {
  readonly number: number;
  readonly byteOffset: number;
  /** Without the newline. */
  readonly byteLength: number;
  readonly checksum: number;
}

function lineOf({ lineNumber, byteOffset, lineBytes, lineChecksum }: AttemptEntry): StoredLine {
  return { number: lineNumber, byteOffset, byteLength: lineBytes, checksum: lineChecksum };
}

/** The transcript line right before that of an attempt which has one. */
function transcriptOf(attempt: AttemptEntry): StoredLine {
  const { lineNumber, byteOffset, transcriptBytes, transcriptChecksum } = attempt;
  return {
    number: lineNumber - 1,
    byteOffset: byteOffset - transcriptBytes,
    byteLength: transcriptBytes - 1,
    checksum: transcriptChecksum,
  };
}

/** The error for a file that cannot be read at all. */
export function unreadable(path: string, thrown: unknown): ResultFormatError {
  return new ResultFormatError({
    path,
    line: 0,
    byteOffset: 0,
    message: `the file cannot be read: ${describeThrown(thrown)}`,
    cause: thrown,
  });
}
