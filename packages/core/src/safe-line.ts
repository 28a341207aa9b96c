const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Foreign text for one line of a terminal: control characters, terminal escapes, line breaks and
 * direction marks come out as visible escapes such as `\n`, `\u001b` and `\u{e0041}`.
 */
export function toSafeLine(text: string): string {
  return text.replace(unsafe, (character) => shortEscapes[character] ?? toEscape(character));
}

function toEscape(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}
