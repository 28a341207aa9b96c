import type { Options } from "tsup";
import { library } from "../../tsup.shared.ts";

// Split, so that what both entries need is there once: most of the package.
const config: Options = { ...library, entry: ["src/index.ts", "src/rows.ts"], splitting: true };

export default config;
