import { sftExporter } from "@rollouts/export-sft";
import { exporterContract } from "@rollouts/testing";
import { describe, it } from "vitest";

describe("exporter contract", () => {
  for (const { name, run } of exporterContract({ exporter: sftExporter })) it(name, run);
});
