// The same work through the engine, with the model of `@rollouts/provider-openai`, which streams.
import { defineEnvironment, functionAgent } from "@rollouts/core";
import { createOpenAI } from "@rollouts/provider-openai";
import { runRollouts } from "@rollouts/runner";
import { report } from "./report.mjs";
import { makeOutput, makeTasks } from "./work.mjs";

const { taskCount, k, concurrency, url } = JSON.parse(process.argv[2]);

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
const startedAt = performance.now();

const { taskResults } = await runRollouts(env, { k, concurrency });
report({ wallMs: performance.now() - startedAt });
for (const { attempts } of taskResults) for (const attempt of attempts) output.write(attempt);
output.flush();
