import { sinkContract } from "@rollouts/testing";
import { afterEach, beforeEach, describe, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { openResultFile } from "./open-result-file.ts";
import { readResultFile } from "./read-result-file.ts";

const folder = useFolder(beforeEach, afterEach);

describe("D14: a result file keeps the contract of a sink", () => {
  const cases = sinkContract({
    create: (name) => openResultFile(folder.path(name), { mode: "create" }),
    read: (name) => readResultFile(folder.path(name)),
    resume: (name) => openResultFile(folder.path(name), { mode: "resume" }),
  });
  it.each(cases.map(({ name, run }) => [name, run] as const))("%s", (_, run) => run());
});
