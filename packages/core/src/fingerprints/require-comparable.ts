import { describeValue } from "../checks/describe-value.ts";
import type { Advice } from "../errors/advice.ts";
import { MismatchError } from "../errors/mismatch-error.ts";
import type { ResultHeader } from "../result-source.ts";
import { differingNames } from "./differing-names.ts";
import { fingerprintVersion } from "./fingerprint-version.ts";

/** Something in which two results may differ and still be compared. */
export type Allowance = "tasks" | "agent";

/** The parts of the environment fingerprint that each allowance stands for. */
const partsOf: Readonly<Record<Allowance, readonly string[]>> = {
  tasks: ["tasks"],
  agent: ["agent", "modelPrompt"],
};

/**
 * Refuses two results that may not be compared. Both need an environment fingerprint, and the same
 * one: `null` matches nothing, not even `null`. Policies may differ, since they are what is compared.
 *
 * @param options.allow what may differ all the same; the scorer never may. @defaultValue `[]`
 * @throws MismatchError with the names of the parts that differ.
 */
export function requireComparable(
  current: ResultHeader,
  baseline: ResultHeader,
  options: { readonly allow?: readonly Allowance[] | undefined } = {},
): void {
  const { envFingerprint: currentFingerprint } = current;
  const { envFingerprint: baselineFingerprint } = baseline;
  if (versionOf(current) !== null && currentFingerprint === baselineFingerprint) return;
  const parts = differingParts(current, baseline);
  if (differOnlyIn(parts, options.allow ?? []) && knowScorer(current, baseline)) return;
  const both = `current ${describeValue(currentFingerprint)}, baseline ${describeValue(baselineFingerprint)}`;
  throw new MismatchError({
    parts,
    currentFingerprint,
    baselineFingerprint,
    message: `The results cannot be compared: ${explain(current, baseline, parts)} (envFingerprint: ${both}). Run both on the same environment.`,
    advice: knowScorer(current, baseline) ? adviceFor(parts) : undefined,
  });
}

/**
 * Names of the parts of the environment in which two results differ. None without both fingerprints,
 * or across versions: digests of other rules tell nothing.
 */
export function differingParts(current: ResultHeader, baseline: ResultHeader): string[] {
  if (versionOf(current) === null || versionOf(current) !== versionOf(baseline)) return [];
  if (current.envFingerprint === baseline.envFingerprint) return [];
  return differingNames(current.envParts, baseline.envParts);
}

function differOnlyIn(
  parts: readonly string[],
  allow: readonly Allowance[],
  ...others: readonly string[]
): boolean {
  const allowed = [...allow.flatMap((allowance) => partsOf[allowance]), ...others];
  return parts.length > 0 && parts.every((part) => allowed.includes(part));
}

/** A part that neither has does not differ, yet says nothing about the scorers. */
function knowScorer(current: ResultHeader, baseline: ResultHeader): boolean {
  return [current, baseline].every(({ envParts }) => Object.hasOwn(envParts, "scorer"));
}

function adviceFor(parts: readonly string[]): Advice | undefined {
  const allowances = (["tasks", "agent"] as const).filter((allowance) =>
    partsOf[allowance].some((part) => parts.includes(part)),
  );
  if (parts.includes("scorer") && differOnlyIn(parts, allowances, "scorer")) {
    const text = "Or score the attempts of one by the scorer of the other with rescore.";
    return { id: "rescore", text };
  }
  if (!differOnlyIn(parts, allowances)) return undefined;
  const names = allowances.map((allowance) => JSON.stringify(allowance)).join(", ");
  return {
    id: "allow",
    text: `Or compare them all the same with allow: [${names}].`,
    values: allowances,
  };
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

function versionOf({ envFingerprint }: ResultHeader): string | null {
  return fingerprintVersion(envFingerprint);
}
