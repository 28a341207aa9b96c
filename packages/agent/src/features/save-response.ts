import { invalidArgument, replaceFile } from "@rollouts/core";
import type { Feature } from "./feature.ts";

/** Writes the final text of every completed run to a file, in place of the one before. */
export function planSaveResponse(path: unknown): Feature | undefined {
  if (path === undefined) return undefined;
  if (typeof path !== "string" || path === "") {
    throw invalidArgument("saveResponseTo", "the path of a file", path);
  }
  return {
    option: "saveResponseTo",
    writes: {
      async save({ text }) {
        if (text !== null) await replaceFile(path, text);
      },
    },
  };
}
