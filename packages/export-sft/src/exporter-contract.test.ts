import { exporterContract } from "@rollouts/testing";
import { describe, it } from "vitest";
import { sftExporter } from "./sft-exporter.ts";

describe.each(["portable", "openai", "trl-prompt-completion"] as const)(
  "the exporter contract, as %s",
  (profile) => {
    const cases = exporterContract({ exporter: sftExporter, options: { profile } });
    for (const { name, run } of cases) it(name, run);
  },
);
