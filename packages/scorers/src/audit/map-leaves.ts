import { isPlainObject } from "@rollouts/core";

/**
 * A copy of a value in which `change` has replaced what is neither a list nor a plain object. Lists
 * are replaced by `mapList`, which is handed the way on.
 */
export function mapLeaves(
  value: unknown,
  change: (leaf: unknown) => unknown,
  mapList: (list: readonly unknown[], map: (item: unknown) => unknown) => unknown[],
): unknown {
  const seen = new Map<object, unknown>();
  function map(node: unknown): unknown {
    if (!Array.isArray(node) && !isPlainObject(node)) return change(node);
    // What contains itself ends here.
    if (seen.has(node)) return seen.get(node);
    seen.set(node, null);
    const copy = Array.isArray(node)
      ? mapList(node, map)
      : Object.fromEntries(Object.entries(node).map(([key, member]) => [key, map(member)]));
    seen.set(node, copy);
    return copy;
  }
  return map(value);
}
