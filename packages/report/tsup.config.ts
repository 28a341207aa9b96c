import type { Options } from "tsup";
import { library } from "../../tsup.shared.ts";

// The matcher is an entry of its own, since it imports vitest, which users of the rest may lack.
const config: Options = { ...library, entry: ["src/index.ts", "src/vitest.ts"] };

export default config;
