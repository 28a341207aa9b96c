// The same attempts through toSftJsonl.
import { toSftJsonl } from "@rollouts/export-sft";
import { makeSource } from "./export-source.mjs";
import { report } from "./report.mjs";

const { taskCount, k, path, profile } = JSON.parse(process.argv[2]);

const source = makeSource(taskCount, k);
const startedAt = performance.now();
const { written, bytes } = await toSftJsonl(source, path, { profile });
report({ wallMs: performance.now() - startedAt, bytes, written });
