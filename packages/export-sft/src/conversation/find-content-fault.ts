import { describeValue, isPlainObject } from "@rollouts/core";
import type { SftProfile } from "../profiles/profile.ts";
import { isBlank } from "./blank.ts";
import type { Fault } from "./fault.ts";
import { listWords } from "./list-words.ts";
import { rolesOf, takesRole } from "./roles-of.ts";
import { hasUnpairedThinkTag } from "./think-tags.ts";
import type { TrainingMessage } from "./training-conversation.ts";

type ContentRules = Pick<SftProfile, "roles" | "tools" | "userContent" | "unfit">;
type Finding = Pick<Fault, "code" | "fault">;

/** What keeps one message, wherever it stands, from being written; `null` when nothing does. */
export function findContentFault(message: TrainingMessage, profile: ContentRules): Fault | null {
  const { index, role } = message;
  if (!takesRole(profile, role)) {
    const fault = `role must be ${listWords(rolesOf(profile))}, got ${describeValue(role)}`;
    return { code: "unsupported-role", message: index, fault };
  }
  const found = findFaultOfContent(message, profile);
  return found === null ? null : { ...found, message: index };
}

function findFaultOfContent(
  message: TrainingMessage,
  { userContent, unfit }: ContentRules,
): Finding | null {
  const { role } = message;
  const content: unknown = message.content;
  if (typeof content !== "string") {
    if (role === "assistant" && message.toolCalls.length > 0 && content === null) return null;
    return findFaultOfParts(content, role === "user" ? userContent : "text");
  }
  if (!mayBeBlank(message) && isBlank(content)) return blank;
  // A profile that leaves out what is unfit keeps the model's text; the report counts such rows.
  if (role === "assistant" && unfit === "refuse" && hasUnpairedThinkTag(content)) {
    const fault = "has a <think> or </think> without the other";
    return { code: "unpaired-think-tag", fault };
  }
  return null;
}

const blank: Finding = { code: "blank-message", fault: "content is blank" };

/** A tool may say nothing, and a turn of calls needs no text. */
function mayBeBlank(message: TrainingMessage): boolean {
  return message.role === "tool" || (message.role === "assistant" && message.toolCalls.length > 0);
}

function findFaultOfParts(content: unknown, allowed: SftProfile["userContent"]): Finding | null {
  const unsupported = (fault: string): Finding => ({ code: "unsupported-content", fault });
  if (allowed === "text") return unsupported(`content must be text, got ${describeValue(content)}`);
  if (!Array.isArray(content) || content.length === 0) {
    return unsupported(`content must be text or parts, got ${describeValue(content)}`);
  }
  for (const part of content) {
    const isText = isPlainObject(part) && part.type === "text" && typeof part.text === "string";
    if (isText && isBlank(String(part.text))) {
      return { code: "blank-message", fault: "has a part that is blank" };
    }
    if (!isText && !(allowed === "text-and-images" && isImage(part))) {
      return unsupported(
        `parts must be ${allowed === "text-parts" ? "texts" : "texts and images"}`,
      );
    }
  }
  return null;
}

/** True for an image that has an address. */
function isImage(part: unknown): boolean {
  return (
    isPlainObject(part) &&
    part.type === "image" &&
    typeof part.url === "string" &&
    /^(?:https?:\/\/|data:image\/)\S/i.test(part.url)
  );
}
