import {
  canonicalJson,
  FingerprintError,
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
  type JsonObject,
  refuseUnknownKeys,
} from "@rollouts/core";
import { checkOptions } from "../check-options.ts";
import { refuseRounded } from "./refuse-rounded.ts";

/** A tool, with arguments that its call must have; further arguments do not matter. */
export interface ToolCallPattern {
  readonly name: string;
  /**
   * What is given must be equal, nested objects and lists as a whole; integers over 2^53 are refused,
   * since JavaScript rounds them. Default: any arguments.
   */
  readonly arguments?: JsonObject | undefined;
}

/** A call that is wanted, once or several times. */
export interface ExpectedToolCall extends ToolCallPattern {
  /** At least so many executions, from 1 to 100. @defaultValue 1 */
  readonly count?: number | undefined;
}

/** What `toolCallScorer` takes. */
export interface ToolCallScorerOptions {
  /**
   * The calls that are wanted; a name stands for a call with any arguments. A name given twice counts
   * once, unless `ordered`.
   * @defaultValue none
   */
  readonly expected?: readonly (string | ExpectedToolCall)[] | undefined;
  /**
   * The arguments of the calls that `expected` names, by tool: of one call, or a list with those of
   * one call each. They take the place of the bare name. A tool that `expected` does not name is
   * wanted by standing here.
   */
  readonly arguments?: Readonly<Record<string, JsonObject | readonly JsonObject[]>> | undefined;
  /**
   * True: the calls must come in the order of `expected`, with others between them if
   * `allowAdditional`. Calls of one assistant message are in no order among themselves.
   * @defaultValue false
   */
  readonly ordered?: boolean | undefined;
  /**
   * False: no tool that is not wanted may have been executed cleanly; calls that failed do not count.
   * Repeats of a wanted tool are fine, unless `ordered`, which then is exact. Without any expectation:
   * no call at all, also none that failed.
   * @defaultValue true
   */
  readonly allowAdditional?: boolean | undefined;
  /** Calls that fail the attempt whatever else holds, also when they ended in an error. */
  readonly forbidden?: readonly (string | ToolCallPattern)[] | undefined;
  /**
   * True: texts are compared without case and without white space at their ends, and a number or
   * boolean is equal to its text. Else arguments are compared as JSON, where 5 is not "5".
   * @defaultValue false
   */
  readonly lenient?: boolean | undefined;
  /** Stands in error messages. @defaultValue "toolCalls" */
  readonly name?: string | undefined;
}

const keys = [
  "expected",
  "arguments",
  "ordered",
  "allowAdditional",
  "forbidden",
  "lenient",
  "name",
] as const satisfies readonly (keyof ToolCallScorerOptions)[];

export const caller = "toolCallScorer";

/**
 * @throws InvalidArgumentError for an option of the wrong kind, and for arguments that JavaScript has
 * rounded; FingerprintError for those that JSON cannot carry.
 */
export function checkToolCallOptions(options: ToolCallScorerOptions): void {
  checkOptions(options, { caller, keys, example: '{ expected: ["search"] }' });
  checkCalls(options.expected, "expected", ["name", "arguments", "count"]);
  checkCalls(options.forbidden, "forbidden", ["name", "arguments"]);
  checkArguments(options.arguments);
  for (const key of ["ordered", "allowAdditional", "lenient"] as const) {
    const flag = options[key];
    if (flag !== undefined && typeof flag !== "boolean") {
      throw invalidArgument(key, "true or false", flag, { caller });
    }
  }
}

function checkCalls(calls: unknown, argument: string, allowed: readonly string[]): void {
  if (calls === undefined) return;
  if (!Array.isArray(calls)) {
    throw invalidArgument(argument, "a list of tool calls", calls, { caller });
  }
  for (const [index, call] of calls.entries()) checkCall(call, `${argument}[${index}]`, allowed);
}

function checkCall(call: unknown, path: string, allowed: readonly string[]): void {
  if (typeof call === "string") {
    if (call === "") throw invalidArgument(path, "the name of a tool", call, { caller });
    return;
  }
  if (!isPlainObject(call)) {
    throw invalidArgument(path, `the name of a tool, or { ${allowed.join(", ")} }`, call, {
      caller,
    });
  }
  refuseUnknownKeys(call, allowed, `${caller}: ${path}`);
  const { name, arguments: wanted, count = 1 } = call;
  if (typeof name !== "string" || name === "") {
    throw invalidArgument(`${path}.name`, "the name of a tool", name, { caller });
  }
  if (wanted !== undefined) checkSpec(wanted, `${path}.arguments`, "an object");
  if (!Number.isSafeInteger(count) || Number(count) < 1 || Number(count) > 100) {
    throw invalidArgument(`${path}.count`, "a whole number from 1 to 100", count, { caller });
  }
}

function checkArguments(specs: unknown): void {
  if (specs === undefined) return;
  if (!isPlainObject(specs)) {
    throw invalidArgument("arguments", "an object by tool name", specs, { caller });
  }
  for (const [name, spec] of Object.entries(specs)) {
    const path = `arguments[${JSON.stringify(name)}]`;
    if (!Array.isArray(spec)) {
      checkSpec(spec, path, "an object, or a list of objects");
      continue;
    }
    if (spec.length === 0) {
      throw invalidArgument(path, "an object, or a list with at least one", spec, { caller });
    }
    for (const [index, item] of spec.entries()) {
      checkSpec(item, `${path}[${index}]`, "an object");
    }
  }
}

/** Arguments that a call must have, as they are written at `path`. */
function checkSpec(spec: unknown, path: string, wanted: string): void {
  if (!isPlainObject(spec)) throw invalidArgument(path, wanted, spec, { caller });
  const members = Object.values(spec);
  if (members.length > 0 && members.every((member) => member === undefined)) {
    throw new InvalidArgumentError({
      argument: path,
      message: `${caller}: all members of ${path} are undefined, so it would be satisfied by any call. For any call leave the arguments out, or give {}.`,
    });
  }
  try {
    canonicalJson(spec);
  } catch (thrown) {
    if (!(thrown instanceof FingerprintError)) throw thrown;
    // Its path begins with `$`, which stands for the arguments.
    const at = `${path}${thrown.path.slice(1)}`;
    throw new FingerprintError({ path: at, reason: thrown.reason, cause: thrown });
  }
  refuseRounded(spec, path, caller);
}
