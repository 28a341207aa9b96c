import { mapLeaves } from "./map-leaves.ts";

/** An answer that says nothing, in the shape of another: `""`, 0, `false` and `[]` for what it says. */
export function blankAnswer(answer: unknown): unknown {
  return mapLeaves(answer, toBlank, () => []);
}

function toBlank(leaf: unknown): unknown {
  switch (typeof leaf) {
    case "string":
      return "";
    case "number":
      return 0;
    case "bigint":
      return 0n;
    case "boolean":
      return false;
    default:
      return leaf; // null, and instances of classes, whose shape is their own
  }
}
