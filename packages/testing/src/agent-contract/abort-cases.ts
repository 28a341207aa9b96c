import { type AgentEvent, createAttemptContext, frozenClone } from "@rollouts/core";
import { agentBroken } from "../contract/broken.ts";
import type { ContractCase } from "../contract/contract-case.ts";
import { describeRejection } from "../contract/describe-rejection.ts";
import { settlesWithin } from "../contract/settles-within.ts";
import { waitingModel } from "../contract/waiting-model.ts";
import { newMarker } from "./marker.ts";
import { makeAgent, type Subject } from "./subject.ts";
import { createWatchedAttempt } from "./watched-attempt.ts";

/** How long a run may take to its first model call; then the abort comes without one. */
const leadMs = 500;
/** Longer than the runner waits, since a machine that runs tests may be slow. */
const graceMs = 2_000;

type When = "before" | "during";

/** An aborted run must stop at once, and say why in the caller's own words. */
export function abortCases(subject: Subject): readonly ContractCase[] {
  return (["before", "during"] as const).map((when) => ({
    name: `a run stops with the signal's reason when aborted ${when} it`,
    run: () => checkAbort(subject, when),
  }));
}

async function checkAbort(subject: Subject, when: When): Promise<void> {
  const controller = new AbortController();
  const reason = new Error("the caller aborted");
  if (when === "before") controller.abort(reason);
  const { run, called } = await startRun(subject, when, controller.signal);
  if (when === "during") {
    await settlesWithin(Promise.race([called, run.ended]), leadMs);
    // Too quick to be aborted; what went wrong is the concern of other checks.
    if (run.isOver) return;
    controller.abort(reason);
  }
  if (!(await settlesWithin(run.ended, graceMs))) {
    throw agentBroken(
      `The run did not stop within ${graceMs / 1000} s of an abort ${when} it. Pass context.signal to every model call, tool and request.`,
    );
  }
  const { failure } = run;
  if (failure === null || failure.thrown === reason) return;
  const { thrown } = failure;
  throw agentBroken(
    `After an abort ${when} it the run failed with ${describeRejection(thrown)} instead of signal.reason. Rethrow the reason as it is.`,
    thrown,
  );
}

/** With a model that waits until its signal aborts. */
async function startRun(subject: Subject, when: When, signal: AbortSignal) {
  const agent = await makeAgent(subject);
  const model = waitingModel();
  const marker = newMarker();
  const context = createAttemptContext({
    taskId: `aborted-${when}`,
    signal,
    model: agent.model === undefined ? undefined : model,
  });
  subject.attempts.push(createWatchedAttempt(context, [marker]));
  const input = frozenClone(subject.input(marker));
  return { run: watchEnding(() => agent.run(input, context)), called: model.called };
}

interface Ending {
  /** Never rejects. */
  readonly ended: Promise<void>;
  isOver: boolean;
  failure: { readonly thrown: unknown } | null;
}

function watchEnding(start: () => AsyncIterable<AgentEvent>): Ending {
  const follow = async (): Promise<void> => {
    try {
      for await (const event of start()) {
        if (event?.type === "error") ending.failure ??= { thrown: event.error };
      }
    } catch (thrown) {
      ending.failure ??= { thrown };
    }
    ending.isOver = true;
  };
  const ending: Ending = { ended: Promise.resolve(), isOver: false, failure: null };
  return Object.assign(ending, { ended: follow() });
}
