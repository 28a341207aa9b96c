import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

// Packages resolve their siblings to src/, so unit tests need no build.
const conditions = ["@rollouts/source", ...defaultServerConditions];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // One for each core, not one fewer: much of the time tests wait for processes of their own.
    maxWorkers: "100%",
    include: ["packages/*/src/**/*.test.ts", "examples/**/*.test.ts", "scripts/pins/*.test.ts"],
  },
});
