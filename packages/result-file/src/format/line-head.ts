import type { UnscoredCause, Usage } from "@rollouts/core";
import { isAt } from "./is-at.ts";
import { unscoredCauses } from "./line-schemas.ts";
import { toJsonText } from "./seal.ts";
import type { VerdictFacts } from "./verdict.ts";

/** What the index keeps of an `attempt` or `rescore` line. */
export interface LineFacts {
  readonly type: "attempt" | "rescore";
  /** Task id and attempt index as they are written, to compare with those of a transcript. */
  readonly place: string;
  readonly attemptIndex: number;
  readonly judgedBy: string;
  readonly isRunMissing: boolean;
  readonly usage: Usage | undefined;
  readonly scorerUsage: Usage | undefined;
  /** Metrics, or tries and model calls that others followed: more than can be added up here. */
  readonly hasMore: boolean;
  readonly verdict: VerdictFacts;
}

/** The facts as the first bytes of a line tell them. */
export interface LineHead extends LineFacts {
  /** The task id as JSON text, its bytes as Latin-1. */
  readonly taskText: string;
  readonly inputHash: string;
}

const maxHeadBytes = 640;
const maxPlaceBytes = 96;
const headPattern = new RegExp(
  [
    String.raw`^\{"type":"(attempt|rescore)",`,
    String.raw`("taskId":("(?:[^"\\]|\\.)*"),"attemptIndex":(\d{1,9}),)`,
    '"inputHash":"([0-9a-f]{16})","judgedBy":"([0-9a-f]{16})",',
    String.raw`("run":null,)?(?:"usage":(\{[^{}]*\}),)?(?:"scorerUsage":(\{[^{}]*\}),)?`,
    String.raw`(?:"score":\{"value":([\d.e-]+),"passed":(true|false)[,}]|`,
    String.raw`"score":null,"unscored":\{"cause":"([a-z-]+)")`,
  ].join(""),
);
const transcriptStart = Buffer.from('{"type":"transcript",');

export function isTranscript(line: Buffer): boolean {
  return isAt(line, 0, transcriptStart);
}

/** Task id and attempt index of a transcript line as they are written: the first bytes of them. */
export function transcriptPlace(line: Buffer): string {
  return line.toString("latin1", transcriptStart.length, transcriptStart.length + maxPlaceBytes);
}

/** The same of an attempt; what it begins with is compared, and all of it when both are read. */
export function placeOf(taskId: string, attemptIndex: number): string {
  const place = `"taskId":${toJsonText(taskId)},"attemptIndex":${attemptIndex},`;
  return Buffer.from(place).toString("latin1", 0, maxPlaceBytes);
}

/** Reads only the first bytes. `null` for a line that does not begin as this package writes it. */
export function readLineHead(line: Buffer): LineHead | null {
  const found = headPattern.exec(line.toString("latin1", 0, maxHeadBytes));
  if (found === null) return null;
  const [, type, place = "", taskText = "", attemptIndex, inputHash = "", judgedBy = ""] = found;
  const [run, usage, scorerUsage, value, passed, cause] = found.slice(7);
  const verdict = readVerdict(value, passed, cause);
  if (verdict === null) return null;
  try {
    return {
      type: type === "attempt" ? "attempt" : "rescore",
      place: place.slice(0, maxPlaceBytes),
      taskText,
      attemptIndex: Number(attemptIndex),
      inputHash,
      judgedBy,
      isRunMissing: run !== undefined,
      usage: readUsage(usage),
      scorerUsage: readUsage(scorerUsage),
      // It would stand before the score.
      hasMore: false,
      verdict,
    };
  } catch {
    return null;
  }
}

function readVerdict(
  value: string | undefined,
  passed: string | undefined,
  cause: string | undefined,
): VerdictFacts | null {
  if (value === undefined) return isCause(cause) ? { cause } : null;
  const number = Number(value);
  return number >= 0 && number <= 1 ? { value: number, passed: passed === "true" } : null;
}

function isCause(cause: string | undefined): cause is UnscoredCause {
  return unscoredCauses.some((known) => known === cause);
}

function readUsage(text: string | undefined): Usage | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Usage);
}
