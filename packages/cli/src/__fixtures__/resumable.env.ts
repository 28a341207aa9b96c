import { appendFileSync } from "node:fs";
import { defineEnvironment, functionAgent } from "@rollouts/core";

const { CALLS = "", PLAN = "{}" } = process.env;

/** What a test wants of this process; `waitFrom` is the first attempt index that hangs, and ignores aborts. */
interface Plan {
  readonly taskCount?: number;
  readonly waitFrom?: number;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly version?: string;
  readonly scorerVersion?: string;
  readonly fails?: boolean;
  readonly answerBytes?: number;
}

const {
  taskCount = 3,
  waitFrom,
  inputs = {},
  version = "1",
  scorerVersion = "1",
  ...rest
} = JSON.parse(PLAN) as Plan;
const { fails = false, answerBytes = 0 } = rest;

/** Answers by the seed of the attempt, and writes every attempt that it starts to the file `CALLS`. */
export default defineEnvironment({
  name: "resumable",
  agent: functionAgent({
    identity: { version },
    run(_input, { taskId, attemptIndex, seed }) {
      appendFileSync(CALLS, `${taskId}/${attemptIndex}\n`);
      if (fails) throw new Error("the service is down");
      if (waitFrom !== undefined && attemptIndex >= waitFrom) {
        process.stderr.write("waits\n");
        return new Promise<string>(() => setInterval(() => {}, 1000));
      }
      return `${seed % 2}${"x".repeat(answerBytes)}`;
    },
  }),
  tasks: Array.from({ length: taskCount }, (_, index) => ({
    id: `task ${index}`,
    input: inputs[index] ?? `question ${index}`,
  })),
  scorer: { version: scorerVersion, score: ({ output }) => output.startsWith("0") },
});
