import {
  type AttemptContext,
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
  refuseUnknownKeys,
  type Schema,
  type Tool,
  validateValue,
} from "@rollouts/core";
import { checkToolName } from "./check-tool.ts";
import { toParametersSchema } from "./json-schema.ts";

/** What `tool` takes. */
export interface ToolDefinition<Input> {
  /** 1 to 64 letters, digits, underscores or hyphens. */
  readonly name: string;
  /** Tells the model what the tool does and when to call it. */
  readonly description?: string | undefined;
  /** The arguments: an object schema. */
  readonly parameters: Schema<Input>;
  /**
   * Runs the tool. What it returns becomes text for the model: a string as it is, anything else as
   * JSON. What it throws is told to the model, which may try again.
   */
  readonly execute: (input: NoInfer<Input>, context: AttemptContext) => unknown;
  /** True to end the run as `paused` instead of executing a call. @defaultValue false */
  readonly needsApproval?: boolean | undefined;
}

const definitionKeys = ["name", "description", "parameters", "execute", "needsApproval"];

/**
 * Makes a tool of a function and the schema of its arguments.
 *
 * The function gets what the schema gives back for the arguments that the model wrote; arguments
 * that do not fit never reach it.
 *
 * @throws InvalidArgumentError for a definition that no model could be offered.
 */
export function tool<Input>(definition: ToolDefinition<Input>): Tool {
  if (!isPlainObject(definition)) throw invalidArgument("tool", "an object", definition);
  refuseUnknownKeys(definition, definitionKeys, "tool");
  const { name, description, parameters, execute, needsApproval = false } = definition;
  checkToolName(name, "name");
  if (description !== undefined && typeof description !== "string") {
    throw invalidArgument("description", "a string", description);
  }
  if (typeof execute !== "function") {
    throw invalidArgument("execute", "a function (input, context) => result", execute);
  }
  if (typeof needsApproval !== "boolean") {
    throw invalidArgument("needsApproval", "true or false", needsApproval);
  }
  const schema = toParametersSchema(parameters, "parameters");
  return Object.freeze({
    spec: Object.freeze({
      name,
      ...(description === undefined ? {} : { description }),
      parameters: schema,
    }),
    needsApproval,
    async execute(input: unknown, context: AttemptContext): Promise<unknown> {
      const validation = await validateValue(parameters, input);
      if (validation.ok) return execute(validation.value, context);
      throw new InvalidArgumentError({
        argument: "arguments",
        message: `The arguments of ${name} do not fit its schema: ${validation.problem}. It was not executed.`,
      });
    },
  });
}
