/**
 * Whether bytes stand at a place in a line. For a few bytes a loop is quicker than a call out of
 * JavaScript, and every line comes by.
 */
export function isAt(line: Buffer, start: number, bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) if (line[start + at] !== bytes[at]) return false;
  return true;
}
