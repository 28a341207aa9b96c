import type { AgentDefinition } from "./agent-definition.ts";

/** What keeps a field from carrying anything from one attempt into another. */
type IsolationAction =
  /** It is immutable, keeps nothing by its contract, or is the caller's code: attempts share it. */
  | "shared"
  /** The context brings the attempt's own. */
  | "from-context"
  /** Tools are immutable; sources are opened for each attempt and closed after it. */
  | "opened-per-run"
  /** The state begins as the seed, in the attempt's own store. */
  | "seeded"
  /** Read as ever, from the attempt's own store or the shared retriever; never written. */
  | "writes-sealed";

/** One action for every field, so that a new field does not compile until it has one. */
export const isolationActions = {
  name: "shared",
  model: "from-context",
  instructions: "shared",
  tools: "opened-per-run",
  toolChoice: "shared",
  toolCallLimit: "shared",
  outputSchema: "shared",
  memory: "writes-sealed",
  knowledge: "writes-sealed",
  sessionSummaries: "writes-sealed",
  history: "writes-sealed",
  sessionState: "seeded",
  saveResponseTo: "writes-sealed",
  hooks: "shared",
  secondaryModels: "shared",
  fallbackModels: "shared",
} as const satisfies Readonly<Record<keyof AgentDefinition, IsolationAction>>;
