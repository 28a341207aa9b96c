import { describeValue } from "../checks/describe-value.ts";
import { FingerprintError } from "../errors/fingerprint-error.ts";

/**
 * The source text of a function, as it stands for the function in fingerprints. What the function
 * reaches outside its text is not seen, and bundlers may rewrite the text.
 *
 * @throws FingerprintError for functions that have none, with the remedy in its message.
 */
export function sourceText(fn: (...args: never) => unknown, remedy: string): string {
  const source = Function.prototype.toString.call(fn);
  if (!/\{\s*\[native code\]\s*\}$/.test(source)) return source;
  throw new FingerprintError({
    path: "$.source",
    reason: `the source of ${describeValue(fn)} cannot be read (it is built in or bound), so it cannot be fingerprinted. ${remedy}`,
  });
}
