import { getEventListeners, getMaxListeners } from "node:events";
import type { Model } from "@rollouts/core";
import { modelBroken } from "../contract/broken.ts";
import type { ContractCase } from "../contract/contract-case.ts";
import { describeRejection } from "../contract/describe-rejection.ts";
import { settlesWithin } from "../contract/settles-within.ts";
import { ask, requestOf, type Subject } from "./model-subject.ts";

/** Longer than the runner waits, since a machine that runs tests may be slow. */
const graceMs = 2000;
/** One more than Node takes for a leak, and warns of. */
const callCount = 12;

/** An aborted call must stop at once, say why in the caller's own words, and leave nothing behind. */
export function modelAbortCases(subject: Subject): readonly ContractCase[] {
  return [
    {
      name: "a call is rejected with the signal's reason when aborted before it",
      run: () => checkAbortBefore(subject),
    },
    {
      name: "a call is rejected with the signal's reason when aborted during it",
      run: () => checkAbortDuring(subject),
    },
    { name: "calls gather no listeners on their signal", run: () => checkListeners(subject) },
  ];
}

async function checkAbortBefore(subject: Subject): Promise<void> {
  const reason = new Error("the caller aborted");
  const outcome = await follow(await subject.makeModel(), subject, AbortSignal.abort(reason));
  if (outcome === "answered") throw modelBroken("The call answered though its signal was aborted.");
  refuseOther(outcome, reason);
}

/** A model that answers at once, because nothing is to be waited for, may do so. */
async function checkAbortDuring(subject: Subject): Promise<void> {
  const controller = new AbortController();
  const reason = new Error("the caller aborted");
  const { waiting } = subject;
  const outcome = follow(waiting ?? (await subject.makeModel()), subject, controller.signal);
  // A turn, so that a request may be under way.
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort(reason);
  if (!(await settlesWithin(outcome, graceMs))) {
    throw modelBroken(
      `The call did not stop within ${graceMs / 1000} s of its abort. Pass request.signal to what it waits for.`,
    );
  }
  const result = await outcome;
  if (result === "answered" && waiting === undefined) return;
  if (result === "answered") throw modelBroken("The waiting model answered.");
  refuseOther(result, reason);
}

async function checkListeners(subject: Subject): Promise<void> {
  const model = await subject.makeModel();
  const { signal } = new AbortController();
  for (let count = 0; count < callCount; count++) {
    await ask(model, requestOf(subject.messages, { signal }));
  }
  const { length } = getEventListeners(signal, "abort");
  // Those that `fetch` leaves go with its garbage, and it raises the limit for them.
  if (length > getMaxListeners(signal)) throw leftListeners(length);
}

type Outcome = "answered" | { readonly thrown: unknown };

async function follow(model: Model, { messages }: Subject, signal: AbortSignal): Promise<Outcome> {
  try {
    await model.generate(requestOf(messages, { signal }));
    return "answered";
  } catch (thrown) {
    return { thrown };
  }
}

function refuseOther({ thrown }: { readonly thrown: unknown }, reason: unknown): void {
  if (thrown === reason) return;
  throw modelBroken(
    `An aborted call failed with ${describeRejection(thrown)} instead of signal.reason. Rethrow the reason as it is.`,
    thrown,
  );
}

function leftListeners(count: number): Error {
  return modelBroken(
    `${count} listeners are left on the signal, which may live as long as a run of thousands of calls. Give each call a signal of its own, and take the listener back.`,
  );
}
