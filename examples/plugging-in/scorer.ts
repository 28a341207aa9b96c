// A scorer of one's own: the answer is a list with the right items, in any order.
import { canonicalJson, functionScorer, type Scorer, unscored } from "@rollouts/core";

export interface SameItemsOptions {
  /** What stands between two items. @defaultValue "," */
  readonly separator?: string | undefined;
}

export function sameItems(options: SameItemsOptions = {}): Scorer<string, readonly string[]> {
  const { separator = "," } = options;
  return functionScorer(
    (run, expected) => {
      // Nobody could pass or fail this task, which is no fault of the answer.
      if (expected.length === 0) return unscored("the task expects no items");
      const wanted = new Set(expected);
      const found = new Set(run.output.split(separator).map((item) => item.trim()));
      found.delete("");
      const missing = [...wanted].filter((item) => !found.has(item));
      const extra = [...found].filter((item) => !wanted.has(item));
      const passed = missing.length + extra.length === 0;
      const reason = passed ? "" : `${missing.length} missing, ${extra.length} too many`;
      const hits = wanted.size - missing.length;
      const value = (2 * hits) / (wanted.size + found.size); // F1: 1 for all and no other
      return { value, passed, reason, detail: { missing, extra } };
    },
    // The source text, which stands for a function otherwise, does not show the separator.
    { name: "same-items", version: `1 ${canonicalJson({ separator })}` },
  );
}
