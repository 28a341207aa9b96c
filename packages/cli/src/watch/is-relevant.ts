import { sep } from "node:path";

const sources = /\.[cm]?[jt]sx?$/;
const data = /\.(jsonl?|md|txt|csv|ya?ml)$/;
/** What this command itself writes, whatever it is called. */
const ours = /(\.rollouts\.jsonl|\.meta\.json)$/;
/** What an export adds to the name of a file that does not hold all rows. */
const shard = /-\d+-of-\d+(?=(\.[^.]*)?$)/;

export interface Change {
  /** Absolute. */
  readonly path: string;
  readonly isRunning: boolean;
}

/** Folders that hold no file of the user's own. */
export function isIgnoredFolder(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

/**
 * Whether a changed file calls for another run: a module, or data while nothing runs. While a run goes
 * on, data may be what its agents write, and would start it again and again.
 */
export function isRelevant({ path, isRunning }: Change, outputs: ReadonlySet<string>): boolean {
  if (outputs.has(path) || outputs.has(path.replace(shard, "")) || ours.test(path)) return false;
  if (
    path
      .split(sep)
      .slice(0, -1)
      .some((name) => name === "node_modules")
  )
    return false;
  return sources.test(path) || (!isRunning && data.test(path));
}
