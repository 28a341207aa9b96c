import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { invalidArgument } from "@rollouts/core";
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

/** Whoever reads the file sees the old text or the new one, never a part. */
async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporaryPath = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporaryPath, text, { flag: "wx" });
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}
