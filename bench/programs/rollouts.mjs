// The same work through the engine, with an agent that calls the model as the bare loop does.
import { defineEnvironment, functionAgent } from "@rollouts/core";
import { runRollouts, streamRollouts } from "@rollouts/runner";
import { report } from "./report.mjs";
import { makeAsk, makeOutput, makeTasks } from "./work.mjs";

const { taskCount, k, concurrency, url, isStreamed } = JSON.parse(process.argv[2]);

const ask = makeAsk(url);
const output = makeOutput();
const env = defineEnvironment({
  name: "bench",
  agent: functionAgent({ run: (input, { signal }) => ask(input, signal) }),
  tasks: makeTasks(taskCount),
  scorer: (run, expected) => run.output === expected,
});
const startedAt = performance.now();

if (isStreamed) {
  for await (const attempt of streamRollouts(env, { k, concurrency })) output.write(attempt);
  report({ wallMs: performance.now() - startedAt });
} else {
  const { taskResults } = await runRollouts(env, { k, concurrency });
  report({ wallMs: performance.now() - startedAt });
  for (const { attempts } of taskResults) for (const attempt of attempts) output.write(attempt);
}
output.flush();
