import { isPlainObject, type TaskInput } from "@rollouts/core";
import { clipName } from "./clip.ts";
import { toJsonText, toText } from "./json-text.ts";

/** The text of a user message, with a short stand-in for each image. Nothing has checked it so far. */
export function userText({ content }: { readonly content?: unknown }): string {
  return Array.isArray(content) ? content.map(partText).join("\n") : toText(content);
}

function partText(part: unknown): string {
  const { type, text, url }: Record<string, unknown> = isPlainObject(part) ? part : {};
  if (type === "text" && typeof text === "string") return text;
  if (type === "image" && typeof url === "string") return `[image ${clipName(url, 80)}]`;
  return toJsonText(part);
}

/** What a task asks: its prompt, or what the user said last in its conversation. */
export function lastUserText(input: TaskInput): string {
  if (typeof input === "string") return input;
  const last = input.findLast((message) => message?.role === "user");
  return last === undefined ? "(no user message)" : userText(last);
}
