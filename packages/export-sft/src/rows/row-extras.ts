import { describeValue, isPlainObject } from "@rollouts/core";
import { toolNameFault } from "../conversation/tool-name-fault.ts";
import type { ProfileExtras, RowFault } from "../profiles/profile.ts";

const maxFunctions = 128;

/** Keys that rows of others may have, though none of ours does. */
export function extraRowKeys({ rowWeight, functions }: ProfileExtras): readonly string[] {
  return [...(rowWeight === null ? [] : ["weight"]), ...(functions ? ["functions"] : [])];
}

/** Finds what is wrong with those keys. */
export function* checkRowExtras(
  { weight, functions }: Readonly<Record<string, unknown>>,
  extras: ProfileExtras,
): Generator<RowFault> {
  if (extras.rowWeight !== null && weight !== undefined) {
    const isRight = typeof weight === "number" && (extras.rowWeight === "any" || weight >= 0);
    const wanted = extras.rowWeight === "any" ? "a number" : "a number >= 0";
    const fault = `weight must be ${wanted}, got ${describeValue(weight)}`;
    if (!isRight) yield { message: null, fault };
  }
  if (!extras.functions || functions === undefined) return;
  if (!Array.isArray(functions) || functions.length === 0 || functions.length > maxFunctions) {
    const fault = `functions must be a list of 1 to ${maxFunctions}, got ${describeValue(functions)}`;
    return yield { message: null, fault };
  }
  for (const [position, definition] of functions.entries()) {
    const fault = definitionFault(definition);
    if (fault !== null) yield { message: null, fault: `function ${position}: ${fault}` };
  }
}

function definitionFault(definition: unknown): string | null {
  if (!isPlainObject(definition)) return `must be an object, got ${describeValue(definition)}`;
  return toolNameFault(definition.name);
}
