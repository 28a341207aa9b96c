/** Most edits between two names of which one may be a slip of the other. */
const maxEdits = 2;

/** The name that was probably meant; `null` when none is near. */
export function didYouMean(typed: string, names: readonly string[]): string | null {
  const near = names
    .map((name) => ({ name, edits: countEdits(typed.toLowerCase(), name) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((one, other) => one.edits - other.edits);
  return near[0]?.name ?? null;
}

/** Letters to put in, take out or replace; two neighbours that are swapped count as two. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one.slice(0, 100)].entries()) {
    const next = [index + 1];
    for (let column = 0; column < other.length; column++) {
      const replaced = (row[column] ?? 0) + (letter === other[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
