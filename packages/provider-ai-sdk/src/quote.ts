import { toSafeLine } from "@rollouts/core";

const defaultMaxLength = 300;

/** What keys of the larger providers look like. Which key was used is not known here. */
const secrets = /\b(?:sk|gsk|xai|hf|r8|pk|rk)[-_][\w*.-]{8,}|\bAIza[\w-]{12,}|\bBearer\s+\S+/gi;

/** Foreign text to show or keep: one line, short, without what looks like a key. */
export function quote(text: string, maxLength = defaultMaxLength): string {
  const safe = text.slice(0, 4 * maxLength).replace(secrets, "[secret]");
  const line = toSafeLine(safe.slice(0, maxLength));
  return safe.length > maxLength ? `${line}…` : line;
}
