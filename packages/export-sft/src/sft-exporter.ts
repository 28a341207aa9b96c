import type { Exporter } from "@rollouts/core";
import type { ToSftJsonlOptions } from "./sft-options.ts";
import type { SftReport } from "./sft-report.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";

/** `toSftJsonl` as a plug-in, for whoever takes any exporter. */
export const sftExporter: Exporter<ToSftJsonlOptions | undefined, SftReport> = Object.freeze({
  specVersion: "v1",
  name: "sft",
  export: toSftJsonl,
});
