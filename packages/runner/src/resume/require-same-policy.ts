import {
  type Advice,
  describeValue,
  differingNames,
  fingerprintVersion,
  InvalidArgumentError,
  MismatchError,
  type ResultHeader,
  type ResultSource,
} from "@rollouts/core";

const otherSink: Advice = {
  id: "other-sink",
  text: "Go back to what they were made with, or use another sink.",
};

/** Parts of the environment that need no agent run when they change, or only that of some tasks. */
const changeableParts: readonly string[] = ["tasks", "scorer", "metrics"];

/**
 * Refuses to add attempts to those of another environment, agent, policy or seed.
 *
 * @throws MismatchError with the parts that differ; InvalidArgumentError for the name and the seed.
 */
export function requireSamePolicy(current: ResultHeader, source: ResultSource): void {
  const { header: stored, path } = source;
  if (current.env !== stored.env) {
    throw new InvalidArgumentError({
      argument: "env",
      message: `${path ?? "The sink"} holds attempts of the environment ${describeValue(stored.env)}, which the environment ${describeValue(current.env)} cannot go on with.`,
      advice: otherSink,
    });
  }
  if (current.seed !== stored.seed) {
    throw new InvalidArgumentError({
      argument: "seed",
      message: `${path ?? "The sink"} holds attempts of the seed ${stored.seed}, got ${current.seed}.`,
      advice: {
        id: "other-seed",
        text: "Leave the seed out to go on with that of before, or use another sink.",
      },
    });
  }
  const parts = areComparable(current, stored) ? differingParts(current, stored) : null;
  if (parts === null || parts.length > 0) throw mismatch(current, source, parts);
}

/** Parts tell nothing without both fingerprints, nor across versions of the rules. */
function areComparable(current: ResultHeader, stored: ResultHeader): boolean {
  return (["envFingerprint", "policyFingerprint"] as const).every((key) => {
    const version = fingerprintVersion(current[key]);
    return version !== null && version === fingerprintVersion(stored[key]);
  });
}

function differingParts(current: ResultHeader, stored: ResultHeader): string[] {
  const envParts = differingNames(current.envParts, stored.envParts);
  const policyParts = differingNames(current.policyParts, stored.policyParts);
  return [
    ...envParts.filter((name) => !changeableParts.includes(name)),
    ...policyParts.map((name) => `policy.${name}`),
  ];
}

function mismatch(
  current: ResultHeader,
  { header: stored, path }: ResultSource,
  parts: readonly string[] | null,
): MismatchError {
  const isPolicy = parts?.every((part) => part.startsWith("policy.")) ?? false;
  const key = isPolicy ? "policyFingerprint" : "envFingerprint";
  // Names may come from a file that someone else wrote.
  const why =
    parts === null
      ? "one of the two has no fingerprints, or those of another version, and so matches nothing"
      : `they differ in ${describeValue(parts.join(", "))}`;
  const both = `current ${describeValue(current[key])}, stored ${describeValue(stored[key])}`;
  return new MismatchError({
    parts: parts ?? [],
    currentFingerprint: current[key],
    baselineFingerprint: stored[key],
    message: `This environment cannot go on with the attempts that ${path ?? "the sink"} holds: ${why} (${key}: ${both}).`,
    advice: otherSink,
  });
}
