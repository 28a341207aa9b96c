import { describeValue, type Model, type ModelResponse, toSafeLine } from "@rollouts/core";

/** Collects what the replies of a run say that its reader should know. */
export interface Evidence {
  /** Looks at a reply to the agent of an attempt, by its number, or to a scorer (`null`). */
  note(model: Model, response: ModelResponse, attempt: number | null): void;
  /** What is told once the run is over. */
  closing(): readonly string[];
}

const maxWarnings = 20;
const maxWarningLength = 500;
const maxSnapshots = 10;
const maxResponseIds = 10_000;
const maxIdLength = 200;

/**
 * Each warning of a provider is told at once, the first 20 different ones. Snapshots and equal
 * response ids are told at the end; ids are compared with those of the last 10,000 replies.
 */
export function createEvidence(warn: (message: string) => void): Evidence {
  const warnings = new Set<string>();
  const snapshots = new Map<string, Set<string>>();
  const attemptsById = new Map<string, number>();
  let duplicateCount = 0;
  let replyCount = 0;
  let sharedCount = 0;

  function noteWarnings(model: Model, texts: readonly unknown[]): void {
    for (const text of texts) {
      if (warnings.size >= maxWarnings) return;
      const line = `${model.provider}: ${String(text)}`.slice(0, maxWarningLength);
      if (warnings.has(line)) continue;
      warnings.add(line);
      warn(toSafeLine(line));
      if (warnings.size === maxWarnings) warn("Further warnings of providers are left out.");
    }
  }

  function noteSnapshot({ provider, modelId }: Model, snapshot: unknown): void {
    if (typeof snapshot !== "string") return;
    const key = `${provider} ${describeValue(modelId)}`;
    const known = snapshots.get(key);
    if (known === undefined) snapshots.set(key, new Set([snapshot]));
    else if (known.size < maxSnapshots) known.add(snapshot);
  }

  function noteId(model: Model, id: unknown, attempt: number): void {
    if (typeof id !== "string" || id === "" || id.length > maxIdLength) return;
    replyCount += 1;
    const key = `${model.provider} ${id}`;
    const known = attemptsById.get(key);
    if (known !== undefined && known !== attempt) duplicateCount += 1;
    if (known !== undefined) return;
    attemptsById.set(key, attempt);
    if (attemptsById.size <= maxResponseIds) return;
    const [oldest] = attemptsById.keys();
    attemptsById.delete(oldest as string);
  }

  return {
    note(model, response, attempt) {
      const { served, warnings: texts } = response;
      if (Array.isArray(texts)) noteWarnings(model, texts);
      noteSnapshot(model, served?.model);
      // Samples of one call have one id, and are none the less samples of their own.
      const isShared = served?.sampleCount !== undefined;
      if (isShared) sharedCount += 1;
      else if (attempt !== null) noteId(model, served?.responseId, attempt);
    },
    closing() {
      const told: string[] = [];
      for (const [key, known] of snapshots) {
        if (known.size < 2) continue;
        const names = [...known].map((name) => describeValue(name)).join(", ");
        told.push(
          `The calls of ${key} were answered by ${known.size} model snapshots (${names}), so not all attempts met the same policy.`,
        );
      }
      if (duplicateCount > 0) {
        told.push(
          `duplicateSamples: ${duplicateCount} of ${replyCount} replies have the response id of another attempt's, so a cache may have answered and the attempts are not independent.`,
        );
      }
      if (sharedCount > 0) {
        told.push(
          `sharedSamples: ${sharedCount} replies came by calls that several attempts shared. Such attempts succeed or fail to be answered together, and the usage of a call stands with one of them.`,
        );
      }
      return told;
    },
  };
}
