import { describeValue, isPlainObject } from "@rollouts/core";
import { toolNameFault } from "../conversation/tool-name-fault.ts";
import type { ProfileTools, RowFault, SftProfile } from "../profiles/profile.ts";

/** Finds what is wrong with the keys of a row that are about tools. */
export function* checkChatTools(
  { tools, parallel_tool_calls: parallel }: Readonly<Record<string, unknown>>,
  { tools: form }: SftProfile,
): Generator<RowFault> {
  if (parallel !== undefined && typeof parallel !== "boolean") {
    const fault = `parallel_tool_calls must be true or false, got ${describeValue(parallel)}`;
    yield { message: null, fault };
  }
  if (tools === undefined) return;
  if (!Array.isArray(tools) || tools.length === 0) {
    const fault = `tools must be a list that is not empty, got ${describeValue(tools)}`;
    return yield { message: null, fault };
  }
  for (const [position, tool] of tools.entries()) {
    const fault = definitionFault(tool, form);
    if (fault !== null) yield { message: null, fault: `tool ${position}: ${fault}` };
  }
}

function definitionFault(tool: unknown, form: ProfileTools | null): string | null {
  if (!isPlainObject(tool) || tool.type !== "function" || !isPlainObject(tool.function)) {
    return `must be {"type":"function","function":{...}}`;
  }
  const { name, description, parameters } = tool.function;
  const nameFault = toolNameFault(name);
  if (nameFault !== null) return nameFault;
  if (!isPlainObject(parameters)) {
    return `parameters must be an object, got ${describeValue(parameters)}`;
  }
  if (isDescription(description, form)) return null;
  return `description must be text, got ${describeValue(description)}`;
}

/** True for what may stand as `description`; `undefined` where the key is missing. */
function isDescription(description: unknown, form: ProfileTools | null): boolean {
  if (description === undefined) {
    return form?.descriptionRequired !== true && form?.emptyDescription !== "empty";
  }
  if (description === "") return form?.emptyDescription === "empty" && !form.descriptionRequired;
  return typeof description === "string";
}
