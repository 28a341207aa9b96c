import { clip } from "../clip.ts";

const maxKinds = 5;

/** `3 ProviderError, 1 timeout`, the most frequent first; empty without any. */
export function listErrors(errors: ReadonlyMap<string, number>): string {
  const kinds = [...errors].sort(([, first], [, second]) => second - first);
  const shown = kinds.slice(0, maxKinds).map(([kind, count]) => `${count} ${clip(kind, 40)}`);
  return kinds.length > maxKinds ? `${shown.join(", ")}, ...` : shown.join(", ");
}
