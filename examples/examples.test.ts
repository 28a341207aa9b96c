import { readdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { format } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Grid, readGrids, undated, writeResults } from "./results.ts";

const root = import.meta.dirname;
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => readdirSync(join(root, name)).includes("package.json"));

/** A program says in its first line, a comment, what it shows, and prints something. */
const programs = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".ts") && !/\.test(-d)?\.ts$/.test(name))
    .map((name) => ({ folder, path: `${folder}/${name}` }))
    .map((program) => ({ ...program, text: readFileSync(join(root, program.path), "utf8") }))
    .filter(({ text }) => text.startsWith("// ") && text.includes("console.log(")),
);

/** The service answers with numbers alone. */
const printsGrid = ({ path, text }: { path: string; text: string }) =>
  text.includes("runRollouts(") && path !== "async-rollouts/in-a-server.ts";

const { argv } = process;
const cwd = process.cwd();
const printed: string[] = [];

beforeAll(() => {
  vi.spyOn(console, "log").mockImplementation((...values) => {
    printed.push(format(...values));
  });
});
afterAll(() => {
  vi.restoreAllMocks();
  process.chdir(cwd);
  process.argv = argv;
});

/** Servers and processes that are open: a program that leaves one would never end. */
const openHandles = () =>
  process.getActiveResourcesInfo().filter((name) => /^(TCPServer|Process)Wrap$/.test(name));

/** Runs a program as its reader would, in its folder and without arguments, but in this process. */
async function run({ folder, path }: { folder: string; path: string }): Promise<readonly Grid[]> {
  const before = openHandles();
  printed.length = 0;
  process.chdir(join(root, folder));
  process.argv = [process.execPath, join(root, path)];
  await import(join(root, path));
  expect(process.exitCode ?? 0).toBe(0);
  await setImmediate(); // a server that is told to listen is there only then
  await vi.waitFor(() => expect(openHandles()).toEqual(before), { timeout: 10_000 });
  return readGrids(printed.join("\n"));
}

describe("the programs of the examples", () => {
  const grids = new Map<string, readonly Grid[]>();

  it.each(programs)(
    "$path runs offline, and what it asserts holds",
    async (program) => {
      const found = await run(program);
      grids.set(program.path, found);
      expect(found.length > 0).toBe(printsGrid(program));
      expect(found.every(({ tasks }) => tasks.length > 0)).toBe(true);
    },
    60_000,
  );

  it("have under 60 lines each", () => {
    const long = programs.filter(({ text }) => text.trimEnd().split("\n").length >= 60);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it("results.md holds their numbers; node scripts/example-results.mjs --write renews it", async () => {
    const page = join(root, "results.md");
    const results = writeResults(grids, new Date().toISOString().slice(0, 10));
    // biome-ignore lint/suspicious/noUndeclaredEnvVars: turbo builds, and runs no tests
    if (process.env.EXAMPLE_RESULTS === "write") await writeFile(page, results);
    else expect(undated(await readFile(page, "utf8"))).toBe(undated(results));
  });
});

it("README.md leads to every folder", async () => {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const links = [...readme.matchAll(/\]\(([\w-]+)\)/g)].map(([, folder]) => folder);

  expect(links.toSorted()).toEqual(folders.toSorted());
});
