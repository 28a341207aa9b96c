import {
  canonicalJson,
  describeThrown,
  describeValue,
  isPlainObject,
  type JsonObject,
  type ResolvedTask,
} from "@rollouts/core";
import { toWholeTexts } from "@rollouts/export-sft/rows";
import { ownKeysOf } from "../rows/prompt-row.ts";
import type { PromptsSettings } from "./prompts-options.ts";

/** The further keys of a row. */
export interface Fields {
  readonly json: JsonObject;
  /** Whether they had half a character, which was replaced. */
  readonly isMended: boolean;
}

/**
 * Asks the caller for the further keys of a row.
 *
 * @throws Error when they are not plain JSON, or would hide a key of the row.
 */
export function readFields(task: ResolvedTask, settings: PromptsSettings): Fields {
  const { fields, form, replaceLoneSurrogates } = settings;
  if (fields === null) return { json: {}, isMended: false };
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
  const given = found as JsonObject;
  if (!replaceLoneSurrogates) return { json: given, isMended: false };
  const json = toWholeTexts(given);
  return { json, isMended: JSON.stringify(json) !== JSON.stringify(given) };
}

function refusal(what: string): Error {
  return new Error(`the option fields ${what}`);
}
