import { isPlainObject, type JsonObject } from "@rollouts/core";
import { closingQuote } from "./closing-quote.ts";

/** The arguments of a tool call, parsed; `null` when they are not the JSON of an object. */
export function parseArguments(rawArguments: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(rawArguments);
    return isPlainObject(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

/**
 * True when writing the parsed arguments again gives what the model wrote, white space and escapes
 * aside. It does not for numbers such as `1.0` or `12345678901234567890`, for a key that stands twice,
 * and for keys such as `"2"` that JavaScript moves to the front.
 */
export function survivesParsing(rawArguments: string): boolean {
  return tokens(rawArguments) === JSON.stringify(JSON.parse(rawArguments));
}

/** The text with its white space left out and its strings in the one form of `JSON.stringify`. */
function tokens(json: string): string {
  const parts: string[] = [];
  let start = 0;
  for (let open = json.indexOf('"'); open !== -1; open = json.indexOf('"', start)) {
    parts.push(json.slice(start, open).replace(/\s+/g, ""));
    const close = closingQuote(json, open);
    parts.push(JSON.stringify(JSON.parse(json.slice(open, close + 1))));
    start = close + 1;
  }
  parts.push(json.slice(start).replace(/\s+/g, ""));
  return parts.join("");
}
