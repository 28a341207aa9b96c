import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const folder = import.meta.dirname;
const program = join(folder, "mcp-tools.ts");

describe("the example of an MCP server", { timeout: 60_000 }, () => {
  it("finds the shelf full in every attempt, so that only the model's own slips fail", async () => {
    const jiti = join(folder, "node_modules/.bin/jiti");
    // It resolves only if the program ends by itself, with code 0.
    const { stdout, stderr } = await promisify(execFile)(jiti, [program]);
    expect(stderr).toBe("");
    expect(stdout.replace(/\d+s$/m, "0s").split("\n")).toEqual([
      "mcp-tools                 k=6 · 18 attempts · 0s",
      "  two-boxes    ██████   6/6   1.00",
      "  five-boxes   ████░█   5/6   0.83   learning zone",
      "  too-many     ██████   6/6   1.00",
      "",
    ]);
  });

  it("is short enough to read: under 60 lines", async () => {
    const text = await readFile(program, "utf8");
    expect(text.split("\n").length).toBeLessThan(60);
  });
});
