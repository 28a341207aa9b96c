import { describeThrown, describeValue, isPlainObject, toSafeLine } from "@rollouts/core";
import { isBlank } from "../conversation/blank.ts";
import { findLoneSurrogateInJson } from "../conversation/lone-surrogate.ts";
import { isNestedOver, maxRowNesting } from "../conversation/nesting.ts";
import type { ProfileKeys, RowFault, SftProfile } from "../profiles/profile.ts";
import { hasRepeatedKey } from "./has-repeated-key.ts";
import { keyFault } from "./key-fault.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const separator = /[\u0085\u2028\u2029]/;

/** What is needed of a profile to check its lines. */
export interface LineRules {
  /** `null` for rows that may have any keys. */
  readonly rowKeys: ProfileKeys | null;
  /** Whether U+2028, U+2029 and U+0085 must be escaped. @defaultValue "any" */
  readonly separators?: SftProfile["separators"] | undefined;
  /** Finds what is wrong with a row whose keys are right. */
  readonly checkRow: (row: Readonly<Record<string, unknown>>) => Iterable<RowFault>;
}

/** Finds what keeps a line, given without its newline, from being a row. */
export function* checkLine(line: Uint8Array, rules: LineRules): Generator<RowFault> {
  let text: string;
  try {
    text = utf8.decode(line);
  } catch {
    return yield rowFault("is not valid UTF-8");
  }
  if (isBlank(text)) return yield rowFault("is blank");
  if (text.includes("\r")) return yield rowFault("has a carriage return, lines end with \\n alone");
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch (error) {
    return yield rowFault(`is not valid JSON: ${toSafeLine(describeThrown(error))}`);
  }
  if (isNestedOver(row, maxRowNesting)) {
    return yield rowFault(`is nested over ${maxRowNesting} deep`);
  }
  yield* checkText(text, row, rules);
  yield* checkRow(text, row, rules);
}

/** Finds what is lost when the text becomes a value, or when others read the text. */
function* checkText(text: string, row: unknown, { separators }: LineRules): Generator<RowFault> {
  if (hasRepeatedKey(text, row)) yield rowFault("has an object with a key that stands twice");
  const raw = separators === "escaped" ? separator.exec(text)?.[0] : undefined;
  if (raw === undefined) return;
  const name = raw.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  yield rowFault(`has U+${name} unescaped, at which some readers break a line`);
}

function* checkRow(
  text: string,
  row: unknown,
  { rowKeys, checkRow: check }: LineRules,
): Generator<RowFault> {
  if (!isPlainObject(row)) return yield rowFault(`must be an object, got ${describeValue(row)}`);
  const fault = rowKeys === null ? null : keyFault(row, rowKeys);
  if (fault !== null) return yield rowFault(fault);
  let isFine = true;
  for (const found of check(row)) {
    isFine = false;
    yield found;
  }
  // In a message it is told by its place.
  const surrogate = isFine ? findLoneSurrogateInJson(text) : null;
  if (surrogate !== null) yield rowFault(`has a lone surrogate ${surrogate}`);
}

function rowFault(fault: string): RowFault {
  return { message: null, fault };
}
