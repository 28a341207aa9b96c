import { mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

// Run by scripts/browser.sh: these tests need a browser, which not every machine has.
export default mergeConfig(
  { ...base, test: {} },
  { test: { include: ["packages/*/src/**/*.browser.ts"] } },
);
