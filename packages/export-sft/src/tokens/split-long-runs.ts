const maxRun = 1024;
const pieces = /.{1,1024}/gsu; // by code points, which must stay whole

/**
 * The text in pieces without long runs of white space or of anything else. Byte pair encoding takes
 * time quadratic in the length of a word, so one word of a megabyte would hang the process; a text
 * without such words comes back whole, for its exact count.
 */
export function* splitLongRuns(text: string): Generator<string> {
  let start = 0;
  for (const { index, 0: run } of text.matchAll(/\s+|\S+/g)) {
    if (run.length <= maxRun) continue;
    if (index > start) yield text.slice(start, index);
    for (const [piece] of run.matchAll(pieces)) yield piece;
    start = index + run.length;
  }
  if (start < text.length) yield text.slice(start);
}
