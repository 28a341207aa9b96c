import { isPlainObject } from "@rollouts/core";
import { type Answer, toRecord } from "./answer.ts";

type Part = Readonly<Record<string, unknown>>;

/** Puts the pieces of a streamed reply together. */
export interface StreamFold {
  /** Takes a piece; says whether the reply got on by it, and by what text. */
  take(piece: Part): { readonly text: string; readonly isProgress: boolean };
  /** The whole reply; undefined before its `finish` piece. */
  answer(headers: Readonly<Record<string, unknown>>): Answer | undefined;
}

/** Texts and reasoning come in pieces of their own; these come whole. */
const wholeParts: ReadonlySet<unknown> = new Set([
  ...["tool-call", "tool-result", "tool-approval-request"],
  ...["file", "reasoning-file", "source", "custom"],
]);
/** Nothing of a reply: what goes before it, and signs of life. */
const silentPieces: ReadonlySet<unknown> = new Set([
  "stream-start",
  "response-metadata",
  "ping",
  "raw",
]);

/** A reply that has nothing yet. */
export function createStreamFold(): StreamFold {
  const parts: Part[] = [];
  const texts = createTextParts((part) => parts.push(part));
  const response: Record<string, unknown> = {};
  let warnings: unknown;
  let finish: Part | undefined;

  return {
    take(piece) {
      const { type } = piece;
      const text = texts.take(piece);
      if (type === "stream-start") warnings = piece.warnings;
      if (type === "response-metadata") Object.assign(response, toMetadata(piece));
      if (type === "finish") finish = piece;
      // A preliminary result of a tool is followed by the result.
      if (wholeParts.has(type) && piece.preliminary !== true) parts.push(piece);
      return { text, isProgress: !silentPieces.has(type) };
    },
    answer(headers) {
      if (finish === undefined) return undefined;
      const { finishReason, usage } = finish;
      const content = parts.map((part) => texts.whole(part) ?? part);
      return { content, finishReason, usage, warnings, response, headers, isStreamed: true };
    },
  };
}

function toMetadata({ id, modelId }: Part): Part {
  return {
    ...(id === undefined ? {} : { id }),
    ...(modelId === undefined ? {} : { modelId }),
  };
}

interface TextParts {
  take(piece: Part): string;
  whole(place: Part): Part | undefined;
}

interface OpenPart {
  readonly place: Part;
  readonly pieces: string[];
  metadata: unknown;
}

/** Texts and reasoning by their ids. `open` is told the place of each when it begins. */
function createTextParts(open: (place: Part) => void): TextParts {
  const openById = new Map<string, OpenPart>();
  const byPlace = new Map<Part, OpenPart>();

  function begin(type: string, key: string): OpenPart {
    const place = { type };
    const part: OpenPart = { place, pieces: [], metadata: undefined };
    openById.set(key, part);
    byPlace.set(place, part);
    open(place);
    return part;
  }

  return {
    take(piece) {
      const [, type, step] = /^(text|reasoning)-(start|delta|end)$/.exec(String(piece.type)) ?? [];
      if (type === undefined) return "";
      const key = `${type} ${String(piece.id)}`;
      const known = step === "start" ? undefined : openById.get(key);
      if (known === undefined && step === "end") return "";
      const part = known ?? begin(type, key);
      // Each piece may say more than the one before, such as the signature at the end.
      if (isPlainObject(piece.providerMetadata)) part.metadata = piece.providerMetadata;
      const text = step === "delta" && typeof piece.delta === "string" ? piece.delta : "";
      part.pieces.push(text);
      return type === "text" ? text : "";
    },
    whole(place) {
      const part = byPlace.get(place);
      if (part === undefined) return undefined;
      const { pieces, metadata } = part;
      const providerMetadata = metadata === undefined ? {} : { providerMetadata: metadata };
      return { ...place, text: pieces.join(""), ...providerMetadata };
    },
  };
}

/** The headers that came with a stream. */
export function readStreamHeaders(result: Part): Readonly<Record<string, unknown>> {
  return toRecord(toRecord(result.response).headers);
}
