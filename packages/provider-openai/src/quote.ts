import { toSafeLine } from "@rollouts/core";
import type { Call } from "./call.ts";

const defaultMaxLength = 300;
/** A placeholder such as `none` is no secret, and may be part of any word. */
const minKeyLength = 8;

/** Foreign text to show or keep: one line, short, without the key, whatever the server repeated. */
export function quote(text: string, { apiKey = "" }: Call, maxLength = defaultMaxLength): string {
  // Before the text is cut, so that no half of the key stays.
  const safe = apiKey.length < minKeyLength ? text : text.replaceAll(apiKey, "[API key]");
  const line = toSafeLine(safe.slice(0, maxLength));
  return safe.length > maxLength ? `${line}…` : line;
}
