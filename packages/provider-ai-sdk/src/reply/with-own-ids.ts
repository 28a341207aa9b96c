import { type ContentPart, isOwnCall } from "./content.ts";

/**
 * The parts of a reply with an id for each tool call that is its own: a call without one, or with that
 * of another, gets one that is unique within the conversation, since its answer needs one.
 */
export function withOwnIds(
  parts: readonly ContentPart[],
  replyCount: number,
): { content: readonly ContentPart[]; madeCount: number } {
  const given = new Set<unknown>(parts.filter(isOwnCall).map(({ toolCallId }) => toolCallId));
  const ids = new Set<unknown>();
  let callCount = 0;
  let madeCount = 0;
  const content = parts.map((part) => {
    if (!isOwnCall(part)) return part;
    const { toolCallId = "" } = part;
    const isTaken = toolCallId === "" || toolCallId === null || ids.has(toolCallId);
    const id = isTaken ? makeId(`call_${replyCount}_${callCount}`, given) : toolCallId;
    callCount += 1;
    ids.add(id);
    if (!isTaken) return part;
    madeCount += 1;
    return { ...part, toolCallId: id };
  });
  return { content, madeCount };
}

function makeId(wanted: string, taken: ReadonlySet<unknown>): string {
  let id = wanted;
  while (taken.has(id)) id += "_";
  return id;
}
