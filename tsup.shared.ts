import { defineConfig, type Options } from "tsup";

const shared = {
  format: ["esm"],
  target: "node20",
  platform: "node",
  sourcemap: true,
  clean: true,
  splitting: false,
} satisfies Options;

/** One entry with declarations, for packages that are imported. */
export const library = defineConfig({
  ...shared,
  entry: ["src/index.ts"],
  treeshake: true,
  // tsup sets the deprecated baseUrl itself, which TypeScript 6 refuses without this (TS5101)
  dts: { compilerOptions: { ignoreDeprecations: "6.0" } },
});

/** An executable, for packages that are run; what it imports lazily stays apart. */
export const program = defineConfig({
  ...shared,
  splitting: true,
  entry: ["src/bin.ts"],
  banner: { js: "#!/usr/bin/env node" },
});
