import { invalidArgument, isPlainObject, type Model, refuseUnknownKeys } from "@rollouts/core";
import { captureFacts } from "./capture-facts.ts";
import { readFacts } from "./facts.ts";
import type { Feature } from "./feature.ts";
import { rememberTool } from "./remember-tool.ts";

/** How an agent remembers its users. */
export interface MemoryOptions {
  /** Finds facts in every completed run, with one more model call. @defaultValue true */
  readonly capture?: boolean | undefined;
  /** Offers the model a tool, `remember`, to keep a fact. @defaultValue false */
  readonly tool?: boolean | undefined;
}

/** Puts the facts about a user into the prompt, and keeps new ones. */
export function planMemory(memory: unknown, model: Model | undefined): Feature | undefined {
  const options = readMemoryOptions(memory);
  if (options === undefined) return undefined;
  const { capture, tool } = options;
  return {
    option: "memory",
    identity: () => ({ capture, tool }),
    async describe({ context }) {
      const facts = await readFacts(context);
      if (facts.length === 0) return undefined;
      const lines = facts.map((fact) => `- ${fact}`);
      return ["What is known about the user from earlier conversations:", ...lines].join("\n");
    },
    writes: {
      tools: tool ? [rememberTool] : [],
      save: capture ? (run, scope) => captureFacts(run, scope, model ?? scope.model) : undefined,
    },
  };
}

/** Fills in the defaults; `undefined` when there is no memory. */
export function readMemoryOptions(
  memory: unknown,
): { readonly capture: boolean; readonly tool: boolean } | undefined {
  if (memory === undefined || memory === false) return undefined;
  const given = memory === true ? {} : memory;
  if (!isPlainObject(given)) throw invalidArgument("memory", "true or { capture, tool }", memory);
  refuseUnknownKeys(given, ["capture", "tool"], "memory");
  const { capture = true, tool = false } = given;
  if (typeof capture !== "boolean") {
    throw invalidArgument("memory.capture", "true or false", capture);
  }
  if (typeof tool !== "boolean") throw invalidArgument("memory.tool", "true or false", tool);
  return { capture, tool };
}
