import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "./run-program.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Releases the working tree to a registry as a release does: changesets give the version, everything is
 * built, pnpm publishes. All of it happens in a copy, so the clone stays as it is. Gives the version.
 * Needs pnpm on the PATH.
 */
export async function publishCopy(copy, registry) {
  await copyTree(copy);
  await writeFile(join(copy, ".npmrc"), registry.npmrc);
  const packages = ["--recursive", "--filter", "./packages/*"];
  await runProgram("pnpm", ["install", "--frozen-lockfile", "--prefer-offline"], { cwd: copy });
  await runProgram("pnpm", ["exec", "changeset", "version"], { cwd: copy });
  await runProgram("pnpm", [...packages, "run", "build"], { cwd: copy });
  const publish = ["publish", "--no-git-checks", "--registry", registry.url];
  await runProgram("pnpm", [...packages, ...publish], { cwd: copy });
  return JSON.parse(await readFile(join(copy, "packages/core/package.json"), "utf8")).version;
}

/** What git has or would add. */
async function copyTree(copy) {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const files = (await runProgram("git", list, { cwd: root })).split("\0").filter(Boolean);
  for (const file of files) {
    if (!existsSync(join(root, file))) continue; // deleted, but not yet in git
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(root, file), join(copy, file));
  }
}
