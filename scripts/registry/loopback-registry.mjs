// A registry on loopback that holds our packages alone: only the scope @rollouts is asked of it, and
// everything else comes from wherever npm is used to get it.
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const verdaccio = fileURLToPath(
  new URL("../../node_modules/verdaccio/bin/verdaccio", import.meta.url),
);

const configOf = (folder) => `storage: ${folder}/storage
web: { enable: false }
auth: { htpasswd: { file: ${folder}/htpasswd } }
uplinks: {}
packages:
  "@rollouts/*": { access: $all, publish: $all }
  "**": { access: $all }
log: { type: stdout, format: pretty, level: error }
`;

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a registry that keeps its packages in `folder`. `npmrc` is what a project needs to use it. */
export async function startRegistry(folder, port) {
  const listen = `127.0.0.1:${port ?? (await freePort())}`;
  const url = `http://${listen}/`;
  if (await answers(`${url}-/ping`)) {
    throw new Error(`There is a registry on ${listen} already. End that one first.`);
  }
  const config = join(folder, "verdaccio.yaml");
  await writeFile(config, configOf(folder));
  const child = spawn(process.execPath, [verdaccio, "--config", config, "--listen", listen], {
    stdio: ["ignore", "inherit", "ignore"],
  });
  for (let tries = 0; !(await answers(`${url}-/ping`)); tries++) {
    if (child.exitCode !== null || tries === 300) {
      child.kill();
      throw new Error(`The registry did not start on ${listen}. Is the port taken?`);
    }
    await setTimeout(100);
  }
  // The token is not looked at, but npm and pnpm want one before they publish.
  const npmrc = `@rollouts:registry=${url}\n//${listen}/:_authToken=anything\n`;
  return { url, npmrc, stop: () => child.kill() };
}

const answers = (url) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );
