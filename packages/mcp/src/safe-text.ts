import { toSafeLine } from "@rollouts/core";

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

function hide(text: string, secrets: readonly string[]): string {
  // The longest first, since one may be part of another.
  const sorted = [...secrets].sort((a, b) => b.length - a.length);
  return sorted
    .filter((secret) => secret.length >= minSecretLength)
    .reduce((hidden, secret) => hidden.replaceAll(secret, "[hidden]"), text);
}
