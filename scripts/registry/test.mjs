// Releases the working tree to a registry on loopback, then installs and uses it as four users would,
// on every major version of Node that we promise. Prints what each of them has to install, and fails
// where that is more than scripts/registry/budget.json. Third-party packages come from the usual place.
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMockOpenAI } from "../../packages/testing/dist/index.js";
import { startRegistry } from "./loopback-registry.mjs";
import { publishCopy } from "./publish-copy.mjs";
import { runProgram } from "./run-program.mjs";
import { compile, install, use, users } from "./users.mjs";

const budgetFile = new URL("./budget.json", import.meta.url);
const budget = JSON.parse(await readFile(budgetFile, "utf8"));

/** The programs of the three versions; those that do not run this come as packages. */
async function findNodes(cwd) {
  const nodes = [];
  for (const major of ["20", "22", "24"]) {
    const isThis = process.versions.node.startsWith(`${major}.`);
    const args = ["--yes", "--package", `node@${major}`, "--", "node", "-p", "process.execPath"];
    nodes.push(isThis ? process.execPath : (await runProgram("npx", args, { cwd })).trim());
  }
  return nodes;
}

/** Installs and uses one user's project, and gives its row of the table. */
async function tryOut(user, project, { npmrc }, nodes, env) {
  const { dependencies, megabytes } = await install(user, project, npmrc);
  await compile(project);
  for (const node of nodes) await use(user, project, node, env);
  const most = budget[user];
  const isHeld = dependencies <= most.dependencies && megabytes <= most.megabytes;
  return {
    user,
    dependencies: `${dependencies} of ${most.dependencies}`,
    MB: `${megabytes.toFixed(1)} of ${most.megabytes}`,
    budget: isHeld ? "held" : "EXCEEDED",
  };
}

const folder = await mkdtemp(join(tmpdir(), "registry-"));
try {
  const [storage, copy] = [join(folder, "storage"), join(folder, "copy")];
  await mkdir(storage);
  const registry = await startRegistry(storage);
  const server = await startMockOpenAI({ replies: () => "42" });
  try {
    const [version, nodes] = await Promise.all([publishCopy(copy, registry), findNodes(folder)]);
    const env = { OPENAI_BASE_URL: server.baseURL };
    const tries = Object.keys(users).map((user) =>
      tryOut(user, join(folder, user), registry, nodes, env),
    );
    const rows = await Promise.all(tries);
    console.log(`Published ${version}, installed and used on ${nodes.length} versions of Node:`);
    console.table(rows);
    if (rows.some(({ budget }) => budget !== "held")) process.exitCode = 1;
  } finally {
    registry.stop();
    await server.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
