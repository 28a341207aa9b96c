import { isPlainObject } from "@rollouts/core";
import { numberCalls, type Row } from "@rollouts/export-sft/rows";
import type { PairForm } from "../profiles/preference-profile.ts";
import type { PreferencePair } from "./preference-pair.ts";

/** What the row of a pair says, whatever ids its calls have. */
export function toPlainRow(
  { prompt, chosen, rejected, tools }: PreferencePair,
  form: PairForm,
): Row {
  const at = prompt.length;
  const preferred = numberCalls([...prompt, ...chosen]);
  const other = numberCalls([...prompt, ...rejected]);
  const plain = {
    prompt: preferred.slice(0, at),
    chosen: preferred.slice(at),
    rejected: other.slice(at),
    tools,
  };
  return form.format.write(plain, form);
}

/** True for a row whose two answers say the same. */
export function hasEqualSides(row: Row, form: PairForm): boolean {
  // What is no row is told where it is written.
  const parts = isPlainObject(row) ? form.format.read(row, form) : "no object";
  if (typeof parts === "string") return false;
  return JSON.stringify(parts.chosen) === JSON.stringify(parts.rejected);
}
