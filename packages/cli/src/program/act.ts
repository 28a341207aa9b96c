import type { CommandContext } from "../commands/command-context.ts";

/**
 * Does the work of a command and keeps its exit code. The work imports its module itself, so that a
 * command loads what it needs and no other.
 */
export type Act = (work: (context: CommandContext) => Promise<number>) => Promise<void>;
