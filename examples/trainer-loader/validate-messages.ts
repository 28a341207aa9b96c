// Checks by hand what trainers insist on, and lets validateSft check the same and more.
import assert from "node:assert/strict";
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { defineEnvironment } from "@rollouts/core";
import { toSftJsonl, validateSft } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import environment, { eTimesPhi, rootTwoTimesRootThree } from "./environment.ts";
import { loadConversations } from "./load-conversations.ts";

const other = defineEnvironment({ ...environment, tasks: [eTimesPhi, rootTwoTimesRootThree] });
const result = await runRollouts(other, { k: 4, model: chosenModel() });
console.log(String(result));

const path = join(import.meta.dirname, "data", "validate-messages.jsonl");
const { written } = await toSftJsonl(result.learningZone(), path);
const conversations = written === 0 ? [] : await loadConversations(path);

for (const messages of conversations) {
  for (const message of messages) {
    assert.deepEqual(Object.keys(message), ["role", "content"]);
    assert.ok(["system", "user", "assistant"].includes(message.role));
    assert.ok(message.content.trim() !== "");
  }
  assert.equal(messages.at(-1)?.role, "assistant"); // the message that is trained
}
console.log(`${conversations.length} conversations have the right keys, roles and texts`);

if (written > 0) {
  const { valid, rows, problems } = await validateSft(path);
  assert.deepEqual({ valid, rows, problems }, { valid: true, rows: written, problems: [] });
  console.log("and validateSft agrees");
}
