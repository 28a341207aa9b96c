// Runs every program of the examples and compares their pass rates with examples/results.md, or
// writes them there with --write.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const { status } = spawnSync(
  join(root, "node_modules/.bin/vitest"),
  ["run", "examples/examples.test.ts"],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      EXAMPLE_RESULTS: process.argv.includes("--write") ? "write" : "compare",
    },
  },
);
process.exitCode = status ?? 1;
