import { randomBytes } from "node:crypto";
import { stringsIn } from "./strings-in.ts";

/** What `newMarker` makes, and the session and user ids of an attempt. */
const markerPattern = /canary-[0-9a-f]{16}|rollout-(?:user-)?[0-9a-f]{32}/gi;

/** A text that nobody can guess, and that survives JSON, URLs and a change of case. */
export function newMarker(): string {
  return `canary-${randomBytes(8).toString("hex")}`;
}

/** Everything in a value, at any depth, that looks like the marker of an attempt; each once. */
export function markersIn(value: unknown): readonly string[] {
  const found = stringsIn(value).flatMap((text) => text.match(markerPattern) ?? []);
  return [...new Set(found.map((marker) => marker.toLowerCase()))];
}
