const letterOrDigit = /[A-Za-z0-9]$/;
/** Such as `\n`, `\u000a`, `%3D`, and the end of a terminal's colour. */
const endsInEscape =
  /(?:\\(?:[abefnrtv0]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})|%[0-9A-Fa-f]{2}|\[[0-9;]{0,12}m)$/;

/** True inside a longer word, which is no key. What an escape ends with is no part of a word. */
export function continuesWord(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 16), at);
  return letterOrDigit.test(before) && !endsInEscape.test(before);
}
