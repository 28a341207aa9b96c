// A manifest of your own beside the one of the export: small, to be put under version control.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { chosenModel } from "@examples/models";
import { defineEnvironment } from "@rollouts/core";
import { toSftJsonl, validateSft } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import environment, { nineRounds, tenRounds } from "./environment.ts";

const longer = defineEnvironment({ ...environment, tasks: [nineRounds, tenRounds] });
const result = await runRollouts(longer, { k: 4, concurrency: 4, model: chosenModel() });
console.log(String(result));

const folder = join(import.meta.dirname, "data");
const path = join(folder, "export-manifest.jsonl");
const zone = result.learningZone();
const { written } = await toSftJsonl(zone, path);
if (written === 0) console.log("no task is in the learning zone");
else await writeManifest();

async function writeManifest() {
  const sha256 = createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
  const card = {
    format_version: 1,
    dataset: basename(path),
    sha256,
    n_rows: written,
    task_ids: zone.taskResults.map(({ task }) => task.id),
    env_fingerprint: result.envFingerprint,
    policy_fingerprint: result.policyFingerprint,
  };
  await writeFile(join(folder, "manifest.json"), `${JSON.stringify(card, null, 2)}\n`);
  console.log(card);

  const { valid, rows, manifest } = await validateSft(path);
  assert.deepEqual({ valid, rows, manifest }, { valid: true, rows: written, manifest: "matches" });
  const sidecar = JSON.parse(await readFile(`${path}.meta.json`, "utf8"));
  assert.equal(sidecar.sha256, sha256); // the manifest of the export holds the same, and more
}
