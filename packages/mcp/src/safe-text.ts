import { toSafeLine } from "@rollouts/core";
import { unescapeText } from "./unescape-text.ts";

const maxLength = 500;
const maxEndLength = 1_500;
/** Shorter values, such as `true`, are no secrets, and stand in many texts by chance. */
const minSecretLength = 8;

/** The beginning of foreign text for an error message: one line, without the values in `secrets`. */
export function toSafeText(text: string, secrets: readonly string[]): string {
  const hidden = hide(text, secrets).trim();
  if (hidden.length <= maxLength) return toSafeLine(hidden);
  return `${toSafeLine(hidden.slice(0, maxLength))}…`;
}

/** The end of foreign text likewise. */
export function toSafeEnd(text: string, secrets: readonly string[]): string {
  const hidden = hide(text, secrets).trim();
  if (hidden.length <= maxEndLength) return toSafeLine(hidden);
  return `…${toSafeLine(hidden.slice(-maxEndLength))}`;
}

/** Servers repeat texts inside of JSON and URLs, and those inside of JSON again. */
const maxEscapeDepth = 3;

/** Where a secret is found only without the escapes, they are taken off the whole text. */
function hide(text: string, secrets: readonly string[]): string {
  // The longest first, since one may be part of another.
  const sorted = secrets
    .filter((secret) => secret.length >= minSecretLength)
    .sort((a, b) => b.length - a.length);
  const hideAsIs = (shown: string) =>
    sorted.reduce((hidden, secret) => hidden.replaceAll(secret, "[hidden]"), shown);

  let hidden = hideAsIs(text);
  let unescaped = hidden;
  for (let depth = 0; depth < maxEscapeDepth; depth++) {
    unescaped = unescapeText(unescaped);
    const safe = hideAsIs(unescaped);
    if (safe !== unescaped) hidden = safe;
    unescaped = safe;
  }
  return hidden;
}
