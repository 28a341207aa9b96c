import {
  type CompletedRun,
  checkTask,
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
  refuseUnknownKeys,
  type TaskInput,
} from "@rollouts/core";
import { completeRun, type TraceRun } from "../offline/complete-run.ts";
import { toRun } from "../offline/to-run.ts";

/** A run, or an output alone, with what people say of it. */
export type CalibrationTrace<Output = unknown, Expected = unknown> =
  | readonly [run: TraceRun<Output>, expected: Expected, gold: boolean]
  | (TraceFacts<Expected> & {
      readonly run: TraceRun<Output>;
      readonly output?: undefined;
    })
  | (TraceFacts<Expected> & { readonly output: Output; readonly run?: undefined });

interface TraceFacts<Expected> {
  /** What the scorer compares with, as a task's `expected`; `undefined` when there is none. */
  readonly expected: Expected;
  /** Whether people say that it passes. */
  readonly gold: boolean;
  /** What was asked, for judges. @defaultValue an empty prompt */
  readonly input?: TaskInput | undefined;
}

/** A trace in its one form. */
export interface ReadTrace<Output = unknown, Expected = unknown> extends TraceFacts<Expected> {
  readonly run: CompletedRun<Output>;
  readonly input: TaskInput;
}

const caller = "calibrate";
const keys = ["run", "output", "expected", "gold", "input"];
const wanted = "[run, expected, gold], { run, expected, gold } or { output, expected, gold }";

/** @throws InvalidArgumentError for the first trace that cannot be used, with its place. */
export function readTraces<Output, Expected>(
  traces: readonly CalibrationTrace<Output, Expected>[],
): readonly ReadTrace<Output, Expected>[] {
  if (!Array.isArray(traces)) {
    throw invalidArgument("traces", `a list of ${wanted}`, traces, { caller });
  }
  // Unlike map, it does not skip holes.
  return Array.from(traces, (trace, index) => readTrace(trace, `traces[${index}]`));
}

function readTrace<Output, Expected>(trace: unknown, at: string): ReadTrace<Output, Expected> {
  const { run, output, expected, gold, input = "" } = toMembers(trace, at);
  if (typeof gold !== "boolean") {
    throw invalidArgument(`${at}.gold`, "true or false, what people say", gold, { caller });
  }
  checkTask({ input }, at);
  if (run !== undefined && output !== undefined) {
    throw new InvalidArgumentError({
      argument: at,
      message: `${caller}: ${at} has a run and an output; give one of them, as the output of a run is run.output.`,
    });
  }
  if (run === undefined && output === undefined) {
    throw invalidArgument(at, wanted, trace, { caller });
  }
  const facts = { expected: expected as Expected, gold, input: input as TaskInput };
  const made =
    run === undefined
      ? toRun<Output>({ input: facts.input, output: output as Output })
      : completeRun<Output>(run, { input: facts.input, caller, at: `${at}.run` });
  return { ...facts, run: made };
}

function toMembers(trace: unknown, at: string): Readonly<Record<string, unknown>> {
  if (Array.isArray(trace)) {
    if (trace.length !== 3) {
      throw invalidArgument(at, "three: [run, expected, gold]", trace, { caller });
    }
    const [run, expected, gold] = trace as readonly unknown[];
    return { run, expected, gold };
  }
  if (!isPlainObject(trace)) throw invalidArgument(at, wanted, trace, { caller });
  refuseUnknownKeys(trace, keys, `${caller}: ${at}`);
  if ("expected" in trace) return trace;
  throw new InvalidArgumentError({
    argument: `${at}.expected`,
    message: `${caller}: ${at} has no expected: a trace is ${wanted}, with expected: undefined when the scorer compares with nothing.`,
  });
}
