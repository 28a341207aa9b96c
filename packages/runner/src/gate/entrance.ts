import type { Model } from "@rollouts/core";
import type { Lane } from "./lane.ts";
import type { ModelBooks } from "./ledger.ts";
import type { HeldBackBy } from "./starved.ts";

/** Who asks: the agent, or a scorer. */
export type CallPurpose = "agent" | "scorer";

/** Where the calls of a model come in. */
export interface Entrance {
  readonly model: Model;
  readonly purpose: CallPurpose;
  readonly lane: Lane;
  readonly books: ModelBooks;
  /** An attempt has run out of time while a call of it was waiting here. */
  readonly onStarved: (by: HeldBackBy) => void;
}
