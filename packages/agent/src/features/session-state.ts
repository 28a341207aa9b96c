import {
  type AttemptContext,
  canonicalJson,
  invalidArgument,
  isPlainObject,
  type JsonObject,
} from "@rollouts/core";
import { toFrozenJson } from "../frozen-json.ts";
import type { Feature } from "./feature.ts";

/**
 * The key of a session's state in `context.store`. Tools read and change the state there; the model
 * sees it at the start of the next run.
 */
export function sessionStateKey({ sessionId }: Pick<AttemptContext, "sessionId">): string {
  return `session-state/${sessionId}`;
}

/** Keeps a state for each session, which begins as the seed, and shows it in the prompt. */
export function planSessionState(sessionState: unknown): Feature | undefined {
  if (sessionState === undefined) return undefined;
  if (!isPlainObject(sessionState)) {
    throw invalidArgument("sessionState", "a JSON object", sessionState);
  }
  const seed = toFrozenJson(sessionState as JsonObject, "sessionState");
  return {
    option: "sessionState",
    identity: () => seed,
    async describe({ context }) {
      const key = sessionStateKey(context);
      const saved = await context.store.get(key);
      // Also in an attempt, whose store is its own: tools must find it.
      if (saved === undefined) await context.store.set(key, seed);
      return `The state of this session, as JSON:\n${canonicalJson(saved ?? seed)}`;
    },
  };
}
