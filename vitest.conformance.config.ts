import { mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

// Run by scripts/conformance.sh: these tests need data that is no part of the repository.
export default mergeConfig(
  { ...base, test: {} },
  { test: { include: ["packages/*/src/**/*.conformance.ts"] } },
);
