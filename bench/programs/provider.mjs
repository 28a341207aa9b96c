// The same work through the engine, with the model of `@rollouts/provider-openai`, which streams. With
// `hasFile`, every attempt is made safe in a result file, in place of the output of the others.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineEnvironment, functionAgent } from "@rollouts/core";
import { createOpenAI } from "@rollouts/provider-openai";
import { openResultFile } from "@rollouts/result-file";
import { runRollouts } from "@rollouts/runner";
import { report } from "./report.mjs";
import { makeOutput, makeTasks } from "./work.mjs";

const { taskCount, k, concurrency, url, hasFile } = JSON.parse(process.argv[2]);

const openai = createOpenAI({ apiKey: "sk-bench", baseURL: url, api: "chat" });
const output = makeOutput();
const env = defineEnvironment({
  name: "bench",
  agent: functionAgent({
    model: openai("m"),
    run: async (content, { model, signal }) => {
      const messages = [{ role: "user", content }];
      const { message, usage, served } = await model.generate({ messages, signal });
      return { text: message.content, messages: [...messages, message], usage, served };
    },
  }),
  tasks: makeTasks(taskCount),
  scorer: (run, expected) => run.output === expected,
});
const folder = hasFile ? mkdtempSync(join(tmpdir(), "rollouts-bench-")) : undefined;
const sink =
  folder && (await openResultFile(join(folder, "run.rollouts.jsonl"), { mode: "create" }));
const startedAt = performance.now();

const { taskResults } = await runRollouts(env, { k, concurrency, sink });
report({ wallMs: performance.now() - startedAt });
if (folder === undefined) {
  for (const { attempts } of taskResults) for (const attempt of attempts) output.write(attempt);
  output.flush();
} else rmSync(folder, { recursive: true });
