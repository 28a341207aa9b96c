// JavaScript's whitespace, and what Python's str.strip() takes away besides: most consumers are
// written in Python, and a text must not be blank to either.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are whitespace to Python
const visible = /[^\s\u001c-\u001f\u0085]/;

/** True for text that JavaScript or Python would trim to nothing. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first > 0x20 && first < 0x7f) return false; // most texts, without a search
  return !visible.test(text);
}
