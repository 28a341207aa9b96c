import { basename } from "node:path";
import { toSafeLine } from "@rollouts/core";
import type { FileRules } from "./inspect-dataset.ts";

/** Says that a name does not end as the profile wants it; `null` when it does. */
export function suffixFault(
  path: string,
  { name, suffix = null }: Pick<FileRules, "name" | "suffix">,
): string | null {
  if (suffix === null || path.endsWith(suffix)) return null;
  const shown = toSafeLine(JSON.stringify(basename(path)));
  return `the file is called ${shown}, profile ${name} takes only names that end with ${suffix}`;
}
