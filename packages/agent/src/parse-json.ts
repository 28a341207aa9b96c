import { describeThrown, type Json } from "@rollouts/core";

/** As deep as a fingerprint reads. Much deeper values overflow the stack of whoever writes them. */
const maxDepth = 1000;

/** `problem` completes a sentence: "The reply is ...". */
export type ParsedJson =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly problem: string };

/** Parses what a model wrote. Strict: a fence or a remark around the JSON is the model's mistake. */
export function parseJson(text: string): ParsedJson {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: `not JSON: ${describeThrown(error)}` };
  }
  if (isWithin(value, maxDepth)) return { ok: true, value };
  return { ok: false, problem: `JSON nested over ${maxDepth} deep` };
}

function isWithin(value: Json | undefined, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isWithin(member, levels - 1));
}
