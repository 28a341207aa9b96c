import { toSafeLine } from "@rollouts/core";

/** Characters of one attempt, and of all together, that a page shows: browsers take no more. */
const maxLength = 100_000;
const maxPageLength = 50_000_000;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Text for an element or a quoted attribute of HTML, in one line. What a terminal would act on is
 * escaped as well, for a page is also read with `less` and copied from.
 */
export function toHtmlText(text: string): string {
  return escapeHtml(toSafeLine(text));
}

/** Lines as one text for an element, as far as the page has room. */
export type ShowLines = (lines: readonly string[]) => string;

/** Shares the room of one page among its texts: first come, first served, and each has its limit. */
export function createShowLines(): ShowLines {
  let room = maxPageLength;
  return (lines) => {
    const text = lines.map(toSafeLine).join("\n");
    const shown = text.slice(0, Math.min(maxLength, room));
    room -= shown.length;
    const restCount = text.length - shown.length;
    const rest = restCount === 0 ? "" : `\n... ${restCount} more characters are not shown`;
    return `${escapeHtml(shown)}${rest}`;
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
