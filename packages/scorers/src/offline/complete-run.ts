import { type CompletedRun, invalidArgument, isPlainObject, type TaskInput } from "@rollouts/core";
import { toRun } from "./to-run.ts";

/** A completed run, or what matters of one: its output, or its text where that is the output. */
export type TraceRun<Output = unknown> = Partial<CompletedRun<Output>>;

/** Where a run comes from, for messages. */
export interface RunPlace {
  readonly input: TaskInput;
  readonly caller: string;
  /** Such as `traces[0].run`. */
  readonly at: string;
}

/** One of these tells what the agent did. */
const telling = ["output", "text", "refusal", "outputError", "toolExecutions", "status"];

/**
 * A run with all its members: what is missing is as in a run that answered with this output.
 *
 * @throws InvalidArgumentError for what is no run, for one that did not complete, and for a member of
 * a wrong kind.
 */
export function completeRun<Output>(found: unknown, place: RunPlace): CompletedRun<Output> {
  const { input, caller, at } = place;
  if (!isPlainObject(found) || !telling.some((key) => found[key] !== undefined)) {
    throw invalidArgument(at, "a run, at least { output } or { text }", found, { caller });
  }
  checkMembers(found, place);
  const { text, refusal, outputError } = found;
  const isAnswer = typeof outputError !== "string" && !refusal;
  const textOutput = isAnswer && typeof text === "string" ? text : undefined;
  const output = (found.output === undefined ? textOutput : found.output) as Output | undefined;
  const given = Object.entries(found).filter(([, member]) => member !== undefined);
  return { ...toRun<Output>({ input, output }), ...Object.fromEntries(given) };
}

function checkMembers(run: Readonly<Record<string, unknown>>, { caller, at }: RunPlace): void {
  const { status = "completed" } = run;
  if (status !== "completed") {
    throw invalidArgument(at, "a run of status completed, as no other is scored", status, {
      caller,
    });
  }
  for (const key of ["messages", "toolExecutions", "served"]) {
    const list = run[key] ?? [];
    if (!Array.isArray(list)) throw invalidArgument(`${at}.${key}`, "a list", list, { caller });
  }
  for (const key of ["text", "refusal", "outputError"]) {
    const text = run[key] ?? "";
    if (typeof text !== "string") {
      throw invalidArgument(`${at}.${key}`, "a string", text, { caller });
    }
  }
}
