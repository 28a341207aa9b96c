import assert from "node:assert/strict";
import { toSftJsonl, validateSft } from "@rollouts/export-sft";
import { readResultFile } from "@rollouts/result-file";

const file = await readResultFile("sums.rollouts.jsonl");
const report = await toSftJsonl(file, "train.jsonl", { profile: "openai" });
assert.equal(report.written, 1);
assert.equal(report.droppedDuplicates, 1);
assert.ok((await validateSft("train.jsonl", { profile: "openai" })).valid);
