import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFolders, modeOfReplaced, replaceFile, requireRegularFile } from "../index.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "core-files-"));
});
afterEach(() => rm(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const onLinux = process.platform === "linux";

describe("makeFolders", () => {
  it("makes as many levels as are missing, and is content with what is there", async () => {
    for (let time = 0; time < 2; time++) await makeFolders(at("a/b/c"));
    expect(await readdir(at("a/b"))).toEqual(["c"]);
  });

  it.each([
    ["file", "EEXIST"],
    ["file/a/b", "ENOTDIR"],
  ])("fails where a file is in the way: %s", async (name, code) => {
    await writeFile(at("file"), "");
    await expect(makeFolders(at(name))).rejects.toMatchObject({ code });
  });

  it.runIf(onLinux)("ends where the system denies what is there", async () => {
    await expect(makeFolders("/proc/rollouts/deep/er")).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("replaceFile", () => {
  it("writes the text in place of the one before, and makes folders", async () => {
    await replaceFile(at("a/b/x.txt"), "longer");
    await replaceFile(at("a/b/x.txt"), " é\u2028\n");
    expect(await readFile(at("a/b/x.txt"), "utf8")).toBe(" é\u2028\n");
    expect(await readdir(at("a/b"))).toEqual(["x.txt"]);
  });

  it("takes the longest name that the system allows", async () => {
    const name = "x".repeat(255);
    await replaceFile(at(name), "whole");
    expect(await readdir(folder)).toEqual([name]);
    await expect(replaceFile(at(`${name}x`), "")).rejects.toMatchObject({ code: "ENAMETOOLONG" });
    expect(await readdir(folder)).toEqual([name]);
  });

  it("keeps a private file private", async () => {
    await writeFile(at("x"), "old", { mode: 0o600 });
    await replaceFile(at("x"), "new");
    expect((await stat(at("x"))).mode & 0o777).toBe(0o600);
  });

  it("takes the place of no folder, nor of a link to one", async () => {
    await mkdir(at("in"));
    await symlink("in", at("link"));
    for (const name of ["in", "link"]) {
      await expect(replaceFile(at(name), "")).rejects.toThrow(`${name}" is not a regular file`);
    }
    expect((await readdir(folder)).sort()).toEqual(["in", "link"]);
  });
});

describe.runIf(onLinux)("a link to what only looks like a file", () => {
  /** A file that this process has open, and so a name under /proc: `/proc/self/fd/1` in a shell. */
  async function withOpenFile(work: (descriptor: number) => Promise<void>): Promise<void> {
    await writeFile(at("output"), "printed");
    const handle = await open(at("output"));
    try {
      await work(handle.fd);
    } finally {
      await handle.close();
    }
    expect(await readFile(at("output"), "utf8")).toBe("printed");
  }

  it.each<[string, (descriptor: number) => Promise<string>]>([
    [
      "under /proc",
      async (descriptor) => {
        await symlink(`/proc/self/fd/${descriptor}`, at("link"));
        return at("link");
      },
    ],
    [
      "by the links under /dev",
      async (descriptor) => {
        await symlink(`/dev/fd/${descriptor}`, at("link"));
        return at("link");
      },
    ],
    [
      "by a link to a link",
      async (descriptor) => {
        await symlink(`/proc/self/fd/${descriptor}`, at("inner"));
        await symlink("inner", at("link"));
        return at("link");
      },
    ],
    [
      "by a link to its folder",
      async (descriptor) => {
        await symlink("/proc/self/fd", at("link"));
        return at(`link/${descriptor}`);
      },
    ],
  ])("is not replaced: %s", async (_where, make) => {
    await withOpenFile(async (descriptor) => {
      const path = await make(descriptor);
      const before = await readdir(folder);
      await expect(replaceFile(path, "x")).rejects.toThrow("leads into /proc or /dev");
      expect(await readdir(folder)).toEqual(before);
    });
  });

  it("other files are replaced: by the folder of this process, in memory, by a link", async () => {
    await writeFile(at("x"), "", { mode: 0o640 });
    await symlink("x", at("link"));
    expect(await modeOfReplaced(at("link"))).toBe(0o640);
    expect(await modeOfReplaced(`/proc/self/root${at("x")}`)).toBe(0o640);
    const inMemory = await mkdtemp("/dev/shm/rollouts-");
    try {
      await replaceFile(join(inMemory, "x"), "old");
      await replaceFile(join(inMemory, "x"), "new");
      expect(await readFile(join(inMemory, "x"), "utf8")).toBe("new");
    } finally {
      await rm(inMemory, { recursive: true });
    }
  });
});

describe("requireRegularFile", () => {
  it("takes a file, also by a link to it", async () => {
    await writeFile(at("file"), "");
    await symlink(at("file"), at("link"));
    await expect(requireRegularFile(at("file"))).resolves.toBeUndefined();
    await expect(requireRegularFile(at("link"))).resolves.toBeUndefined();
  });

  it("refuses a folder, and what is not there as the system says", async () => {
    await expect(requireRegularFile(folder)).rejects.toThrow("it is not a regular file");
    await expect(requireRegularFile(at("nothing"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it.runIf(onLinux)("refuses a device", async () => {
    await expect(requireRegularFile("/dev/zero")).rejects.toThrow("it is not a regular file");
  });
});
