import { oddKey } from "./odd-value.ts";

/** Lists that the format asks for; others can be left out. */
const neededLists = ["messages", "toolExecutions", "served", "tools", "tries"];

/**
 * Plain data without its texts, keys and lists of more than `maxLength`: in their place stands a text that
 * says so. The value itself when there are none.
 */
export function leaveOutLong(value: unknown, maxLength: number, isNeeded = false): unknown {
  if (typeof value === "string") return leaveOutText(value, maxLength);
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value)) return leaveOutMembers(value as Record<string, unknown>, maxLength);
  if (value.length > maxLength && !isNeeded) return leftOut(value.length, "items");
  const items = value.map((item) => leaveOutLong(item, maxLength));
  return items.every((item, index) => item === value[index]) ? value : items;
}

function leaveOutMembers(object: Record<string, unknown>, maxLength: number): unknown {
  const members = Object.entries(object).map(([key, member]): [string, unknown] => [
    leaveOutText(key, maxLength),
    leaveOutLong(member, maxLength, neededLists.includes(key)),
  ]);
  if (members.every(([key, member]) => Object.hasOwn(object, key) && object[key] === member)) {
    return object;
  }
  const shorter = Object.fromEntries(members);
  // What a mark is about is no longer there to be marked.
  const isMarkOfText = Object.hasOwn(shorter, oddKey) && typeof shorter.value === "string";
  return isMarkOfText ? shorter.value : shorter;
}

function leaveOutText(text: string, maxLength: number): string {
  return text.length > maxLength ? leftOut(text.length, "characters") : text;
}

function leftOut(count: number, unit: string): string {
  return `left out: ${count} ${unit}, too long for a line`;
}
