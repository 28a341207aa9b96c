/**
 * A value as indented JSON that is safe to print: what could act on a terminal comes out as the escape
 * that JSON has for it, so that the value is the same.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(unsafe, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const hex = character.charCodeAt(index).toString(16);
      return `\\u${hex.padStart(4, "0")}`;
    }).join(""),
  );
}

/** Line breaks are the indentation. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
