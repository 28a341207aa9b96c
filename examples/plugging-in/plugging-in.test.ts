import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const folder = import.meta.dirname;

describe("the examples of plug-ins", { timeout: 60_000 }, () => {
  it("work together in one program", async () => {
    const jiti = join(folder, "node_modules/.bin/jiti");
    // It resolves only if the program ends by itself, with code 0.
    const { stdout, stderr } = await promisify(execFile)(jiti, [join(folder, "plugging-in.ts")]);
    expect(stderr).toBe("");
    expect(stdout.replaceAll(/\d+s$/gm, "0s").split("\n")).toEqual([
      "careful                 k=6 · 12 attempts · 0s",
      "  few    █░██░█   4/6   0.67   learning zone",
      "  many   █████░   5/6   0.83   learning zone",
      "records posted: 14",
      "",
      "with-notes                 k=6 · 12 attempts · 0s",
      "  few    █████░   5/6   0.83   learning zone",
      "  many   ███░██   5/6   0.83   learning zone",
      "records posted: 14",
      "",
      "",
    ]);
  });

  it.each(["agent.ts", "scorer.ts", "sink.ts", "tool-source.ts"])(
    "%s is short enough to read: under 45 lines",
    async (name) => {
      const text = await readFile(join(folder, name), "utf8");
      expect(text.split("\n").length).toBeLessThan(45);
    },
  );
});
