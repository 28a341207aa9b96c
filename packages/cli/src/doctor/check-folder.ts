import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeThrown } from "@rollouts/core";
import type { Check } from "./check.ts";

/** Whether files can be made in a folder that is there. Leaves nothing behind. */
export async function checkFolder(folder: string): Promise<Check> {
  const name = "output";
  try {
    const made = await mkdtemp(join(folder, ".rollouts-doctor-"));
    try {
      await writeFile(join(made, "file"), "x");
    } finally {
      await rm(made, { recursive: true });
    }
    return { name, state: "ok", text: `${folder} can be written` };
  } catch (thrown) {
    return {
      name,
      state: "problem",
      text: `${folder} cannot be written: ${describeThrown(thrown)}`,
    };
  }
}
