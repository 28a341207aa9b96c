import { InvalidArgumentError, type Tool } from "@rollouts/core";
import type { Feature } from "./features/feature.ts";

/** Tools by name, in the order in which they were added. */
export interface ToolRegister {
  readonly byName: ReadonlyMap<string, Tool>;
  /** Adds a tool that was found at `path`. Refuses a name that is taken. */
  add(tool: Tool, path: string): Tool;
}

/** Makes an empty register. */
export function createToolRegister(): ToolRegister {
  const byName = new Map<string, Tool>();
  const paths = new Map<string, string>();
  return {
    byName,
    add(tool, path) {
      const { name } = tool.spec;
      if (byName.has(name)) {
        throw new InvalidArgumentError({
          argument: path,
          message: `${paths.get(name)} and ${path} are both named ${JSON.stringify(name)}. Rename one of them.`,
        });
      }
      byName.set(name, tool);
      paths.set(name, path);
      return tool;
    },
  };
}

/** Adds what features offer, whether or not a run may use it: a name is taken in every run or in none. */
export function addFeatureTools(register: ToolRegister, features: readonly Feature[]): void {
  for (const { option, tools = [], writes } of features) {
    for (const tool of [...tools, ...(writes?.tools ?? [])]) {
      register.add(tool, `the tool of ${option}`);
    }
  }
}
