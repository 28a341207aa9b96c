/**
 * How deep arguments and tool definitions may be nested. Python's JSON reader, which most trainers
 * use, gives up at about 1,000 levels, and so do many writers.
 */
export const maxNesting = 500;

/** How deep a row may be nested: what it holds stands a few levels down. */
export const maxRowNesting = maxNesting + 20;

/** True when lists and objects stand in one another more than `levels` deep. */
export function isNestedOver(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isNestedOver(member, levels - 1));
}
