/** With the first character of `##[name]`, `##vso[name]` and the like, which CI logs obey anywhere. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|#(?=#[a-zA-Z]*\[)/gu;
const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** What the log of GitHub Actions obeys at the start of a line, past spaces. */
const leadingCommand = /^(\s*):(?=:)/;

/**
 * Foreign text for one line of a terminal or a log: control characters, terminal escapes, line breaks
 * and direction marks come out as visible escapes such as `\n`, `\u001b` and `\u{e0041}`, and so does
 * the first character of what a CI service takes for a command: `::name` at the start, and `##[name]`
 * or `##vso[name]` anywhere.
 */
export function toSafeLine(text: string): string {
  return text
    .replace(unsafe, (character) => shortEscapes[character] ?? toEscape(character))
    .replace(leadingCommand, "$1\\u003a");
}

function toEscape(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}
