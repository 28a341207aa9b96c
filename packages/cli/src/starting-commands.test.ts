import { mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openWorkshop, rollouts } from "./workshop.test-helper.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let workshop: Awaited<ReturnType<typeof openWorkshop>>;
beforeAll(async () => {
  workshop = await openWorkshop();
});
afterAll(() => workshop.close());

/** A folder that has @rollouts/core, as after an install. Its name has a space. */
async function project(name: string): Promise<string> {
  const folder = workshop.path(name);
  const packages = join(folder, "node_modules/@rollouts");
  await mkdir(packages, { recursive: true });
  await symlink(join(import.meta.dirname, "../../core"), join(packages, "core"));
  return folder;
}

describe("rollouts init", () => {
  it("writes an environment that runs offline, has a learning zone, and is sound", async () => {
    const cwd = await project("my project");
    const written = await rollouts(["init"], { cwd });
    expect(written.stdout).toMatch(
      /^Wrote environment\.ts\. It runs offline\. Next:\n {2}npx rollouts run /,
    );
    expect(written.stdout).not.toContain("npm install");
    const ended = await rollouts(["run", "environment.ts", "--json"], { cwd });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      env: "capitals",
      passRate: 17 / 24,
      warnings: [],
      tasks: [{ learningZone: false }, { learningZone: true }, { learningZone: true }],
    });
    expect(await rollouts(["audit", "environment.ts"], { cwd })).toMatchObject({ code: 0 });
  });

  it("each command that it and --help tell of is one that works", async () => {
    const cwd = await project("tour");
    const written = await rollouts(["init", "envs/my env.ts"], { cwd });
    const next = written.stdout.split("\n").filter((each) => each.startsWith("  npx rollouts "));
    expect(next).toHaveLength(4);
    for (const line of next) {
      const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
        ([, quoted, bare]) => quoted ?? bare ?? "",
      );
      expect(await rollouts(words.slice(2), { cwd }), line).toMatchObject({ code: 0 });
    }
    const { stdout } = await rollouts(["--help"]);
    const guide = stdout
      .replaceAll("\\\n", "")
      .split("\n")
      .filter((each) => each.startsWith("  $ "));
    expect(guide).toHaveLength(6);
    for (const line of guide) {
      const words = line.trim().split(/\s+/).slice(3);
      expect(await rollouts(words, { cwd }), line).toMatchObject({ code: 0 });
    }
  });

  it("says what to install, and refuses a file that is there or is no module", async () => {
    const cwd = workshop.folder;
    const ended = await rollouts(["init", "new.mts"], { cwd });
    expect(ended.stdout).toContain("\n  npm install @rollouts/core\n");
    const again = await rollouts(["init", "new.mts"], { cwd });
    expect(again).toMatchObject({ code: 2, stdout: "" });
    expect(again.stderr).toContain("new.mts is there already. Name another file.");
    const odd = await rollouts(["init", "environment"], { cwd });
    expect(odd.stderr).toContain("name it environment.ts or the like");
    expect(odd).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("rollouts doctor", () => {
  it("looks at Node, open files, the output and an environment, and leaves nothing", async () => {
    const args = ["doctor", "half.env.ts", "--folder", workshop.folder];
    const before = await readdir(workshop.folder);
    const ended = await rollouts(args);
    expect(ended.stdout).toMatch(
      /^ok {7}Node: \d+.*\n\w+ +file descriptors: .*\nok {7}output: .*\nok {7}environment: half: 2 tasks\nok {7}fingerprint: envfp1:[0-9a-f]{64}\nok {7}key: /,
    );
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(await readdir(workshop.folder)).toEqual(before);
  });

  it("tells whether the key is there, and never shows it", async () => {
    const env = { OPENAI_API_KEY: "sk-secret" };
    const there = await rollouts(["doctor"], { env });
    expect(there.stdout).toContain("key: openai models: OPENAI_API_KEY is set\n");
    expect(there.stdout).not.toContain("sk-secret");
    const without = await rollouts(["doctor"], { env: { OPENAI_API_KEY: undefined } });
    expect(without.stdout).toContain("warning  key: openai models: OPENAI_API_KEY is not set\n");
    expect(without.code).toBe(0);
  });

  it("exits 1 for a problem, and gives all as JSON", async () => {
    const ended = await rollouts(["doctor", "provider.ts", "--folder", "nowhere", "--json"]);
    const checks = JSON.parse(ended.stdout) as { name: string; state: string }[];
    const problems = checks.filter(({ state }) => state === "problem").map(({ name }) => name);
    expect(problems).toEqual(["output", "environment"]);
    expect(ended.code).toBe(1);
  });
});
