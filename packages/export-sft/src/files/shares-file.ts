import { resolve } from "node:path";

/** True when one data set would be written over the other, or over its sidecar. */
export function sharesFile(one: string, other: string): boolean {
  const names = [one, `${one}.meta.json`].map((path) => resolve(path));
  return [other, `${other}.meta.json`].some((path) => names.includes(resolve(path)));
}
