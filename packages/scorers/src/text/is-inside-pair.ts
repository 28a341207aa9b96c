/** True for a place in a text between the halves of a surrogate pair. */
export function isInsidePair(text: string, index: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, index - 1), index + 1));
}
