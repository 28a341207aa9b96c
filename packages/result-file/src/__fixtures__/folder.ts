import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Hook = (work: () => void) => void;

/** A new folder for each test of a file. */
export function useFolder(
  beforeEach: Hook,
  afterEach: Hook,
): { path(name: string): string; names(): string[] } {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "result-file-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  return {
    path: (name) => join(folder, name),
    names: () => readdirSync(folder).sort(),
  };
}
