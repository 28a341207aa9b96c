import { describeValue } from "./describe-value.ts";
import { MismatchError } from "./errors/mismatch-error.ts";
import type { ResultHeader } from "./result-source.ts";

/**
 * Refuses two results that may not be compared. Both need an environment fingerprint, and the same
 * one: `null` matches nothing, not even `null`. Policies may differ, since they are what is compared.
 *
 * @throws MismatchError with the names of the parts that differ.
 */
export function requireComparable(current: ResultHeader, baseline: ResultHeader): void {
  const { envFingerprint: currentFingerprint } = current;
  const { envFingerprint: baselineFingerprint } = baseline;
  if (versionOf(current) !== null && currentFingerprint === baselineFingerprint) return;
  const parts = differingParts(current, baseline);
  const both = `current ${describeValue(currentFingerprint)}, baseline ${describeValue(baselineFingerprint)}`;
  throw new MismatchError({
    parts,
    currentFingerprint,
    baselineFingerprint,
    message: `The results cannot be compared: ${explain(current, baseline, parts)} (envFingerprint: ${both}). Run both on the same environment.`,
  });
}

/** None without both fingerprints, or across versions: digests of other rules tell nothing. */
function differingParts(current: ResultHeader, baseline: ResultHeader): string[] {
  if (versionOf(current) === null || versionOf(current) !== versionOf(baseline)) return [];
  const names = new Set([...Object.keys(current.envParts), ...Object.keys(baseline.envParts)]);
  return [...names].filter((name) => current.envParts[name] !== baseline.envParts[name]);
}

function explain(current: ResultHeader, baseline: ResultHeader, parts: readonly string[]): string {
  if (versionOf(current) === null || versionOf(baseline) === null) {
    return "an environment that has no fingerprint matches nothing";
  }
  if (versionOf(current) !== versionOf(baseline)) {
    return "their environments were fingerprinted by different versions";
  }
  if (parts.length === 0) return "their environments differ";
  // Names may come from a file that someone else wrote.
  return `their environments differ in ${describeValue(parts.join(", "))}`;
}

/** What stands before the digest, such as `envfp1:`; `null` without a fingerprint. */
function versionOf({ envFingerprint }: ResultHeader): string | null {
  if (typeof envFingerprint !== "string") return null;
  return envFingerprint.slice(0, envFingerprint.indexOf(":") + 1);
}
