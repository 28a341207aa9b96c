import type { AttemptContext, Json } from "@rollouts/core";

/** Texts that an agent can look things up in: your retriever, as the agent sees it. */
export interface Knowledge {
  /**
   * Finds passages, the best first. All attempts share it, so it must change nothing. What it throws
   * is told to the model in mode `"tool"`, and fails the run in mode `"context"`.
   */
  search(query: string, context: AttemptContext): readonly string[] | Promise<readonly string[]>;
  /**
   * `"tool"` offers the model a tool, `search_knowledge`; `"context"` searches for what the user said
   * last and puts what is found into the prompt.
   */
  readonly mode: "tool" | "context";
  /** Adds a text. When given, the model is offered a tool for it, `add_knowledge`. */
  add?(text: string, context: AttemptContext): unknown;
  /**
   * What can be found, as plain data that changes when that does, such as name and version of a
   * corpus. Without it the environment cannot be fingerprinted.
   */
  readonly identity?: Json | undefined;
}
