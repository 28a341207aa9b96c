import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openResultFile, readResultFile } from "@rollouts/result-file";
import { sinkContract } from "@rollouts/testing";
import { afterAll, describe, it } from "vitest";

const folder = await mkdtemp(join(tmpdir(), "sinks-"));
afterAll(() => rm(folder, { recursive: true }));

describe("sink contract", () => {
  const cases = sinkContract({
    create: (name) => openResultFile(join(folder, name), { mode: "create" }),
    read: (name) => readResultFile(join(folder, name)),
    resume: (name) => openResultFile(join(folder, name), { mode: "resume" }),
  });
  for (const { name, run } of cases) it(name, run);
});
