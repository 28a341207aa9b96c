import { toSafeLine } from "@rollouts/core";
import type { Call } from "./call.ts";

const defaultMaxLength = 300;
/** A placeholder such as `none` is no secret, and may be part of any word. */
const minSecretLength = 8;

/** Foreign text to show or keep: one line, short, without a secret, whatever the server repeated. */
export function quote(text: string, { secrets }: Call, maxLength = defaultMaxLength): string {
  let safe = text;
  // Before the text is cut, so that no half of a secret stays.
  for (const secret of secrets) {
    if (secret.length >= minSecretLength) safe = safe.replaceAll(secret, "[secret]");
  }
  const line = toSafeLine(safe.slice(0, maxLength));
  return safe.length > maxLength ? `${line}…` : line;
}
