import { canonicalJson, InvalidArgumentError, type ToolSpec } from "@rollouts/core";

/** The tools that a source had when they were first listed. */
export interface KnownTools {
  /** Takes a list: the first is kept, later ones must equal it. */
  take(tools: readonly ToolSpec[]): readonly ToolSpec[];
  /** The list that was kept. */
  current(): readonly ToolSpec[] | undefined;
}

const maxDifferences = 5;

/** Holds nothing yet. `label` names the server in error messages. */
export function createKnownTools(label: string): KnownTools {
  let known: readonly ToolSpec[] | undefined;
  return {
    current: () => known,
    take(tools) {
      known ??= tools;
      const differences = compare(known, tools);
      if (differences.length === 0) return known;
      throw new InvalidArgumentError({
        argument: "mcpTools",
        message: `The tools of the MCP server ${label} are not those that were listed first: ${summarize(differences)}. The attempts of a run must all have the same: make a new source, and start a new run.`,
      });
    },
  };
}

function summarize(differences: readonly string[]): string {
  const shown = differences.slice(0, maxDifferences).join(", ");
  const rest = differences.length - maxDifferences;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

function compare(known: readonly ToolSpec[], tools: readonly ToolSpec[]): readonly string[] {
  const before = byName(known);
  const after = byName(tools);
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((name) => {
    if (!after.has(name)) return [`${name} is gone`];
    if (!before.has(name)) return [`${name} is new`];
    return before.get(name) === after.get(name) ? [] : [`${name} has changed`];
  });
}

function byName(tools: readonly ToolSpec[]): ReadonlyMap<string, string> {
  return new Map(tools.map((spec) => [spec.name, canonicalJson(spec)]));
}
