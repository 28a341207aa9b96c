import type { AttemptContext } from "./attempt-context.ts";
import type { Json } from "./json.ts";
import type { ToolSpec } from "./model.ts";

/** A tool that an agent offers to its model. `tool()` of `@rollouts/agent` makes one. */
export interface Tool {
  readonly spec: ToolSpec;
  /** True when a call waits for a person: the run then ends `paused` instead of executing it. */
  readonly needsApproval?: boolean | undefined;
  /**
   * Runs the tool. `input` is the parsed JSON of the call, not yet checked. What it returns becomes
   * text for the model: a string as it is, anything else as JSON. What it throws is reported to the
   * model as an error of the tool.
   */
  execute(input: unknown, context: AttemptContext): unknown;
}

/** A provider of tools that holds something open while an attempt runs, such as a connection. */
export interface ToolSource {
  readonly specVersion: "v1";
  /** What the tools are, for the environment fingerprint. */
  identity(): Json | Promise<Json>;
  /** Live connections that it holds already, before any attempt. */
  connections?(): readonly object[];
  /** Called once per attempt; `close` is called when that attempt ends, however it ends. */
  open(context: AttemptContext): Promise<{ tools: readonly Tool[]; close(): Promise<void> }>;
}

/** One tool call that the agent acted on. A call refused by a limit leaves none. */
export interface ToolExecution {
  readonly toolCallId: string;
  readonly name: string;
  /** The arguments as the model wrote them. */
  readonly rawArguments: string;
  /** The parsed arguments; absent when they were not JSON. */
  readonly arguments?: Json | undefined;
  /** `rejected` by a person, `paused` while waiting for one. */
  readonly status: "ok" | "error" | "rejected" | "paused";
  /** What the model was told; absent while paused. */
  readonly result?: string | undefined;
  readonly durationMs?: number | undefined;
}
