import { open, readFile, symlink, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { exampleResult } from "./__fixtures__/result.ts";
import { profiles } from "./profiles/profiles.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);
const result = exampleResult([
  { id: "a", attempts: [{}] },
  { id: "b", attempts: [{}] },
]);
const header = '{"type":"header","format":1,"env":"sums"';

/** A result file with all its attempts, or what is left of one. */
async function keep(name: string): Promise<string> {
  await writeFile(folder.path(name), header);
  return folder.path(name);
}

it.each(["rows.jsonl", "rows.jsonl.meta.json", "rows.validation.jsonl"])(
  "refuses to take the place of a result file that is called %s",
  async (name) => {
    const path = await keep(name);
    const exported = toSftJsonl(result, folder.path("rows.jsonl"), { split: { fraction: 0.5 } });
    await expect(exported).rejects.toMatchObject({
      name: "InvalidArgumentError",
      argument: name === "rows.validation.jsonl" ? "split.validationPath" : "path",
      message: `${JSON.stringify(path)} is a result file, which would be lost. Nothing was changed. Name another file.`,
    });
    expect(await readFile(path, "utf8")).toBe(header);
    expect(await folder.names()).toEqual([name]);
  },
);

it("refuses a link to a result file", async () => {
  await keep("kept");
  await symlink(folder.path("kept"), folder.path("rows.jsonl"));
  await expect(toSftJsonl(result, folder.path("rows.jsonl"))).rejects.toThrow("is a result file");
});

it.each([
  ["a byte order mark", "\ufeff"],
  ["blank lines", "\n \r\n"],
  ["both, and many", `\ufeff${"\n".repeat(70_000)}`],
])("refuses a result file that begins with %s", async (_, start) => {
  const path = folder.path("rows.jsonl");
  await writeFile(path, `${start}${header}`);
  await expect(toSftJsonl(result, path)).rejects.toThrow("is a result file");
  expect(await readFile(path, "utf8")).toBe(`${start}${header}`);
});

it("refuses a result file where a shard would be, once it knows the name of the shard", async () => {
  const path = await keep("rows-00002-of-00002.jsonl");
  const small = {
    ...profiles.portable,
    name: "small",
    limits: { ...profiles.portable.limits, maxRows: 1 },
    defaults: { ...profiles.portable.defaults, onOverflow: "shard" as const, deduplicate: false },
  };
  await expect(
    toSftJsonl(result, folder.path("rows.jsonl"), { profile: small }),
  ).rejects.toMatchObject({ name: "ExportError", path });
  expect(await readFile(path, "utf8")).toBe(header);
  expect(await folder.names()).toEqual(["rows-00002-of-00002.jsonl"]);
});

it("refuses a name that only result files have", async () => {
  const path = folder.path("New.Rollouts.jsonl");
  await expect(toSftJsonl(result, path)).rejects.toThrow(
    `${JSON.stringify(path)} has the name of a result file`,
  );
  expect(await folder.names()).toEqual([]);
});

it("takes the place of other files as before", async () => {
  const path = folder.path("rows.jsonl");
  await writeFile(path, '{"type":"session"}\n');
  await toSftJsonl(result, path);
  expect((await readFile(path, "utf8")).startsWith('{"messages"')).toBe(true);
});

it("ends where no folder can be made although the one above is there", async () => {
  await expect(toSftJsonl(result, "/proc/rollouts/rows.jsonl")).rejects.toMatchObject({
    name: "ExportError",
    path: "/proc/rollouts/rows.jsonl",
  });
});

it.runIf(process.platform === "linux")(
  "refuses a link to a file that a process has open, such as its output",
  async () => {
    await writeFile(folder.path("output"), "printed");
    const output = await open(folder.path("output"));
    await symlink(`/proc/self/fd/${output.fd}`, folder.path("rows.jsonl"));
    await expect(toSftJsonl(result, folder.path("rows.jsonl"))).rejects.toMatchObject({
      name: "ExportError",
      message: expect.stringContaining('rows.jsonl" leads into /proc or /dev'),
    });
    await output.close();
    expect(await readFile(folder.path("output"), "utf8")).toBe("printed");
    expect(await folder.names()).toEqual(["output", "rows.jsonl"]);
  },
);

it("makes the folders above its file, as many as are missing", async () => {
  await toSftJsonl(result, folder.path("a/b/c/rows.jsonl"));
  expect(await folder.names()).toEqual(["a"]);
});
