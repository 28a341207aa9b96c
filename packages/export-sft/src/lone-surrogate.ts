// In a `u` pattern only an unpaired surrogate is a code point of this category.
const loneSurrogate = /\p{Surrogate}/u;

/**
 * The first half of a broken character in the text, such as `U+D800`; `null` when there is none.
 * JSON can carry one as an escape, UTF-8 cannot, so a trainer's tokenizer fails on it.
 */
export function findLoneSurrogate(text: string): string | null {
  const found = loneSurrogate.exec(text)?.[0];
  return found === undefined ? null : `U+${found.charCodeAt(0).toString(16).toUpperCase()}`;
}
