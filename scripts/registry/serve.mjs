// Releases the working tree to a registry on loopback and keeps it up until Ctrl-C, so that what
// changed can be installed and tried. CONTRIBUTING.md tells how.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRegistry } from "./loopback-registry.mjs";
import { publishCopy } from "./publish-copy.mjs";

const folder = await mkdtemp(join(tmpdir(), "registry-"));
const storage = join(folder, "storage");
await mkdir(storage);
const ended = new Promise((resolve) => {
  process.once("SIGINT", resolve).once("SIGTERM", resolve);
});
let registry;
try {
  registry = await startRegistry(storage, 4873);
  console.log("Building and publishing, a minute or two ...");
  const version = await publishCopy(join(folder, "copy"), registry);
  console.log(`Published ${version}. In the project that is to use it:

  echo "@rollouts:registry=${registry.url}" >> .npmrc
  npm install @rollouts/cli@${version} @rollouts/core@${version}

The registry runs until Ctrl-C, and forgets everything then.`);
  await ended;
} finally {
  registry?.stop();
  await rm(folder, { recursive: true, force: true });
}
