import type { ToolSpec } from "@rollouts/core";
import type { ProfileTools, Row } from "../profiles/profile.ts";

/**
 * Writes tool definitions in the shape of OpenAI's Chat Completions, with an empty description where
 * there is none if `form` wants it. `undefined` for no tools: an empty list changes what some chat
 * templates say to the model.
 */
export function toChatTools(
  tools: readonly ToolSpec[] | null,
  form: Pick<ProfileTools, "emptyDescription"> | null = null,
): Row[] | undefined {
  if (tools === null || tools.length === 0) return undefined;
  const none = form?.emptyDescription === "empty" ? "" : undefined;
  return tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, description: description || none, parameters },
  }));
}
