import { types } from "node:util";
import { describeValue, isPlainObject } from "@rollouts/core";

/** What is found at each path: a value that is compared, and the words for it. */
export type Snapshot = ReadonlyMap<string, { readonly value: unknown; readonly words: string }>;

/**
 * Notes the own state of an object, and the plain data below it. Instances of classes below it are
 * noted as such, and not looked into: a client or a cache changes while it works. Getters are not
 * called. The members named in `without` are left out.
 */
export function takeSnapshot(
  root: object,
  path: string,
  without: readonly string[] = [],
): Snapshot {
  const snapshot = new Map<string, { value: unknown; words: string }>();
  const seen = new Set<object>();
  const hidden = without.map((name) => `.${name}`);

  const note = (value: unknown, at: string): void => {
    const isContainer = value === root || isData(value);
    snapshot.set(at, {
      value: isContainer ? kindOf(value) : toComparable(value),
      words: sayKind(value),
    });
    if (!isContainer || seen.has(value as object)) return;
    seen.add(value as object);
    for (const [key, member] of membersOf(value as object)) {
      if (value !== root || !hidden.includes(key)) note(member, `${at}${key}`);
    }
  };
  note(root, path);
  return snapshot;
}

/** Says where two snapshots differ first, or gives `null`. */
export function findChange(before: Snapshot, after: Snapshot): string | null {
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(path), after.get(path)];
    if (was !== undefined && is !== undefined && Object.is(was.value, is.value)) continue;
    return `${path} was ${was?.words ?? "absent"} and is ${is?.words ?? "absent"}`;
  }
  return null;
}

function isData(value: unknown): boolean {
  return Array.isArray(value) || isPlainObject(value) || types.isMap(value) || types.isSet(value);
}

/** Its length too, since that says more than the first new item. */
function kindOf(value: unknown): string {
  return Array.isArray(value) ? `array ${value.length}` : Object.prototype.toString.call(value);
}

function toComparable(value: unknown): unknown {
  return types.isDate(value) ? value.getTime() : value;
}

function membersOf(value: object): readonly (readonly [string, unknown])[] {
  if (types.isMap(value) || types.isSet(value)) {
    return [...value].map((item, index) => [`{${index}}`, item]);
  }
  return Reflect.ownKeys(value).map((key) => {
    const { value: member, get } = Object.getOwnPropertyDescriptor(value, key) ?? {};
    return [Array.isArray(value) ? `[${String(key)}]` : `.${String(key)}`, get ?? member];
  });
}

/** Never the text of a string, which may be a prompt or a secret. */
function sayKind(value: unknown): string {
  return typeof value === "string" ? "a text" : describeValue(value);
}
