import { toSafeLine } from "@rollouts/core";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/**
 * Foreign text for an XML attribute or element, in one line. What XML 1.0 forbids, and what a
 * terminal would act on, comes out as a visible escape such as `\u001b`.
 */
export function toXmlText(text: string): string {
  return toSafeLine(text)
    .replace(/[\ufffe\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
    .replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
