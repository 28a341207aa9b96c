import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Hook = (work: () => Promise<void>) => void;

/** A new folder for each test of a file. */
export function useFolder(
  beforeEach: Hook,
  afterEach: Hook,
): { path(name: string): string; names(): Promise<string[]> } {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "export-preference-"));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });
  return {
    path: (name) => join(folder, name),
    names: async () => (await readdir(folder)).sort(),
  };
}
