import type { AgentRun, AttemptContext, Json, Message, Tool } from "@rollouts/core";
import type { RunScope } from "../run-scope.ts";

/**
 * What one option of `defineAgent` adds to every run. Immutable: whatever changes lives in the store
 * of the context.
 */
export interface Feature {
  /** The name of the option. */
  readonly option: string;
  /** What of it shapes the agent's behaviour; absent when nothing does. */
  readonly identity?: (() => Json) | undefined;
  /** Gives a block of the system message, or `undefined` when there is nothing to say. */
  readonly describe?: ((scope: RunScope) => Promise<string | undefined>) | undefined;
  /** Gives messages of earlier runs, which go before the input. */
  readonly recall?: ((scope: RunScope) => Promise<readonly Message[]>) | undefined;
  /** Tools that leave nothing behind. */
  readonly tools?: readonly Tool[] | undefined;
  /** All of it that outlives a run. */
  readonly writes?: FeatureWrites | undefined;
}

/** What a feature writes. */
export interface FeatureWrites {
  readonly tools?: readonly Tool[] | undefined;
  /** Called after a completed run. */
  readonly save?: ((run: AgentRun, scope: RunScope) => Promise<void>) | undefined;
}

/** What a feature may write in this run: nothing when writes are sealed. The only seal there is. */
export function allowedWrites({ writes = {} }: Feature, context: AttemptContext): FeatureWrites {
  return context.writes === "live" ? writes : {};
}
