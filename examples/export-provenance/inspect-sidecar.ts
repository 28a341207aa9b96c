// Reads the manifest itself, row by row beside the file, and holds the file against its digest.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { defineEnvironment } from "@rollouts/core";
import { type SftManifest, toSftJsonl } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import environment, { eTimesPhi, rootFiveTimesRootSix } from "./environment.ts";

const harder = defineEnvironment({ ...environment, tasks: [eTimesPhi, rootFiveTimesRootSix] });
const result = await runRollouts(harder, { k: 6, model: chosenModel() });
console.log(String(result));

const path = join(import.meta.dirname, "data", "inspect-sidecar.jsonl");
const { written } = await toSftJsonl(result.learningZone(), path);
if (written === 0) console.log("no task is in the learning zone");
else await inspect();

async function inspect() {
  const manifest: SftManifest = JSON.parse(await readFile(`${path}.meta.json`, "utf8"));
  const file = await readFile(path);
  const rows = file.toString("utf8").split("\n").slice(0, -1);

  assert.equal(manifest.sha256, createHash("sha256").update(file).digest("hex"));
  assert.deepEqual(manifest.options, { only_passed: true });
  assert.notEqual(result.envFingerprint, null);
  assert.equal(manifest.env_fingerprint, result.envFingerprint);
  assert.notEqual(result.policyFingerprint, null);
  assert.equal(manifest.policy_fingerprint, result.policyFingerprint);
  assert.equal(manifest.lines.length, rows.length);

  for (const [index, line] of manifest.lines.entries()) {
    const taskResult = result.taskResults.find(({ task }) => task.id === line.task_id);
    const attempt = taskResult?.attempts[line.attempt_index];
    assert.equal(attempt?.score?.passed, true);
    assert.equal(attempt?.score?.value, line.score);
    const answer = JSON.parse(rows[index] ?? "").messages.at(-1).content;
    assert.equal(answer, attempt?.run?.text);
    console.log(`${line.task_id}/${line.attempt_index}: ${answer}`);
  }
}
