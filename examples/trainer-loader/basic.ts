// Writes a training file and reads it back as a trainer would: one list of messages per row.
import assert from "node:assert/strict";
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { toSftJsonl } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";
import { loadConversations } from "./load-conversations.ts";

const result = await runRollouts(environment, { k: 6, model: chosenModel() });
console.log(String(result));

const path = join(import.meta.dirname, "data", "basic.jsonl");
const { written } = await toSftJsonl(result.learningZone(), path);
const conversations = written === 0 ? [] : await loadConversations(path);

console.log(`${conversations.length} conversations, the first of them:`);
for (const { role, content } of conversations[0] ?? []) console.log(`  ${role}: ${content}`);
assert.equal(conversations.length, written);
