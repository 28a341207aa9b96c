import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

// Packages resolve their siblings to src/, so unit tests need no build.
const conditions = ["@rollouts/source", ...defaultServerConditions];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "examples/**/*.test.ts", "scripts/pins/*.test.ts"],
  },
});
