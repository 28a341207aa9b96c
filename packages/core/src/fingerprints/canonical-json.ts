import { describeValue } from "../checks/describe-value.ts";
import { isPlainObject } from "../checks/plain-object.ts";
import { FingerprintError } from "../errors/fingerprint-error.ts";
import { describeThrown } from "../errors/thrown.ts";

const maxDepth = 1000;
const chunkLength = 65_536;

/** One walk through a value: where it is, and the text that it has not given away yet. */
interface Walk {
  /** The objects that it is inside of. */
  readonly parents: object[];
  /** The key taken in each of them. */
  readonly keys: (string | number)[];
  readonly emit: (chunk: string) => void;
  chunk: string;
}

/**
 * The one JSON text of a value: no spaces, keys sorted by UTF-16 code unit, `-0` as `0`, members
 * that are `undefined` left out. That is the JSON Canonicalization Scheme (RFC 8785), but for half
 * of a surrogate pair, which RFC 8785 refuses: here it is written as an escape such as `\ud800`.
 *
 * @throws FingerprintError for what JSON cannot carry, with its path: NaN and infinities, bigint,
 * `undefined` in an array, functions, symbols, dates, maps, class instances, cycles, and objects
 * that throw when they are read. RangeError when the text is longer than a string can be.
 */
export function canonicalJson(value: unknown): string {
  const chunks: string[] = [];
  writeCanonicalJson(value, (chunk) => chunks.push(chunk));
  return chunks.join("");
}

/**
 * Gives the canonical JSON of a value away in pieces, none of which ends inside a character, so that
 * a large value is never there a second time as text.
 *
 * @throws FingerprintError for what JSON cannot carry; some pieces may be given away by then.
 */
export function writeCanonicalJson(value: unknown, emit: (chunk: string) => void): void {
  const walk: Walk = { parents: [], keys: [], emit, chunk: "" };
  try {
    write(value, walk);
  } catch (thrown) {
    if (thrown instanceof FingerprintError) throw thrown;
    // A getter or a proxy threw: the walk still stands there.
    throw new FingerprintError({
      path: pathOf(walk.keys),
      reason: `it cannot be read, and so not be fingerprinted: ${describeThrown(thrown)}`,
      cause: thrown,
    });
  }
  emit(walk.chunk);
}

function put(text: string, walk: Walk): void {
  walk.chunk += text;
  if (walk.chunk.length < chunkLength) return;
  walk.emit(walk.chunk);
  walk.chunk = "";
}

function write(value: unknown, walk: Walk): void {
  if (isPrimitive(value)) {
    put(JSON.stringify(value), walk);
    return;
  }
  if (typeof value !== "object") throw refuse(value, walk.keys);
  if (walk.parents.includes(value)) throw refuse(value, walk.keys, "it contains itself");
  if (walk.parents.length >= maxDepth) {
    throw refuse(value, [], `it is nested over ${maxDepth} deep`);
  }
  walk.parents.push(value);
  if (Array.isArray(value)) writeArray(value, walk);
  else writeObject(value, walk);
  walk.parents.pop();
}

function isPrimitive(value: unknown): value is null | boolean | number | string {
  if (typeof value === "number") return Number.isFinite(value);
  return value === null || typeof value === "boolean" || typeof value === "string";
}

function writeArray(array: readonly unknown[], walk: Walk): void {
  put("[", walk);
  // By index, since iteration helpers skip holes.
  for (let index = 0; index < array.length; index++) {
    if (index > 0) put(",", walk);
    walk.keys.push(index);
    write(array[index], walk);
    walk.keys.pop();
  }
  put("]", walk);
}

function writeObject(object: object, walk: Walk): void {
  if (!isPlainObject(object)) throw refuse(object, walk.keys);
  let separator = "";
  put("{", walk);
  for (const key of Object.keys(object).sort()) {
    walk.keys.push(key);
    const member = object[key];
    if (member !== undefined) {
      put(`${separator}${JSON.stringify(key)}:`, walk);
      write(member, walk);
      separator = ",";
    }
    walk.keys.pop();
  }
  put("}", walk);
}

function refuse(
  value: unknown,
  keys: Walk["keys"],
  why = "JSON cannot carry it",
): FingerprintError {
  return new FingerprintError({
    path: pathOf(keys),
    reason: `${describeValue(value)} cannot be fingerprinted: ${why}. Use plain data.`,
  });
}

function pathOf(keys: Walk["keys"]): string {
  const steps = keys.map((key) =>
    /^[A-Za-z_$][\w$]{0,79}$/.test(String(key)) ? `.${key}` : `[${describeValue(key)}]`,
  );
  return `$${steps.join("")}`;
}
