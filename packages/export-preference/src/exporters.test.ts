import { exporterContract } from "@rollouts/testing";
import { describe, it } from "vitest";
import { ktoExporter, preferenceExporter, promptsExporter } from "./exporters.ts";

const suites = [
  exporterContract({ exporter: preferenceExporter }),
  exporterContract({ exporter: ktoExporter }),
  exporterContract({ exporter: promptsExporter }),
];

describe.each(suites.map((cases, index) => ({ cases, index })))("suite $index", ({ cases }) => {
  it.each(cases.map((one) => [one.name, one] as const))("%s", async (_, { run }) => {
    await run();
  });
});
