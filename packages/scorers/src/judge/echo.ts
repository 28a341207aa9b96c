/** A readable answer, as it came and as it was read. */
export interface EchoSuspect {
  /** The JSON text of the judge. */
  readonly raw: string;
  readonly reason: string;
  /** What the member with the choice is called, and its value. */
  readonly key: string;
  readonly choice: string | number;
}

/**
 * True for an answer that stands in the data which the judge was shown: that is nobody's verdict.
 *
 * It is found however it was written there: in one order of its members or the other, alone or inside
 * another object, with other white space or other forms of numbers, inside of JSON strings. Takes time
 * in proportion to the length of both.
 */
export function isEcho(
  { raw, reason, key, choice }: EchoSuspect,
  data: readonly string[],
): boolean {
  const haystack = data.flatMap(readStepwise).map(squash).join("\n");
  const reasonMember = `"reason":"${reason}"`;
  const choiceMember = `"${key}":${JSON.stringify(choice)}`;
  const pairs = [`${reasonMember},${choiceMember}`, `${choiceMember},${reasonMember}`];
  // With what ends a member, lest "score":1 be found in "score":10.
  const needles = [raw, ...pairs.flatMap((pair) => [`${pair}}`, `${pair},`])];
  return needles.some((needle) => haystack.includes(squash(needle)));
}

/** Deeper in strings within strings, nobody reads. */
const maxDepth = 5;

/** The text as it is, and as it reads when the escapes of JSON strings are undone once, twice, ... */
function readStepwise(text: string): string[] {
  const steps = [text];
  for (let depth = 1; depth <= maxDepth; depth++) {
    const last = steps.at(-1) ?? "";
    const next = undoEscapes(last);
    if (next === last) break;
    steps.push(next);
  }
  return steps;
}

/** Undoes the escapes of JSON strings; what is no escape stays. */
function undoEscapes(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|.)/gs, (whole, code: string) => {
    if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if ('"\\/'.includes(code)) return code;
    return "bfnrt".includes(code) ? "\n" : whole;
  });
}

/** A text without white space, invisible characters and backslashes, every number in its one form. */
function squash(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}\\]+/gu, "")
    .replace(/-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g, (literal) => String(Number(literal)));
}
