// Checks every package as it would be published: packs them, then looks into the tarballs, at their
// manifests, and has publint and attw look as well. Needs a build and pnpm on the PATH, no network.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const run = promisify(execFile);
const maxBuffer = 64 * 1024 * 1024;

async function read(tarball, path) {
  return (await run("tar", ["-xzOf", tarball, path], { maxBuffer })).stdout;
}

async function* faultsOfFiles(tarball) {
  const files = (await run("tar", ["-tzf", tarball], { maxBuffer })).stdout.trim().split("\n");
  for (const needed of ["README.md", "LICENSE", "package.json"]) {
    if (!files.includes(`package/${needed}`)) yield `lacks ${needed}`;
  }
  const ours =
    /^package\/(README\.md|CHANGELOG\.md|LICENSE|package\.json|[\w.-]+\.json|dist\/.+|src\/.+\.ts)$/;
  const test = /\.(test|test-d|test-helper|conformance|browser)\.ts$|\/__\w+__\//;
  for (const file of files) {
    if (!ours.test(file) || test.test(file)) yield `holds ${file}, which nobody needs`;
  }
}

async function* faultsOfManifest(tarball) {
  const manifest = JSON.parse(await read(tarball, "package/package.json"));
  const { license, type, sideEffects, description, keywords, engines, exports } = manifest;
  const directory = `packages/${manifest.name.replace("@rollouts/", "")}`;
  if (license !== "MIT") yield "has another licence than MIT";
  if (type !== "module") yield "is no ES module";
  if (sideEffects === undefined) yield "does not say whether it has side effects";
  if (!description?.endsWith(".")) yield "has no sentence as its description";
  if (!(keywords?.length > 0)) yield "has no keywords";
  if (engines?.node !== ">=20.19.0") yield "does not run on Node >= 20.19.0";
  if (exports?.["./package.json"] === undefined) yield "does not export its package.json";
  if (manifest.repository?.directory !== directory) yield `does not name ${directory}`;
  if (manifest.bugs === undefined) yield "does not say where to report a fault";
  if (manifest.publishConfig?.access !== "public") yield "would be published as restricted";
  for (const [name, range] of Object.entries({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
  })) {
    if (/^(workspace|catalog):/.test(range)) yield `would be published with ${name} ${range}`;
  }
  // Such a link makes every minor release of core a major one of its dependents.
  for (const name of Object.keys(manifest.peerDependencies ?? {})) {
    if (name.startsWith("@rollouts/")) yield `has ${name} as a peer, not as a dependency`;
  }
}

async function* faultsOfTool(tool, args) {
  try {
    await run(join(root, "node_modules/.bin", tool), args, { maxBuffer });
  } catch ({ stdout, stderr }) {
    yield `does not please ${tool}:\n${stdout}${stderr}`;
  }
}

async function* faultsOf(tarball) {
  yield* faultsOfFiles(tarball);
  yield* faultsOfManifest(tarball);
  yield* faultsOfTool("publint", ["--strict", tarball]);
  yield* faultsOfTool("attw", ["--profile", "esm-only", "--format", "ascii", tarball]);
}

const faults = [];
const folder = mkdtempSync(join(tmpdir(), "packages-"));
try {
  const pack = ["--recursive", "--filter", "./packages/*", "pack", "--pack-destination", folder];
  await run("pnpm", pack, { cwd: root, maxBuffer });
  const tarballs = readdirSync(folder);
  const left = tarballs.values();
  const checkSome = async () => {
    for (const tarball of left) {
      for await (const fault of faultsOf(join(folder, tarball))) faults.push(`${tarball} ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, checkSome));
  if (tarballs.length === 0) faults.push("nothing was packed");
  console.log(`packages: ${tarballs.length}, ${faults.length} faults`);
} finally {
  rmSync(folder, { recursive: true });
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
