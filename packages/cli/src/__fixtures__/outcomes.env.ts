import { defineEnvironment, functionAgent } from "@rollouts/core";

/** What a test wants of this process. */
interface Plan {
  /** By task id, an outcome for each attempt: `1` passes, `0` fails, `x` throws, `?` cannot be told. */
  readonly outcomes: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, Record<string, unknown>>>;
  /** Of the prompt. */
  readonly version?: string;
  readonly passes?: string;
  readonly expected?: string;
}

const { PLAN = '{"outcomes":{"a":"1"}}' } = process.env;
const { outcomes, metadata = {}, version = "1", passes = "1", ...rest } = JSON.parse(PLAN) as Plan;

/** Its attempts end as the test says. */
export default defineEnvironment({
  name: "outcomes",
  agent: functionAgent({
    identity: { version },
    run(_input, { taskId, attemptIndex }) {
      const ofTask = outcomes[taskId] ?? "";
      const outcome = ofTask[attemptIndex % ofTask.length] ?? "";
      if (outcome === "x") throw new Error(`no luck with ${attemptIndex}`);
      return outcome;
    },
  }),
  tasks: Object.keys(outcomes).map((id) => ({
    id,
    input: `question ${id}`,
    expected: rest.expected ?? "1",
    metadata: metadata[id] ?? {},
  })),
  scorer: {
    version: passes,
    score: ({ output }) => (output === "?" ? null : output === passes),
  },
});
