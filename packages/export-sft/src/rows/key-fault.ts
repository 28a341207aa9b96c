import { describeValue } from "@rollouts/core";
import { listWords } from "../conversation/list-words.ts";
import type { ProfileKeys } from "../profiles/profile.ts";

/** Says which key is too much or missing, `undefined` counting as missing; `null` when none is. */
export function keyFault(
  object: Readonly<Record<string, unknown>>,
  { required, optional }: ProfileKeys,
): string | null {
  const all = optional.length === 0 ? required : [...required, ...optional];
  const unknown = Object.keys(object).find(
    (key) => object[key] !== undefined && !all.includes(key),
  );
  const missing = required.find((key) => !Object.hasOwn(object, key) || object[key] === undefined);
  if (unknown === undefined && missing === undefined) return null;
  const only =
    optional.length === 0
      ? `it must have exactly ${listWords(required, "and")}`
      : `it may have only ${listWords(all, "and")}`;
  if (unknown !== undefined) return `has the key ${describeValue(unknown)}, ${only}`;
  return `lacks ${missing}, ${only}`;
}
