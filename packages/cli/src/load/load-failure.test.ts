import { mkdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openWorkshop, rollouts } from "../workshop.test-helper.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let workshop: Awaited<ReturnType<typeof openWorkshop>>;
beforeAll(async () => {
  workshop = await openWorkshop();
  await mkdir(workshop.path("lib"));
  await workshop.write("lib/syntax.ts", "export const a = 1;\nconst b = 1 2;\n");
  await workshop.write("lib/throws.ts", "export const a = 1;\n\nthrow new TypeError('at load');\n");
  await workshop.write("lib/imports.ts", "import './nothing.ts';\n");
  await workshop.write("lib/data.json", '{"a":1,,}');
});
afterAll(() => workshop.close());

it.each([
  ["const a = 1 2;", "ParseError: Missing semicolon. (e.ts:1:11)"],
  ["import './lib/syntax.ts';", "ParseError: Missing semicolon. (lib/syntax.ts:2:11)"],
  ["import './lib/throws.ts';", "at load (lib/throws.ts:3)"],
  ["const f = () => {\n  nowhere.x;\n};\nf();", "nowhere is not defined (e.ts:2)"],
  ["import './lib/imports.ts';", "Cannot find module './nothing.ts' (lib/imports.ts)"],
  ["throw 3;", "3"],
  ["throw Object.assign(new Error('odd'), { requireStack: 7, stack: 8 });", "odd"],
])("names the place where a file does not load: %j", async (text, message) => {
  await workshop.write("e.ts", text);
  const ended = await rollouts(["run", "e.ts"], { cwd: workshop.folder });
  expect(ended.stderr).toBe(`rollouts: e.ts does not load: ${message}\n`);
  expect(ended).toMatchObject({ code: 2, stdout: "" });
});

it("names a file once", async () => {
  await workshop.write("e.ts", "import './lib/data.json';");
  const { stderr } = await rollouts(["run", "e.ts"], { cwd: workshop.folder });
  expect(stderr.match(/data\.json/g)).toHaveLength(1);
  expect(stderr).not.toContain("(e.ts");
});
