import { oddKey } from "./odd-value.ts";

/**
 * Turns the marked objects in freshly parsed JSON back into the values that they stand for, in
 * place. One that it does not know is left as it is.
 */
export function fromPlain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = fromPlain(item);
    return value;
  }
  const object = value as Record<string, unknown>;
  return Object.hasOwn(object, oddKey) ? restore(object) : restoreMembers(object);
}

/** Plain assignment is safe here, even of `__proto__`: parsed JSON holds it as a member of its own. */
function restoreMembers(object: Record<string, unknown>): Record<string, unknown> {
  for (const key of Object.keys(object)) {
    const member = object[key];
    const restored = fromPlain(member);
    if (restored !== member) object[key] = restored;
  }
  return object;
}

function restore(marked: Record<string, unknown>): unknown {
  const { [oddKey]: kind, value } = marked;
  switch (kind) {
    case "undefined":
      return undefined;
    case "number":
      return typeof value === "string" && /^(NaN|-?Infinity|-0)$/.test(value)
        ? Number(value)
        : marked;
    case "bigint":
      return typeof value === "string" && /^-?\d+$/.test(value) ? BigInt(value) : marked;
    case "date":
      return value === null || typeof value === "string" ? new Date(value ?? Number.NaN) : marked;
    case "bytes":
      return typeof value === "string" ? new Uint8Array(Buffer.from(value, "base64")) : marked;
    case "object":
      return isObject(value) ? restoreMembers(value) : marked;
    default:
      return Array.isArray(value) ? (restoreCollection(kind, value) ?? marked) : marked;
  }
}

function restoreCollection(kind: unknown, items: readonly unknown[]): unknown {
  if (kind === "set") return new Set(items.map(fromPlain));
  const arePairs = items.every((item) => Array.isArray(item) && item.length === 2);
  if (kind !== "map" || !arePairs) return null;
  return new Map(items.map(fromPlain) as [unknown, unknown][]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
