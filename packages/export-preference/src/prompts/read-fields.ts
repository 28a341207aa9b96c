import {
  canonicalJson,
  describeThrown,
  describeValue,
  isPlainObject,
  type JsonObject,
  type ResolvedTask,
} from "@rollouts/core";
import { ownKeysOf } from "../rows/prompt-row.ts";
import type { PromptsSettings } from "./prompts-options.ts";

/**
 * Asks the caller for the further keys of a row.
 *
 * @throws Error when they are not plain JSON, or would hide a key of the row.
 */
export function readFields(task: ResolvedTask, { fields, form }: PromptsSettings): JsonObject {
  if (fields === null) return {};
  const found: unknown = fields(task);
  if (!isPlainObject(found)) throw refusal(`gave ${describeValue(found)}, no object`);
  const ownKeys = ownKeysOf(form);
  const taken = Object.keys(found).find((key) => ownKeys.includes(key));
  if (taken !== undefined) throw refusal(`gave ${describeValue(taken)}, a key of the row`);
  try {
    canonicalJson(found);
  } catch (error) {
    throw refusal(`gave what is not JSON: ${describeThrown(error)}`);
  }
  return found as JsonObject;
}

function refusal(what: string): Error {
  return new Error(`the option fields ${what}`);
}
