import type { AgentDefinition } from "./agent-definition.ts";

/** What keeps a field from carrying anything from one attempt into another. */
type IsolationAction =
  /** It is immutable, so every attempt may read it. */
  | "shared"
  /** The context brings the attempt's own. */
  | "from-context"
  /** Tools are immutable; sources are opened for each attempt and closed after it. */
  | "opened-per-run";

/** One action for every field, so that a new field does not compile until it has one. */
export const isolationActions = {
  name: "shared",
  model: "from-context",
  instructions: "shared",
  tools: "opened-per-run",
  toolChoice: "shared",
  toolCallLimit: "shared",
  outputSchema: "shared",
} as const satisfies Readonly<Record<keyof AgentDefinition, IsolationAction>>;
