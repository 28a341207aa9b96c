// Four users who install only what they need, each a small project in users/. A project may import
// nothing but what its package.json names.
import { cp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "./run-program.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const projects = fileURLToPath(new URL("./users/", import.meta.url));

const main = ["node", "main.js"];
const rollouts = (...args) => ["npx", "--no-install", "rollouts", ...args];

/** Each user's commands, run with every Node. The first user has CommonJS as well. */
export const users = {
  "custom-provider": [main, ["node", "required.cjs"]],
  openai: [main],
  "training-data": [main],
  "command-line": [
    rollouts("--version"),
    rollouts("run", "environment.ts", "--k", "4", "--min-pass-rate", "0.5"),
    rollouts("run", "environment.ts", "--report", "report.html", "--export", "train.jsonl"),
  ],
};

/** Installs a user's project with npm into an empty folder, and tells what that brought. */
export async function install(name, folder, npmrc) {
  await cp(join(projects, name), folder, { recursive: true });
  await writeFile(join(folder, ".npmrc"), npmrc);
  await runProgram("npm", ["install", "--no-audit", "--no-fund"], { cwd: folder });
  const modules = join(folder, "node_modules");
  const lock = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8"));
  return {
    dependencies: Object.keys(lock.packages).length,
    megabytes: (await sizeOf(modules)) / 1_000_000,
  };
}

async function sizeOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(async ({ path, name }) => (await stat(join(path, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Compiles what a user wrote, with the types of all that was installed checked as well. */
export async function compile(folder) {
  const files = (await readdir(folder)).filter((file) => /^[^.]+\.c?ts$/.test(file));
  if (!files.some((file) => file.startsWith("main."))) return; // an environment file is loaded as it is
  await cp(join(projects, "tsconfig.json"), join(folder, "tsconfig.json"));
  const typeRoots = ["--typeRoots", join(root, "node_modules/@types")];
  for (const compiler of ["typescript-7", "typescript-5.9"]) {
    const tsc = join(root, "node_modules", compiler, "bin/tsc");
    await runProgram(process.execPath, [tsc, ...typeRoots], { cwd: folder });
  }
}

/** Runs a user's commands with one Node. */
export async function use(name, folder, node, env) {
  const path = `${dirname(node)}${delimiter}${process.env.PATH}`;
  for (const [program, ...args] of users[name]) {
    await runProgram(program, args, { cwd: folder, env: { ...env, PATH: path } });
  }
}
