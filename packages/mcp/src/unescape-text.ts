const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** Takes one layer of escapes off a text: those of JSON strings, and the percents of URLs. */
export function unescapeText(text: string): string {
  return text
    .replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_escape, hex?: string, character = "") =>
      hex === undefined
        ? (controls[character] ?? character)
        : String.fromCharCode(parseInt(hex, 16)),
    )
    .replace(/(?:%[0-9a-f]{2})+/gi, decodePercents);
}

function decodePercents(percents: string): string {
  try {
    return decodeURIComponent(percents);
  } catch {
    return percents; // no UTF-8, and so no text
  }
}
