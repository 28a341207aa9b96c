import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorkshop } from "./workshop.test-helper.ts";

const environment = join(import.meta.dirname, "__fixtures__/wanders.env.ts");

let workshop: Awaited<ReturnType<typeof openWorkshop>>;
beforeAll(async () => {
  workshop = await openWorkshop();
  await mkdir(workshop.path("elsewhere"));
});
afterAll(() => workshop.close());

/** Runs the command in the folder of the workshop, with code that leaves it. */
function wander(...args: string[]) {
  const env = { ELSEWHERE: workshop.path("elsewhere") };
  return workshop.rollouts(args, { cwd: workshop.folder, env });
}

describe("D24 code that goes to another folder", { timeout: 120_000 }, () => {
  it("moves no file of the command, and holds no lock", async () => {
    const outputs = ["--export", "zone.jsonl", "--report", "all.csv", "--out", "a.rollouts.jsonl"];
    const ran = await wander("run", environment, "--k", "2", ...outputs);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).toContain("training rows written: 1\n");

    const resume = ["--resume", "a.rollouts.jsonl", "--k", "4"];
    const explained = await wander("run", environment, ...resume, "--explain");
    expect(explained.stdout).toContain("2 of 4 attempts stay, 2 to run");
    const resumed = await wander("run", environment, ...resume, "--sample", "1");
    expect(resumed).toMatchObject({ code: 0 });
    const failing = ["--failing", "a.rollouts.jsonl", "--errors", "a.rollouts.jsonl"];
    const none = await wander("run", environment, "--k", "1", ...failing);
    expect(none.stderr).toContain("--errors a.rollouts.jsonl leaves none of 1 task.");

    const scored = ["a.rollouts.jsonl", environment, "--out", "b.rollouts.jsonl"];
    expect(await wander("rescore", ...scored)).toMatchObject({ code: 0 });
    await workshop.write("gold.jsonl", '{"taskId":"a","attemptIndex":0,"gold":true}\n');
    const calibrated = await wander("calibrate", "a.rollouts.jsonl", "gold.jsonl", environment);
    expect(calibrated).toMatchObject({ code: 0 });

    expect((await readdir(workshop.folder)).sort()).toEqual([
      "a.rollouts.jsonl",
      "all.csv",
      "b.rollouts.jsonl",
      "elsewhere",
      "gold.jsonl",
      "zone.jsonl",
      "zone.jsonl.meta.json",
    ]);
    expect(await readdir(workshop.path("elsewhere"))).toEqual([]);
  });
});
