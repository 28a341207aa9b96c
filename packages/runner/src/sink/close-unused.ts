import type { ResultSink } from "@rollouts/core";

/**
 * Closes the sink of a run that was refused, since the caller has handed it over. The options may be
 * anything at all, and the refusal is what the caller is to hear of.
 */
export async function closeUnused(options: unknown): Promise<void> {
  try {
    await (options as { readonly sink?: Partial<ResultSink> } | null | undefined)?.sink?.close?.();
  } catch {
    // nothing was written that could be lost
  }
}
