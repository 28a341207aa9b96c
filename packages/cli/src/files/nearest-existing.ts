import { dirname } from "node:path";
import { exists } from "./exists.ts";

/** A path itself if something is there, else the nearest above it of which that is true. */
export async function nearestExisting(path: string): Promise<string> {
  const above = dirname(path);
  return above === path || (await exists(path)) ? path : await nearestExisting(above);
}
