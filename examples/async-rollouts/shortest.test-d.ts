import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { openai } from "@rollouts/provider-openai";
import { runRollouts } from "@rollouts/runner";
import { expectTypeOf } from "vitest";
import { z } from "zod";

const agent = defineAgent({
  model: openai("gpt-5.5", { reasoningEffort: "low" }),
  outputSchema: z.object({ value: z.int() }),
});
const tasks = [{ input: "1 + 1", expected: 2 }];

const env = defineEnvironment({
  name: "typed by its agent and its tasks",
  agent,
  tasks,
  scorer(run, expected) {
    expectTypeOf(run.output.value).toEqualTypeOf<number>();
    expectTypeOf(expected).toEqualTypeOf<number>();
    return run.output.value === expected;
  },
  metrics: {
    distance: {
      version: "1",
      score: (run, expected) => {
        expectTypeOf(run.output).toEqualTypeOf<{ value: number }>();
        expectTypeOf(expected).toEqualTypeOf<number>();
        return run.output.value === expected ? 1 : 0;
      },
    },
  },
});

const result = await runRollouts(env);
expectTypeOf(result.taskResults[0]?.attempts[0]?.run?.output).toEqualTypeOf<
  { value: number } | undefined
>();

defineEnvironment({
  name: "a wrong member is an error",
  agent,
  tasks,
  // @ts-expect-error the output has no member of this name
  scorer: (run, expected) => run.output.total === expected,
});
