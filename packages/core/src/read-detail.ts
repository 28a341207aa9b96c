import { describeThrown } from "./errors/thrown.ts";
import { canonicalJson } from "./fingerprints/canonical-json.ts";
import { frozenClone } from "./frozen-clone.ts";
import type { Json } from "./json.ts";

/**
 * A copy of the detail of a verdict. One that JSON cannot carry is left out, with a note in its place,
 * so that it costs neither the verdict nor the file.
 */
export function readDetail(detail: unknown): Json {
  try {
    canonicalJson(detail);
    return frozenClone(detail) as Json;
  } catch (thrown) {
    return `left out: ${describeThrown(thrown)}`;
  }
}
