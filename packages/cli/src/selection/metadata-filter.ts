import type { ResolvedTask } from "@rollouts/core";

/** Such as `difficulty=hard`. */
export interface MetadataFilter {
  readonly key: string;
  readonly value: string;
}

/** True when the task's metadata has the value under the key, or a list with it. Numbers and flags count as text. */
export function matchesFilter(
  { metadata }: Pick<ResolvedTask, "metadata">,
  { key, value }: MetadataFilter,
): boolean {
  const found = metadata[key];
  const values: readonly unknown[] = Array.isArray(found) ? found : [found];
  return values.some((each) => textOf(each) === value);
}

function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  const isPlain = value === null || ["number", "boolean", "bigint"].includes(typeof value);
  return isPlain ? String(value) : null;
}
