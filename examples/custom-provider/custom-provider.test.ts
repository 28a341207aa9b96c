import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const folder = import.meta.dirname;
const program = join(folder, "custom-provider.ts");

describe("the example of a provider", { timeout: 60_000 }, () => {
  it("measures the vendor's answers and tells its failures from wrong answers", async () => {
    const jiti = join(folder, "node_modules/.bin/jiti");
    // It resolves only if the program ends by itself, with code 0.
    const { stdout, stderr } = await promisify(execFile)(jiti, [program]);
    expect(stderr).toBe("");
    expect(stdout.replace(/\d+s$/m, "0s").split("\n")).toEqual([
      "custom-provider                 k=4 · 8 attempts · 0s",
      "  greeting    ████   4/4   1.00",
      "  rush-hour   ▲▲▲▲   0/0   -   4 unscored",
      "  first error: ProviderError: too many requests",
      "usage: { inputTokens: 44 }",
      "",
    ]);
  });

  it("is short enough to read: under 45 lines", async () => {
    const text = await readFile(join(folder, "vendor-model.ts"), "utf8");
    expect(text.split("\n").length).toBeLessThan(45);
  });
});
