// In a `u` pattern only an unpaired surrogate is a code point of this category.
const loneSurrogate = /\p{Surrogate}/u;
const loneSurrogates = /\p{Surrogate}/gu;
const jsonEscape = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/gis;

/**
 * The first half of a broken character in the text, such as `U+D800`; `null` when there is none.
 * JSON can carry one as an escape, UTF-8 cannot, so a trainer's tokenizer fails on it.
 */
export function findLoneSurrogate(text: string): string | null {
  const found = loneSurrogate.exec(text)?.[0];
  return found === undefined ? null : `U+${found.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The first half of a broken character in what a JSON text says, escapes and all. */
export function findLoneSurrogateInJson(json: string): string | null {
  return findLoneSurrogate(unescapeSurrogates(json));
}

/** The text with U+FFFD in place of the halves of characters in it. */
export function toWhole(text: string): string {
  return text.replace(loneSurrogates, "\ufffd");
}

/** A JSON text with U+FFFD in place of the halves of characters in what it says, escapes and all. */
export function toWholeJson(json: string): string {
  const plain = unescapeSurrogates(json);
  return findLoneSurrogate(plain) === null ? json : toWhole(plain);
}

function unescapeSurrogates(json: string): string {
  if (!mayEscapeSurrogate(json)) return json;
  return json.replace(jsonEscape, (written, hex: string | undefined) =>
    hex === undefined ? written : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** False, in little time, for most texts without an escape such as `\ud800`. */
export function mayEscapeSurrogate(json: string): boolean {
  return json.includes("\\u") && (json.includes("\\ud") || json.includes("\\uD"));
}
