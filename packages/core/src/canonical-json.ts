import { describeValue } from "./describe-value.ts";
import { FingerprintError } from "./errors/fingerprint-error.ts";
import { describeThrown } from "./errors/thrown.ts";
import { isPlainObject } from "./plain-object.ts";

const maxDepth = 1000;

/** Where the writer is: the objects that it is inside of, and the key taken in each. */
interface Trail {
  readonly parents: object[];
  readonly keys: (string | number)[];
}

/**
 * The one JSON text of a value: no spaces, keys sorted by UTF-16 code unit, `-0` as `0`, members
 * that are `undefined` left out.
 *
 * @throws FingerprintError for what JSON cannot carry, with its path: NaN and infinities, bigint,
 * `undefined` in an array, functions, symbols, dates, maps, class instances, cycles, and objects
 * that throw when they are read.
 */
export function canonicalJson(value: unknown): string {
  const trail: Trail = { parents: [], keys: [] };
  try {
    return write(value, trail);
  } catch (thrown) {
    if (thrown instanceof FingerprintError) throw thrown;
    // A getter or a proxy threw: the trail still leads to it.
    const path = pathOf(trail);
    throw new FingerprintError({
      path,
      message: `${path} cannot be read, and so not be fingerprinted: ${describeThrown(thrown)}`,
      cause: thrown,
    });
  }
}

function write(value: unknown, trail: Trail): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value !== "object") throw refuse(value, trail);
  if (trail.parents.includes(value)) throw refuse(value, trail, "it contains itself");
  if (trail.parents.length >= maxDepth) {
    throw refuse(value, { parents: [], keys: [] }, `it is nested over ${maxDepth} deep`);
  }
  trail.parents.push(value);
  const text = Array.isArray(value) ? writeArray(value, trail) : writeObject(value, trail);
  trail.parents.pop();
  return text;
}

function writeArray(array: readonly unknown[], trail: Trail): string {
  const items: string[] = [];
  // By index, since iteration helpers skip holes.
  for (let index = 0; index < array.length; index++) {
    trail.keys.push(index);
    items.push(write(array[index], trail));
    trail.keys.pop();
  }
  return `[${items.join(",")}]`;
}

function writeObject(object: object, trail: Trail): string {
  if (!isPlainObject(object)) throw refuse(object, trail);
  const members: string[] = [];
  for (const key of Object.keys(object).sort()) {
    trail.keys.push(key);
    const member = object[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${write(member, trail)}`);
    trail.keys.pop();
  }
  return `{${members.join(",")}}`;
}

function refuse(value: unknown, trail: Trail, why = "JSON cannot carry it"): FingerprintError {
  const path = pathOf(trail);
  return new FingerprintError({
    path,
    message: `${path} is ${describeValue(value)}, which cannot be fingerprinted: ${why}. Use plain data.`,
  });
}

function pathOf({ keys }: Trail): string {
  const steps = keys.map((key) =>
    /^[A-Za-z_$][\w$]{0,79}$/.test(String(key)) ? `.${key}` : `[${describeValue(key)}]`,
  );
  return `$${steps.join("")}`;
}
