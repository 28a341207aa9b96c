import { describeValue, type ResultEnd, ResultFormatError, type Usage } from "@rollouts/core";
import { fromPlain } from "../format/from-plain.ts";
import { checkLine, type Line, type ParsedLine, parseLine, toFormatError } from "../format/line.ts";
import {
  isTranscript,
  type LineFacts,
  placeOf,
  readLineHead,
  transcriptPlace,
} from "../format/line-head.ts";
import {
  type AttemptLine,
  attemptLine,
  type EndLine,
  endLine,
  formatVersion,
  type HeaderLine,
  headerLine,
  type RescoreLine,
  rescoreLine,
  type SessionLine,
  sessionLine,
  type TranscriptLine,
  transcriptLine,
} from "../format/line-schemas.ts";
import { type Plan, readPlan } from "../format/plan.ts";
import { checkSeal, checksumOf } from "../format/seal.ts";
import { AttemptIndex } from "./attempt-index.ts";
import { Tallies } from "./tallies.ts";
import { TaskInputs } from "./task-inputs.ts";

/** A transcript that no attempt line has committed yet. */
interface PendingTranscript {
  readonly place: string;
  readonly lineBytes: number;
  readonly checksum: number;
}

/** What a line is to the transcript before it: `commit` is an attempt that makes it count. */
export type LineKind = "transcript" | "commit" | "attempt" | "other";

/** What the lines of a file come to: takes one after another. */
export class FileState {
  readonly index = new AttemptIndex();
  readonly taskInputs = new TaskInputs();
  readonly tallies = new Tallies();
  readonly #path: string;
  #plan: Plan | null = null;
  #end: EndLine | null = null;
  /** Of all ends in the file: a run that went on has several. */
  #durationMs = 0;
  #pending: PendingTranscript | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** `null` until there is a header. */
  get plan(): Plan | null {
    return this.#plan;
  }

  /** `null` unless the file says how its last session ended. */
  get end(): ResultEnd | null {
    if (this.#end === null) return null;
    const { status, stoppedEarly } = this.#end;
    return { status, stoppedEarly, durationMs: this.#durationMs };
  }

  get endLine(): EndLine | null {
    return this.#end;
  }

  /**
   * Takes the next line; one that is refused changes nothing.
   *
   * @throws ResultFormatError for a damaged line, and for one where it must not be.
   */
  take(line: Line): LineKind {
    try {
      return this.#take(line);
    } catch (thrown) {
      throw toFormatError(this.#path, line, thrown, this.#plan !== null);
    }
  }

  #take(line: Line): LineKind {
    const kind = this.#takeQuickly(line) ?? this.#takeParsed(line, parseLine(line.bytes));
    if (kind !== "transcript") this.#pending = null;
    return kind;
  }

  /** Of sealed lines, which are as they were written, the first bytes tell enough. */
  #takeQuickly(line: Line): LineKind | null {
    if (this.#plan === null || checkSeal(line.bytes) !== "sealed") return null;
    if (isTranscript(line.bytes)) return this.#hold(line, transcriptPlace(line.bytes));
    const head = readLineHead(line.bytes);
    if (head === null) return null;
    const taskInput = this.taskInputs.numberOfText(head.taskText, head.inputHash);
    return this.#add(line, taskInput, head);
  }

  #takeParsed(line: Line, { members, hasOddValues }: ParsedLine): LineKind {
    this.#checkOrder(line, members);
    switch (members.type) {
      case "header":
        this.#checkFormat(line, members);
        return this.#setPlan(checkLine(members, headerLine), hasOddValues);
      case "session":
        return this.#setPlan(checkLine(members, sessionLine), hasOddValues);
      case "transcript":
        return this.#takeTranscript(line, checkLine(members, transcriptLine));
      case "attempt":
        return this.#takeAttempt(line, checkLine(members, attemptLine));
      case "rescore":
        return this.#takeAttempt(line, checkLine(members, rescoreLine));
      case "end":
        return this.#takeEnd(checkLine(members, endLine));
      default:
        // Later versions may add lines that this one can do without.
        if (typeof members.type === "string") return "other";
        throw new Error("the line has no type");
    }
  }

  #checkOrder({ number, byteOffset }: Line, { type }: Record<string, unknown>): void {
    if ((this.#plan === null) === (type === "header")) return;
    if (type !== "header") throw new Error("the first line must be a header");
    throw new ResultFormatError({
      path: this.#path,
      line: number,
      byteOffset,
      message: "a second header: two files cannot be joined like this.",
      advice: {
        id: "merge",
        text: "mergeResultFiles(paths, out) of @rollouts/result-file joins them.",
      },
    });
  }

  #checkFormat({ number, byteOffset }: Line, { format }: Record<string, unknown>): void {
    if (format === formatVersion) return;
    throw new ResultFormatError({
      path: this.#path,
      line: number,
      byteOffset,
      message: `the file has format ${describeValue(format)}, and this version of @rollouts/result-file reads format ${formatVersion}. Install a newer version.`,
    });
  }

  #setPlan(line: HeaderLine | SessionLine, hasOddValues: boolean): LineKind {
    this.#plan = readPlan(line, { before: this.#plan, hasOddValues });
    this.#end = null;
    return "other";
  }

  #takeTranscript(line: Line, { taskId, attemptIndex }: TranscriptLine): LineKind {
    return this.#hold(line, placeOf(taskId, attemptIndex));
  }

  #hold({ bytes }: Line, place: string): LineKind {
    this.#pending = { place, lineBytes: bytes.length + 1, checksum: checksumOf(bytes) };
    return "transcript";
  }

  #takeAttempt(line: Line, attempt: AttemptLine | RescoreLine): LineKind {
    const { taskId, attemptIndex, inputHash, score, unscored } = attempt;
    if (score === null && unscored === null) throw new Error("it has neither score nor reason");
    return this.#add(line, this.taskInputs.numberOf(taskId, inputHash), {
      type: attempt.type,
      place: placeOf(taskId, attemptIndex),
      attemptIndex,
      judgedBy: attempt.judgedBy,
      isRunMissing: attempt.run === null,
      usage: attempt.usage as Usage | undefined,
      scorerUsage: attempt.scorerUsage as Usage | undefined,
      hasMore:
        attempt.metrics !== undefined ||
        attempt.modelRetries !== undefined ||
        attempt.tries.length > 1,
      verdict: score ?? { cause: unscored?.cause ?? "error" },
    });
  }

  #add({ bytes, byteOffset, number }: Line, taskInput: number, line: LineFacts): LineKind {
    const { type, place, attemptIndex, verdict } = line;
    const hasTranscript = type === "attempt" && !line.isRunMissing;
    const pending = this.#pending;
    if (hasTranscript && pending?.place.startsWith(place) !== true) {
      throw new Error("the transcript of this attempt is not on the line before it");
    }
    this.index.add({
      kind: type,
      taskInput,
      attemptIndex,
      verdict,
      byteOffset,
      lineBytes: bytes.length,
      lineChecksum: checksumOf(bytes),
      lineNumber: number,
      transcriptBytes: hasTranscript ? (pending?.lineBytes ?? 0) : 0,
      transcriptChecksum: hasTranscript ? (pending?.checksum ?? 0) : 0,
    });
    this.tallies.add(taskInput, line);
    if (type === "rescore") return "other";
    return hasTranscript ? "commit" : "attempt";
  }

  #takeEnd(line: EndLine): LineKind {
    this.#end = line;
    this.#durationMs += fromPlain(line.durationMs) as number;
    return "other";
  }
}
