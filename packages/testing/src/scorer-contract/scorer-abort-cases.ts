import { scorerBroken } from "../contract/broken.ts";
import type { ContractCase } from "../contract/contract-case.ts";
import { describeRejection } from "../contract/describe-rejection.ts";
import { settlesWithin } from "../contract/settles-within.ts";
import { waitingModel } from "../contract/waiting-model.ts";
import { type Subject, scorerOf, toQuestion } from "./scorer-subject.ts";

/** How long a scorer may take to its first model call; then the abort comes without one. */
const leadMs = 500;
/** Longer than the runner waits, since a machine that runs tests may be slow. */
const graceMs = 2_000;

type When = "before" | "during";

/** An aborted scorer must stop at once; it may still give a verdict that it has already. */
export function scorerAbortCases(subject: Subject): readonly ContractCase[] {
  return (["before", "during"] as const).map((when) => ({
    name: `scoring stops when aborted ${when} it`,
    run: () => checkAbort(subject, when),
  }));
}

async function checkAbort(subject: Subject, when: When): Promise<void> {
  const controller = new AbortController();
  const reason = new Error("the caller aborted");
  if (when === "before") controller.abort(reason);
  const model = waitingModel();
  const { signal } = controller;
  const question = toQuestion(subject.passing, { signal, gate: () => model });
  const scorer = scorerOf(subject);
  // In a function of its own, since a scorer may throw at once.
  const work = (async () => scorer.score(question.run, question.expected, question.context))();
  if (when === "during") {
    await settlesWithin(Promise.race([model.called, work]), leadMs);
    controller.abort(reason);
  }
  if (!(await settlesWithin(work, graceMs))) {
    throw scorerBroken(
      `score() did not settle within ${graceMs / 1000} s of an abort ${when} it. Pass context.signal to every model call and request.`,
    );
  }
  await work.catch((thrown: unknown) => {
    if (thrown === reason) return;
    throw scorerBroken(
      `After an abort ${when} it score() failed with ${describeRejection(thrown)} instead of signal.reason. Rethrow the reason as it is.`,
      thrown,
    );
  });
}
