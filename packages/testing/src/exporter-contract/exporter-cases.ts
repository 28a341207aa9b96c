import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeThrown, describeValue, type Exporter, type ResultSource } from "@rollouts/core";
import { exporterBroken } from "../contract/broken.ts";
import type { ContractCase } from "../contract/contract-case.ts";
import {
  type ExampleSourceOptions,
  exampleSource,
  hostileTasks,
  plainTasks,
} from "./example-source.ts";
import { filesOf, findDifference, withFolder } from "./folder.ts";

/** What is checked. */
export interface ExporterSubject {
  readonly exporter: Exporter<unknown, unknown>;
  readonly options: unknown;
  readonly fileName: string;
}

/** What an exporter must be and do. */
export function exporterCases(subject: ExporterSubject): readonly ContractCase[] {
  return [
    { name: "specVersion is v1, and it has a name", run: () => checkIdentity(subject) },
    { name: "an export writes its file, and nothing outside", run: () => checkWrites(subject) },
    { name: "the same result gives the same bytes", run: () => checkSameBytes(subject) },
    { name: "hostile ids and texts write nothing outside", run: () => checkHostile(subject) },
    {
      name: "a result that cannot be read on leaves what was there",
      run: () => checkBrokenSource(subject),
    },
    {
      name: "a file that cannot be written is an error",
      run: () => checkUnwritable(subject),
    },
    { name: "a result of another contract is refused", run: () => checkSpecVersion(subject) },
  ];
}

async function checkIdentity({ exporter }: ExporterSubject): Promise<void> {
  const { specVersion, name } = exporter;
  if (specVersion !== "v1") {
    throw exporterBroken(`specVersion must be "v1", it is ${describeValue(specVersion)}.`);
  }
  if (typeof name !== "string" || name === "") {
    throw exporterBroken(`name must be text that is not empty, it is ${describeValue(name)}.`);
  }
}

function checkWrites(subject: ExporterSubject): Promise<void> {
  return withFolder(async (folder) => {
    await mustExport(subject, folder, { tasks: plainTasks });
    const names = await readdir(join(folder, "out"));
    if (!names.includes(subject.fileName)) {
      throw exporterBroken(
        `Nothing was written to ${subject.fileName}, though the result has passed attempts; the folder holds ${JSON.stringify(names)}.`,
      );
    }
    await refuseEscape(folder);
  });
}

async function checkSameBytes(subject: ExporterSubject): Promise<void> {
  const looks = new Map<string, ReadonlyMap<string, string>>();
  for (const [what, isSlow] of [
    ["first", false],
    ["second", false],
    ["slow", true],
  ] as const) {
    await withFolder(async (folder) => {
      await mustExport(subject, folder, { tasks: plainTasks, isSlow });
      looks.set(what, await filesOf(folder));
    });
  }
  const first = looks.get("first") ?? new Map();
  const again = findDifference(first, looks.get("second") ?? new Map());
  if (again !== null) {
    throw exporterBroken(
      `A second export of the same result differs: ${again}. Leave times, random ids and paths out.`,
    );
  }
  const slow = findDifference(first, looks.get("slow") ?? new Map());
  if (slow !== null) {
    throw exporterBroken(
      `An export of the same result, read slowly, differs: ${slow}. Write in the order of tasks() and attempts().`,
    );
  }
}

function checkHostile(subject: ExporterSubject): Promise<void> {
  return withFolder(async (folder) => {
    await resolves(exportInto(subject, folder, { tasks: hostileTasks })); // it may refuse them
    await refuseEscape(folder);
    if ("escaped" in {} || Object.keys(Object.prototype).length > 0) {
      throw exporterBroken("The export changed Object.prototype.");
    }
  });
}

function checkBrokenSource(subject: ExporterSubject): Promise<void> {
  return withFolder(async (folder) => {
    await mustExport(subject, folder, { tasks: plainTasks });
    const before = await filesOf(folder);
    const failure = new Error("the result cannot be read on");
    const tasks = plainTasks.slice(1);
    if (await resolves(exportInto(subject, folder, { tasks, failure }))) {
      throw exporterBroken("The export resolved though the result threw while it was read.");
    }
    const difference = findDifference(before, await filesOf(folder));
    if (difference === null) return;
    throw exporterBroken(
      `An export that failed did not leave what was there: ${difference}. Write under another name, rename at the end, and remove what is left when something fails.`,
    );
  });
}

function checkUnwritable(subject: ExporterSubject): Promise<void> {
  return withFolder(async (folder) => {
    await writeFile(join(folder, "out"), "a file where its folder should be");
    if (await resolves(exportInto(subject, folder, { tasks: plainTasks }))) {
      throw exporterBroken("The export resolved though its file could not be written.");
    }
    const left = await readFile(join(folder, "out"), "utf8");
    if (left !== "a file where its folder should be") {
      throw exporterBroken("The export wrote over a file in the place of its folder.");
    }
  });
}

function checkSpecVersion(subject: ExporterSubject): Promise<void> {
  return withFolder(async (folder) => {
    await mkdir(join(folder, "out"));
    if (await resolves(exportInto(subject, folder, { tasks: plainTasks, specVersion: "v999" }))) {
      throw exporterBroken(
        'A result with the specVersion "v999" was taken. Refuse it: checkSource of @rollouts/core does.',
      );
    }
    const names = await readdir(join(folder, "out"));
    if (names.length > 0) throw exporterBroken(`A refused export wrote ${JSON.stringify(names)}.`);
  });
}

async function mustExport(
  subject: ExporterSubject,
  folder: string,
  source: ExampleSourceOptions,
): Promise<void> {
  try {
    await exportInto(subject, folder, source);
  } catch (thrown) {
    throw exporterBroken(`An export of a plain result failed: ${describeThrown(thrown)}.`, thrown);
  }
}

/** Exports to a file in the folder `out`, which is there only if an export made it. */
async function exportInto(
  { exporter, options, fileName }: ExporterSubject,
  folder: string,
  source: ExampleSourceOptions,
): Promise<void> {
  const out = join(folder, "out");
  if (source.failure === undefined && source.specVersion === undefined) await ensureFolder(out);
  const given: ResultSource = exampleSource(source);
  await exporter.export(given, join(out, fileName), options);
}

/** A file in its place stays, for the exporter to find. */
async function ensureFolder(path: string): Promise<void> {
  await mkdir(path).catch(() => {});
}

async function refuseEscape(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length === 1) return;
  throw exporterBroken(
    `The export wrote outside the folder of its file: ${JSON.stringify(names)}.`,
  );
}

/** True when it resolves; what it throws must be an error, as callers expect. */
async function resolves(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (thrown) {
    if (thrown instanceof Error) return false;
    throw exporterBroken(`It threw what is no Error: ${describeThrown(thrown)}.`, thrown);
  }
}
