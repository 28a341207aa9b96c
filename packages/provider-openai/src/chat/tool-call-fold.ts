import { isPlainObject } from "@rollouts/core";
import { isJson } from "../reply/is-json.ts";
import { toRawArguments } from "../reply/raw-arguments.ts";

type Members = Record<string, unknown>;

/** Puts streamed tool calls together. */
export interface ToolCallFold {
  /** Takes the `tool_calls` of a delta; true when there was something in them. */
  add(deltas: unknown): boolean;
  /** The calls in the form of a reply that was not streamed; an id or name may be empty. */
  whole(): readonly Members[];
}

interface OpenCall {
  id: string;
  name: string;
  arguments: string;
  /** Members that the API does not define, such as the signature of a thought. */
  extras: Members;
}

/**
 * Tool calls, keyed by the index of their deltas. Some servers give every call the same index: a
 * delta with another id or another name begins a new call, and without ids so does a name after a call
 * that is whole. Names and ids that come again, or empty, change nothing; arguments that a server
 * parsed become text again.
 */
export function createToolCallFold(): ToolCallFold {
  const calls: OpenCall[] = [];
  const byIndex = new Map<unknown, OpenCall>();

  function begin(index: unknown): OpenCall {
    const call = { id: "", name: "", arguments: "", extras: {} };
    calls.push(call);
    byIndex.set(index, call);
    return call;
  }

  function addOne(delta: Members): boolean {
    const { index = 0, id, function: given, type: _type, ...extras } = delta;
    const piece = readPiece(id, given);
    const open = byIndex.get(index);
    const call = open === undefined || beginsAnother(open, piece) ? begin(index) : open;
    call.id ||= piece.id;
    call.name ||= piece.name;
    call.arguments += piece.arguments;
    call.extras = { ...call.extras, ...extras };
    return call !== open || piece.arguments !== "";
  }

  return {
    add: (deltas) =>
      Array.isArray(deltas) && deltas.filter(isPlainObject).map(addOne).some(Boolean),
    whole: () =>
      calls.map(({ id, name, arguments: text, extras }) => ({
        ...extras,
        id,
        type: "function",
        function: { name, arguments: text },
      })),
  };
}

type Piece = Omit<OpenCall, "extras">;

function readPiece(id: unknown, given: unknown): Piece {
  const { name, arguments: text } = isPlainObject(given) ? given : {};
  return {
    id: toText(id),
    name: toText(name),
    arguments: toRawArguments(text),
  };
}

function beginsAnother(open: OpenCall, piece: Piece): boolean {
  if (piece.id !== "" && open.id !== "" && piece.id !== open.id) return true;
  if (piece.name === "" || open.name === "" || piece.id !== "") return false;
  if (piece.name !== open.name) return true;
  // The same name again: of the same call, or of the next, which a server without ids sends whole.
  if (open.arguments === "") return open.id === "" && piece.arguments === "";
  return piece.arguments !== "" && isJson(open.arguments);
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
