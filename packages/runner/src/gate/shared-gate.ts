import type { Model, ModelResponse, Usage } from "@rollouts/core";
import type { Clock } from "./clock.ts";
import type { CallPurpose, Entrance } from "./entrance.ts";
import type { Amount } from "./estimates.ts";
import type { SharedSamples } from "./shared-samples.ts";

/** What the gates of all attempts of a run share. */
export interface SharedGate {
  readonly clock: Clock;
  readonly modelTries: number;
  /** Aborts when the budget is spent; absent without a budget. */
  readonly budgetEnded: AbortSignal | undefined;
  /** Where the calls of a model come in. */
  entranceOf(model: Model, purpose: CallPurpose): Entrance;
  readonly samples: SharedSamples;
  onCall(): void;
  /** The budget has refused a call. */
  onRefusal(): void;
  /** `asker` is the number of the attempt whose agent asked; `null` for a scorer. */
  onReply(model: Model, response: ModelResponse, asker: number | null): void;
  /** An attempt says what it has used; its calls have taken so much of that. */
  onReport(usage: Usage, taken: Amount): void;
  onLongPause(entrance: Entrance, durationMs: number): void;
}
