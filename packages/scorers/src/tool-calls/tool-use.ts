import type { JsonObject, ToolExecution } from "@rollouts/core";
import { argumentsMatch } from "./arguments-match.ts";

/** One call that is wanted, or forbidden. */
export interface ToolCheck {
  readonly name: string;
  /** `null` when any arguments do. */
  readonly arguments: JsonObject | null;
}

/** One execution as the checks see it. */
export interface ToolUse {
  readonly name: string;
  readonly status: ToolExecution["status"];
  /** `undefined` when they are not JSON. */
  readonly arguments: unknown;
}

/** Reads the arguments once, also those that an agent did not parse. No text at all is no arguments. */
export function toToolUse(execution: ToolExecution): ToolUse {
  const { name, status, arguments: parsed, rawArguments } = execution;
  return { name, status, arguments: parsed === undefined ? parse(rawArguments) : parsed };
}

function parse(json: string): unknown {
  try {
    return json.trim() === "" ? {} : JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** True when name and arguments are those of the check, however the execution ended. */
export function matchesCheck(use: ToolUse, check: ToolCheck, lenient: boolean): boolean {
  if (use.name !== check.name) return false;
  return check.arguments === null || argumentsMatch(check.arguments, use.arguments, lenient);
}

/** True for an execution that satisfies the check: it ended well, with arguments that can be read. */
export function satisfiesCheck(use: ToolUse, check: ToolCheck, lenient: boolean): boolean {
  const isClean = use.status === "ok" && use.arguments !== undefined;
  return isClean && matchesCheck(use, check, lenient);
}
