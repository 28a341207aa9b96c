import type { RetryStored } from "@rollouts/runner";
import type { GateCommandOptions } from "../gates/gate-command-options.ts";
import type { Reporter } from "../progress/reporter.ts";
import type { SelectionOptions } from "../selection/selection-options.ts";

/** The options of `rollouts run`. */
export interface RunCommandOptions extends SelectionOptions, GateCommandOptions {
  readonly k?: number | undefined;
  readonly concurrency?: number | undefined;
  readonly model?: string | undefined;
  /** Of the run, and of the draw of `sample`. */
  readonly seed?: number | undefined;
  readonly order?: "task-major" | "round-robin" | undefined;
  /** Tokens. */
  readonly budget?: number | undefined;
  readonly budgetUsd?: number | undefined;
  /** Where the learning zone's training file goes. */
  readonly export?: string | undefined;
  /** A new result file. */
  readonly out?: string | undefined;
  /** A result file to go on with. */
  readonly resume?: string | undefined;
  /** What of it is tried again. */
  readonly retry?: RetryStored | undefined;
  /** Only tells what would be done. */
  readonly explain?: boolean | undefined;
  /** Only tells which tasks are meant. */
  readonly list?: boolean | undefined;
  /** Only tells how much would be done. */
  readonly dryRun?: boolean | undefined;
  /** Runs again whenever a file changes. */
  readonly watch?: boolean | undefined;
  readonly reporter?: Reporter | undefined;
  /** Files to write the result to, in the format that each name asks for. */
  readonly report?: readonly string[] | undefined;
  readonly json?: boolean | undefined;
}
