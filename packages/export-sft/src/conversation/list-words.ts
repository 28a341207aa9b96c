/** `a`, `a and b`, `a, b and c` */
export function listWords(words: readonly string[], conjunction: "and" | "or" = "or"): string {
  const rest = words.slice(0, -1);
  return rest.length === 0 ? words.join() : `${rest.join(", ")} ${conjunction} ${words.at(-1)}`;
}
