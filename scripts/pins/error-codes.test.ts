// Every code of an error that the packages make. Programs compare with them: one that goes breaks those.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const codes = [
  "agent_contract",
  "agent_failed",
  "attempt_over",
  "export_failed",
  "exporter_contract",
  "invalid_argument",
  "load_failed",
  "mcp_server_failed",
  "mcp_tool_failed",
  "mismatch",
  "missing_dependency",
  "mock_unsupported",
  "model_contract",
  "not_fingerprintable",
  "not_kept",
  "provider_failed",
  "result_closed",
  "result_format",
  "result_locked",
  "result_write",
  "scorer_contract",
  "scorer_failed",
  "script_left_over",
  "script_used_up",
  "sink_contract",
  "sink_failed",
  "task_format",
  "timed_out",
  "unreadable_store",
  "unsupported_spec_version",
  "usage",
  "write_failed",
];

const packages = join(import.meta.dirname, "../../packages");
const isOfTests = /\.(test|test-d|test-helper|conformance|browser)\.ts$|__fixtures__/;

function* sources(): Generator<string> {
  for (const name of readdirSync(packages)) {
    const folder = join(packages, name, "src");
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (file.endsWith(".ts") && !isOfTests.test(file)) yield join(folder, file);
    }
  }
}

it("errors have these codes and no others", () => {
  // Rows that an exporter leaves out have reasons in kebab-case: data, held by its own tests.
  const pattern = /(?:\bcode: |\bbrokenBy\()"([a-z_]+)"/g;
  const found = [...sources()].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(pattern)].map(([, code]) => code),
  );
  expect([...new Set(found)].sort()).toEqual(codes);
});
