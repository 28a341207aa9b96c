import { describeValue } from "../checks/describe-value.ts";
import { FingerprintError } from "../errors/fingerprint-error.ts";
import type { Scorer } from "../scorer.ts";

/**
 * The digest of a scorer.
 *
 * @throws FingerprintError when it is no text, and whatever `digest()` throws.
 */
export function readDigest(scorer: Pick<Scorer<never, never>, "name" | "digest">): string {
  const digest: unknown = scorer.digest();
  if (typeof digest === "string") return digest;
  const reason = `digest() of ${describeValue(scorer.name)} must give a string, got ${describeValue(digest)}.`;
  throw new FingerprintError({ path: "$", reason });
}
