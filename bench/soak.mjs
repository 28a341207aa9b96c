// Whether anything gathers in `@rollouts/provider-openai` over many calls, and whether thousands of
// TLS connections at once are too many for it. Build the packages first (`npm run setup`); the part
// with TLS needs the program `openssl`.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const pathOf = (program) => fileURLToPath(new URL(`./programs/${program}.mjs`, import.meta.url));

async function soak({ server: serverOptions, caFile, ...options }) {
  const server = spawn(
    process.execPath,
    [pathOf("provider-server"), JSON.stringify(serverOptions ?? {})],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  try {
    const [line] = await once(server.stdout, "data");
    const args = ["--expose-gc", pathOf("soak")];
    const env = { ...process.env, ...(caFile && { NODE_EXTRA_CA_CERTS: caFile }) };
    const argument = JSON.stringify({ url: String(line).trim(), ...options });
    const { stdout } = await run(process.execPath, [...args, argument], { env });
    return JSON.parse(stdout);
  } finally {
    server.stdin.end();
  }
}

async function makeCertificate(folder) {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  await run("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-keyout", key, "-out", cert, "-days", "1", "-subj", "/CN=127.0.0.1"],
    ...["-addext", "subjectAltName=IP:127.0.0.1"],
  ]);
  const [keyText, certText] = await Promise.all([readFile(key, "utf8"), readFile(cert, "utf8")]);
  return { caFile: cert, certificate: { key: keyText, cert: certText } };
}

const round = (value) => value.toFixed(1);

const many = await soak({ callCount: 50_000, concurrency: 200, roundCount: 5 });
// The first rounds compile and fill what is filled once.
const [, , third, fourth, last] = many.heaps;
console.log(
  `50,000 calls at 200 at once, ${many.failedCount} failed: heap after collection ${many.heaps.map(round).join(", ")} MiB each 10,000 (growth ${round(Math.max(fourth, last) - third)}, aim <= 3); ${many.listenerCount} listeners left; ${many.opened} connections opened, ${many.open} open after close`,
);

const folder = await mkdtemp(join(tmpdir(), "rollouts-soak-"));
try {
  const { caFile, certificate } = await makeCertificate(folder);
  const server = { certificate, delayMs: 1000 };
  const tls = await soak({ server, caFile, callCount: 3000, concurrency: 3000, roundCount: 1 });
  console.log(
    `3,000 calls over TLS at once, each answered after 1 s: ${tls.failedCount} failed${tls.firstFailure === undefined ? "" : ` (${tls.firstFailure})`}, ${round(tls.wallMs / 1000)} s; ${tls.opened} connections opened, ${tls.open} open after close`,
  );
} finally {
  await rm(folder, { recursive: true });
}
