import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openWorkshop, rollouts } from "../workshop.test-helper.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let workshop: Awaited<ReturnType<typeof openWorkshop>>;
let path: string;
beforeAll(async () => {
  workshop = await openWorkshop();
  path = await workshop.record("a.rollouts.jsonl", { a: "11" });
});
afterAll(() => workshop.close());

const plan = { outcomes: { a: "11" } };

it.each<[string, string, readonly string[], object, string]>([
  ["another agent", "outcomes.env.ts", [], { ...plan, version: "2" }, "Go back to what"],
  ["another environment", "half.env.ts", [], plan, "Go back to what"],
  ["another seed", "outcomes.env.ts", ["--seed", "9"], plan, "Leave --seed out to go on"],
])("a resume that is refused names the file and what to type: %s", async (...row) => {
  const [, environment, options, given, remedy] = row;
  for (const more of [[], ["--explain"], ["--dry-run"]]) {
    const args = ["run", environment, "--resume", path, ...options, ...more];
    const ended = await rollouts(args, { plan: given });
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(path);
    expect(ended.stderr).toMatch(/[uU]se a new file: --out <path> in place of --resume/);
    expect(ended.stderr).toContain(remedy);
    expect(ended.stderr).not.toContain("sink");
  }
});
