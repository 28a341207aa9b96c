import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineAgent } from "@rollouts/agent";
import { createAttemptContext, defineEnvironment } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { scriptedModel } from "@rollouts/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { scratchFolder } from "./tool-source.ts";

let parent = "";
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "plugging-in-"));
});
afterEach(() => rm(parent, { recursive: true }));

describe("the example of a tool source", () => {
  it("gives every attempt an empty folder, and removes it however the attempt ends", async () => {
    const model = scriptedModel(({ attempt }) => {
      const { turn = 0, attemptIndex = 0 } = attempt ?? {};
      if (turn === 3) throw new Error("too tired");
      const text = `attempt ${attemptIndex}`;
      const write = { name: "write_file", arguments: { name: "note", text } };
      const read = { name: "read_file", arguments: { name: "note" } };
      return { toolCalls: [turn === 1 ? write : read] };
    });
    const env = defineEnvironment({
      name: "folders",
      agent: defineAgent({ model, tools: [scratchFolder(parent)] }),
      tasks: [{ input: "Take a note." }],
      scorer: () => true,
    });
    const result = await runRollouts(env, { k: 6, concurrency: 3, errorStorm: false });

    const attempts = result.taskResults[0]?.attempts ?? [];
    expect(attempts.map(({ stopReason, run }) => [stopReason, toolsOf(run)])).toEqual(
      Array.from({ length: 6 }, (_, index) => [
        "error",
        [
          ["read_file", "error", expect.stringContaining("ENOENT")],
          ["write_file", "ok", expect.anything()],
          ["read_file", "ok", `attempt ${index}`],
        ],
      ]),
    );
    expect(await readdir(parent)).toEqual([]);
  });

  it.each(["../note", "/tmp/note", "a/b", "..", "", "note\n", "n".repeat(81)])(
    "lets no file have the name %j",
    async (name) => {
      const { tools, close } = await scratchFolder(parent).open(createAttemptContext());
      for (const tool of tools) {
        const input = { name, text: "out of here" };
        await expect(async () => tool.execute(input, createAttemptContext())).rejects.toThrow(
          "do not fit its schema",
        );
      }
      await close();
      expect(await readdir(parent)).toEqual([]);
    },
  );
});

type ToolRun = {
  readonly toolExecutions: readonly { name: string; status: string; result?: string | undefined }[];
};

const toolsOf = (run: ToolRun | null) =>
  run?.toolExecutions.map(({ name, status, result }) => [name, status, result]);
