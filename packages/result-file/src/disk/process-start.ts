import { readFile } from "node:fs/promises";

/**
 * When a process was started, in ticks since the machine's start: tells it from a later process of the
 * same number. `null` where the system does not tell (only Linux does), `"ended"` for one that has
 * ended and was not collected.
 */
export async function processStart(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => null);
  // The name of the program, in parentheses, may hold anything.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
  const [state, ticks] = [fields[0], fields[19]];
  return state === "Z" || state === "X" ? "ended" : (ticks ?? null);
}
