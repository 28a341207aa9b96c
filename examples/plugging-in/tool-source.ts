// A tool source of one's own: a folder for every attempt, empty at first and gone afterwards.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tool } from "@rollouts/agent";
import type { Tool, ToolSource } from "@rollouts/core";
import { z } from "zod";

export function scratchFolder(parent = tmpdir()): ToolSource {
  return {
    specVersion: "v1",
    // Stands for the tools in the fingerprint: change it when they change.
    identity: () => ({ kind: "scratch-folder", version: 1 }),
    async open() {
      const folder = await mkdtemp(join(parent, "scratch-"));
      return { tools: toolsIn(folder), close: () => rm(folder, { recursive: true }) };
    },
  };
}

// A model may write any name: only such as cannot lead out of the folder get through.
const name = z.string().regex(/^[\w-]{1,80}$/);

function toolsIn(folder: string): readonly Tool[] {
  return [
    tool({
      name: "write_file",
      description: "Writes a text file. One of the same name is replaced.",
      parameters: z.object({ name, text: z.string() }),
      execute: ({ name, text }) => writeFile(join(folder, name), text),
    }),
    tool({
      name: "read_file",
      description: "Reads a text file.",
      parameters: z.object({ name }),
      execute: ({ name }) => readFile(join(folder, name), "utf8"),
    }),
  ];
}
