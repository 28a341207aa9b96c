import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptedModel } from "@rollouts/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineAgent } from "../define-agent.ts";
import { runAgent } from "../run-agent.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "save-response-"));
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

describe("saveResponseTo", () => {
  it("writes the final text byte for byte, in place of the one before, and makes directories", async () => {
    const path = join(directory, "deep", "answer.txt");
    const model = scriptedModel(["first, and longer", " é\u2028\n"]);
    const agent = defineAgent({ model, saveResponseTo: path });
    await runAgent(agent, "q");
    expect(await readFile(path, "utf8")).toBe("first, and longer");
    await runAgent(agent, "q");
    expect(await readFile(path, "utf8")).toBe(" é\u2028\n");
    expect(await readdir(join(directory, "deep"))).toEqual(["answer.txt"]);
  });

  it("leaves the file alone after a run without a whole answer", async () => {
    const path = join(directory, "answer.txt");
    await writeFile(path, "old");
    const model = scriptedModel([{ refusal: "No." }, { text: "cu", finishReason: "length" }]);
    const agent = defineAgent({ model, saveResponseTo: path });
    await runAgent(agent, "q");
    await runAgent(agent, "q");
    expect(await readFile(path, "utf8")).toBe("old");
  });

  it("keeps the answer, warns, and leaves nothing behind when the file cannot be written", async () => {
    const warned = new Promise<Error>((resolve) => process.once("warning", resolve));
    const agent = defineAgent({ model: scriptedModel(["ok"]), saveResponseTo: directory });
    expect((await runAgent(agent, "q")).output).toBe("ok");
    expect((await warned).message).toBe(
      `saveResponseTo: nothing of the run was kept: ${JSON.stringify(directory)} is not a regular file`,
    );
  });
  it("takes the longest name that the system allows", async () => {
    const name = "x".repeat(255);
    const saveResponseTo = join(directory, name);
    await runAgent(defineAgent({ model: scriptedModel(["ok"]), saveResponseTo }), "q");
    expect(await readdir(directory)).toEqual([name]);
  });

  it.runIf(process.platform === "linux")(
    "a run ends where no folder can be made although the one above is there",
    async () => {
      const warned = new Promise<Error>((resolve) => process.once("warning", resolve));
      const saveResponseTo = "/proc/rollouts/deep/answer.txt";
      const agent = defineAgent({ model: scriptedModel(["ok"]), saveResponseTo });
      expect((await runAgent(agent, "q")).output).toBe("ok");
      expect((await warned).message).toContain("ENOENT");
    },
  );
});
