import { describeValue } from "@rollouts/core";
import { isContentPart } from "./content.ts";

/** Says in a few words why a reply's content cannot be read; undefined when it can. */
export function findContentFault(content: unknown): string | undefined {
  if (!Array.isArray(content)) return `content is ${describeValue(content)}, and no list`;
  for (const [index, part] of content.entries()) {
    const fault = findPartFault(part);
    if (fault !== undefined) return `content[${index}]${fault}`;
  }
  return undefined;
}

function findPartFault(part: unknown): string | undefined {
  if (!isContentPart(part)) return ` is ${describeValue(part)}, and no part of a reply`;
  if (part.type === "text" || part.type === "reasoning") {
    return typeof part.text === "string" ? undefined : `.text is ${describeValue(part.text)}`;
  }
  if (part.type !== "tool-call") return undefined;
  const { toolCallId, toolName, input } = part;
  if (typeof toolName !== "string" || toolName === "") {
    return `.toolName is ${describeValue(toolName)}`;
  }
  if (typeof (toolCallId ?? "") !== "string") return `.toolCallId is ${describeValue(toolCallId)}`;
  const isInput = typeof input === "string" || (typeof input === "object" && input !== null);
  return isInput ? undefined : `.input is ${describeValue(input)}`;
}
