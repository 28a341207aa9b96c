import type { Output } from "../process/console-output.ts";
import type { Interrupt } from "../process/interrupt.ts";

/** What every command is handed besides its own arguments. */
export interface CommandContext {
  readonly output: Output;
  readonly interrupt: Interrupt;
  /** What was typed after `rollouts`. */
  readonly args: readonly string[];
}
