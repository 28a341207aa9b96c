import {
  type Agent,
  defineEnvironment,
  type Environment,
  type RolloutResult,
  type StopReason,
} from "@rollouts/core";
import { agentBroken } from "../contract/broken.ts";
import type { ContractCase } from "../contract/contract-case.ts";
import { echoModel } from "./echo-model.ts";
import { refuseLeaks } from "./leaks.ts";
import { newMarker } from "./marker.ts";
import { makeAgent, type Subject } from "./subject.ts";
import { createWatchedAttempt, type WatchedAttempt, watchRun } from "./watched-attempt.ts";

/** `runRollouts` of `@rollouts/runner`, as far as it is used here. */
export type RunRollouts = (
  env: Environment<unknown, unknown>,
  options: { readonly k: number; readonly concurrency: number },
) => Promise<Pick<RolloutResult, "taskResults">>;

const k = 5;
/** Two, since attempts of one task may share what attempts of two do not, and the reverse. */
const taskIds = ["real-run-a", "real-run-b"] as const;

/** The leak canary with everything that a run does, such as making agents and refusing them. */
export function realRunCase(subject: Subject, runRollouts: RunRollouts): ContractCase {
  return {
    name: "leak canary: a real run",
    async run() {
      await makeAgent(subject);
      const attempts: WatchedAttempt[] = [];
      const { taskResults } = await runRollouts(toEnvironment(subject, attempts), {
        k,
        concurrency: k,
      });
      refuseLeaks(attempts, subject.attempts);
      for (const { task, attempts: results } of taskResults) {
        const broken = results.find(({ stopReason }) => !wholeStopReasons.includes(stopReason));
        if (broken === undefined) continue;
        throw agentBroken(
          `Attempt ${task.id}/${broken.attemptIndex} ended as ${broken.stopReason}: ${broken.error}.`,
        );
      }
    },
  };
}

/** How an attempt ends when nothing breaks. */
const wholeStopReasons: readonly StopReason[] = ["completed", "truncated", "paused"];

function toEnvironment(
  subject: Subject,
  attempts: WatchedAttempt[],
): Environment<unknown, unknown> {
  const { agent } = subject;
  const markers = new Map<string, string>(taskIds.map((id) => [id, newMarker()]));
  const watch = (made: Agent<unknown>): Agent<unknown> => ({
    specVersion: "v1",
    ...(made.model === undefined ? {} : { model: made.model }),
    identity: () => made.identity(),
    connections: () => made.connections?.() ?? [],
    run(input, context) {
      const replyMarker = newMarker();
      const attempt = createWatchedAttempt(context, [
        markers.get(context.taskId) ?? "",
        replyMarker,
      ]);
      attempts.push(attempt);
      subject.attempts.push(attempt);
      const model = subject.model ?? echoModel(replyMarker);
      return watchRun(made, { input, context }, attempt, { model });
    },
  });
  return defineEnvironment<unknown, unknown>({
    name: "agent-contract",
    tasks: [...markers].map(([id, marker]) => ({ id, input: subject.input(marker) })),
    agent: typeof agent === "function" ? async () => watch(await makeAgent(subject)) : watch(agent),
    scorer: () => true,
  });
}
