import {
  type Agent,
  InvalidArgumentError,
  isPlainObject,
  refuseUnknownKeys,
  type Schema,
  type Tool,
  type ToolChoice,
  type ToolSource,
} from "@rollouts/core";
import type { AgentDefinition } from "./agent-definition.ts";
import { runAgentLoop } from "./agent-loop.ts";
import type { AgentPlan, PlannedOutput } from "./agent-plan.ts";
import { checkModel } from "./check-model.ts";
import { checkToolSource, isTool, isToolSource, toFrozenTool } from "./check-tool.ts";
import { checkToolChoice, toFrozenToolChoice } from "./check-tool-choice.ts";
import { identify } from "./identity.ts";
import { invalidArgument } from "./invalid-argument.ts";
import { isolationActions } from "./isolation-actions.ts";
import { toJsonSchema } from "./json-schema.ts";
import { createToolRegister } from "./tool-register.ts";

const defaultToolCallLimit = 50;

/**
 * Defines an agent: a model with instructions, tools and an output schema, in a tool-calling loop.
 *
 * The agent is immutable and keeps nothing between runs, so many attempts may share it. Its answer
 * is a value of `outputSchema`, or text when there is none. A run ends as `truncated` when the
 * answer was cut, as `paused` when a tool call needs approval, else as `completed`.
 *
 * @throws InvalidArgumentError for anything that could not run, naming the option;
 * UnsupportedSpecVersionError for a model or tool source of another contract.
 */
export function defineAgent<Output>(
  definition: AgentDefinition<Output> & { readonly outputSchema: Schema<Output> },
): Agent<Output>;
export function defineAgent(
  definition: AgentDefinition<string> & { readonly outputSchema?: undefined },
): Agent<string>;
export function defineAgent(definition: AgentDefinition<unknown>): Agent<unknown> {
  if (!isPlainObject(definition)) throw invalidArgument("defineAgent", "an object", definition);
  refuseUnknownKeys(definition, Object.keys(isolationActions), "defineAgent");
  const { model } = definition;
  checkModel(model);
  const plan = toPlan(definition);
  return Object.freeze<Agent<unknown>>({
    specVersion: "v1",
    model,
    identity: () => identify(plan),
    connections: () =>
      plan.tools.filter(isToolSource).flatMap((source) => source.connections?.() ?? []),
    run: (input, context) => runAgentLoop(plan, input, context),
  });
}

function toPlan(definition: AgentDefinition<unknown>): AgentPlan {
  const { name, instructions = "", toolCallLimit = defaultToolCallLimit } = definition;
  if (name !== undefined && typeof name !== "string") {
    throw invalidArgument("name", "a string", name);
  }
  if (typeof instructions !== "string") {
    throw invalidArgument("instructions", "a string", instructions);
  }
  if (!Number.isSafeInteger(toolCallLimit) || toolCallLimit < 0) {
    throw invalidArgument("toolCallLimit", "an integer from 0", toolCallLimit);
  }
  const toolsPath = name === undefined ? "tools" : `${name}.tools`;
  const tools = planTools(definition.tools, toolsPath);
  return Object.freeze<AgentPlan>({
    toolsPath,
    instructions: instructions === "" ? undefined : instructions,
    tools,
    toolChoice: planToolChoice(definition.toolChoice, tools),
    toolCallLimit,
    output: definition.outputSchema === undefined ? undefined : planOutput(definition.outputSchema),
  });
}

function planTools(entries: unknown, toolsPath: string): readonly (Tool | ToolSource)[] {
  if (entries === undefined) return [];
  if (!Array.isArray(entries)) throw invalidArgument(toolsPath, "a list of tools", entries);
  const register = createToolRegister();
  const planned = entries.map((entry: Tool | ToolSource, index) => {
    const path = `${toolsPath}[${index}]`;
    if (typeof entry === "object" && entry !== null && isToolSource(entry)) {
      checkToolSource(entry, path);
      return entry;
    }
    return register.add(toFrozenTool(entry, path), path);
  });
  return Object.freeze(planned);
}

function planToolChoice(
  toolChoice: ToolChoice | undefined,
  tools: readonly (Tool | ToolSource)[],
): ToolChoice {
  if (toolChoice === undefined) return "auto";
  if (tools.length === 0) {
    throw new InvalidArgumentError({
      argument: "toolChoice",
      message: "toolChoice is set, but there are no tools. Add tools, or leave it out.",
    });
  }
  const frozen = toFrozenToolChoice(toolChoice);
  const plainTools = tools.filter(isTool);
  // What a source brings is known once it is open.
  if (plainTools.length === tools.length) {
    checkToolChoice(
      frozen,
      plainTools.map(({ spec }) => spec.name),
    );
  }
  return frozen;
}

function planOutput(schema: Schema): PlannedOutput {
  // The model sees this name, so it is fixed: the agent's own must not shape the prompt.
  const format = { name: "answer", schema: toJsonSchema(schema, "outputSchema") };
  return Object.freeze({ schema, format: Object.freeze(format) });
}
