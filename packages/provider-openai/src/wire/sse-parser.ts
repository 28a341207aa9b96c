/** One event of a stream, or a sign of life between events. */
export type SseItem = SseEvent | "comment";

/** One event: what stood in its `event:` line, if it had one, and its data, which is never empty. */
export interface SseEvent {
  readonly name: string | undefined;
  readonly data: string;
}

/** Reads server-sent events from text that arrives in pieces, cut anywhere. */
export interface SseParser {
  /** Takes the next piece of the text and gives what it completed. */
  push(text: string): SseItem[];
  /** Takes the end of the text for the end of the last event, which some servers leave open. */
  end(): SseItem[];
}

/**
 * A parser of server-sent events after the HTML standard, section 9.2.6: lines end with LF, CR or
 * CRLF, several `data:` lines are joined by LF, events without data are dropped. Ids and reconnection
 * times are passed over.
 */
export function createSseParser(): SseParser {
  /** Pieces of the line that has not ended yet. A list, since a line may come in thousands. */
  let pieces: string[] = [];
  let lastWasCarriageReturn = false;
  let name: string | undefined;
  let data: string[] = [];

  function takeLine(line: string, items: SseItem[]): void {
    if (line === "") {
      if (data.some((part) => part !== "")) items.push({ name, data: data.join("\n") });
      name = undefined;
      data = [];
    } else if (line.startsWith(":")) items.push("comment");
    else if (line.startsWith("data")) takeField(line, "data", (value) => data.push(value));
    else if (line.startsWith("event")) {
      takeField(line, "event", (value) => {
        name = value;
      });
    }
  }

  function push(text: string): SseItem[] {
    const items: SseItem[] = [];
    const lineEnd = /\r\n?|\n/g;
    // Its line ended with the CR already.
    let start = lastWasCarriageReturn && text.startsWith("\n") ? 1 : 0;
    if (text !== "") lastWasCarriageReturn = text.endsWith("\r");
    lineEnd.lastIndex = start;
    for (let match = lineEnd.exec(text); match !== null; match = lineEnd.exec(text)) {
      const piece = text.slice(start, match.index);
      takeLine(pieces.length === 0 ? piece : pieces.join("") + piece, items);
      pieces = [];
      start = lineEnd.lastIndex;
    }
    if (start < text.length) pieces.push(text.slice(start));
    return items;
  }

  return { push, end: () => push("\n\n") };
}

/** Calls back with the value of a line whose field has this very name. */
function takeField(line: string, field: string, take: (value: string) => void): void {
  const rest = line.slice(field.length);
  if (rest === "") take("");
  else if (rest.startsWith(": ")) take(rest.slice(2));
  else if (rest.startsWith(":")) take(rest.slice(1));
}
