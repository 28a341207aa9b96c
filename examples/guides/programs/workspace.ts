import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineAgent, tool } from "@rollouts/agent";
import { defineEnvironment, type Store } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { scriptedModel } from "@rollouts/testing";
import { z } from "zod";

/** The file that an attempt is to write, in the folder that its set-up has made. */
async function noteOf(store: Store | undefined): Promise<string> {
  const folder = await store?.get("folder");
  if (typeof folder !== "string") throw new Error("The folder of this attempt is gone.");
  return join(folder, "note.txt");
}

const writeNote = tool({
  name: "write_note",
  description: "Writes the note.",
  parameters: z.object({ text: z.string() }),
  async execute({ text }, context) {
    await writeFile(await noteOf(context.store), text, { flag: "wx" }); // once
    return "written";
  },
});

// In earnest a model of @rollouts/provider-openai. This one calls the tool, and says that it has.
const model = scriptedModel(({ messages }) => {
  if (messages.at(-1)?.role === "tool") return "I wrote it.";
  return { toolCalls: [{ name: "write_note", arguments: { text: "Buy milk." } }] };
});
const env = defineEnvironment({
  name: "workspace",
  agent: defineAgent({ model, tools: [writeNote] }),
  tasks: [{ id: "note", input: "Write the note: Buy milk.", expected: "Buy milk." }],
  async setup(context) {
    const folder = await mkdtemp(join(tmpdir(), "attempt-"));
    await context.store.set("folder", folder);
    return { close: () => rm(folder, { recursive: true }) };
  },
  // What the agent did counts, not what it says. Without the file it has failed.
  async scorer(_run, expected, context) {
    const path = await noteOf(context.store);
    return (await readFile(path, "utf8").catch(() => null)) === expected;
  },
});
console.log(String(await runRollouts(env, { k: 4 }))); // note   ████   4/4   1.00
