import { refuseResultFiles } from "@rollouts/export-sft";
import { UsageError } from "../process/usage-error.ts";
import { checkTarget } from "./check-target.ts";
import { isSameFile } from "./is-same-file.ts";

/** What a file is to a command, such as `--baseline`, and its path; none where that is left out. */
export type NamedFile = readonly [name: string, path: string | undefined];

/** The files that a command line names. */
export interface FilesOfCommand {
  /** What is read. */
  readonly inputs: readonly NamedFile[];
  /** What is written. */
  readonly outputs: readonly NamedFile[];
}

/**
 * Before any work: refuses outputs that cannot be written, or that would take the place of what the command
 * reads, or of one another.
 *
 * @throws LoadError or UsageError
 */
export async function checkFiles({ inputs, outputs }: FilesOfCommand): Promise<void> {
  const read = named(inputs);
  const written = named(outputs);
  for (const [name, path] of written) await checkTarget(name, path);
  for (const [index, [name, path]] of written.entries()) {
    for (const [otherName, otherPath] of [...read, ...written.slice(0, index)]) {
      if (!(await isSameFile(path, otherPath))) continue;
      throw new UsageError(
        `${name} ${path} is the same file as ${otherName} ${otherPath}, which would be lost. Name another file for ${name}.`,
      );
    }
  }
}

/** Refuses outputs over any result file, also one that the command line does not name elsewhere. */
export async function keepResultFiles(outputs: readonly NamedFile[]): Promise<void> {
  for (const [, path] of named(outputs)) await refuseResultFiles({ path, split: null });
}

/** The files of an export: the data set and its manifest. */
export function exportedFiles(name: string, path: string | undefined): readonly NamedFile[] {
  return [
    [name, path],
    [`the manifest of ${name}`, path === undefined ? undefined : `${path}.meta.json`],
  ];
}

/** The files of an option that may be given several times. */
export function eachNamed(name: string, paths: readonly string[] = []): readonly NamedFile[] {
  return paths.map((path) => [name, path]);
}

function named(files: readonly NamedFile[]): readonly (readonly [string, string])[] {
  return files.flatMap(([name, path]) => (path === undefined ? [] : [[name, path] as const]));
}
