/**
 * Where the string of a valid JSON text ends that starts at `open`. Not a regular expression, whose
 * stack would overflow on a string of millions of escapes.
 */
export function closingQuote(json: string, open: number): number {
  let index = open + 1;
  while (json[index] !== '"') index += json[index] === "\\" ? 2 : 1;
  return index;
}
