import { hash } from "node:crypto";
import {
  canonicalJson,
  describeValue,
  type Model,
  type ModelRequest,
  type ModelResponse,
} from "@rollouts/core";
import { askForSamples } from "./ask-for-samples.ts";
import type { Entrance } from "./entrance.ts";
import { onAnyAbort, untilAnyAborted } from "./on-any-abort.ts";
import { wrapModel } from "./wrap-model.ts";

/** As many as Chat Completions gives at once; those of more attempts are asked for one by one. */
const maxSamples = 128;

/** A call of an agent that others of its task may make in the same words. */
export interface SharedCall {
  readonly entrance: Entrance;
  readonly request: ModelRequest;
  /** How many attempts at the task the run makes. */
  readonly attemptCount: number;
  /** Whatever ends the attempt, or its interest in the call. */
  readonly signals: readonly AbortSignal[];
}

/** Lets one request answer the first calls of all attempts at a task, of models that can do that. */
export interface SharedSamples {
  /** Answers a call: with a sample that another attempt's request has brought, else by `makeCall`. */
  answer(call: SharedCall, ways: WaysToAnswer): Promise<ModelResponse>;
}

/** What the attempt that calls can do about it. */
export interface WaysToAnswer {
  makeCall(entrance: Entrance): Promise<ModelResponse>;
  /** Counts the time until another attempt's request is answered. */
  wait<Value>(until: Promise<Value>): Promise<Value>;
  onSample(sample: ModelResponse): void;
}

/** What one request has brought beside the answer of the attempt that made it. */
interface Shared {
  /** Of the request and the model. */
  readonly digest: string;
  /** Settles with the request, or with the attempt that made it. Each sample is given away once. */
  readonly samples: Promise<ModelResponse[]>;
}

/**
 * A task's first attempt asks for as many samples as the run makes attempts at it; what is missing, for
 * whatever reason, the others ask for one by one. No request is shared any more once that was in vain:
 * attempts at a task ask differently, or the provider answers one at a time.
 */
export function createSharedSamples(warn: (message: string) => void): SharedSamples {
  const byTask = new Map<string, Shared>();
  /** Attempts that were answered before a request could be shared. */
  const aloneByTask = new Map<string, number>();
  let isOff = false;

  function switchOff(why: string): void {
    if (isOff) return;
    isOff = true;
    warn(`${why}, so each attempt asks for itself from here on.`);
  }

  async function takeFrom(
    { samples }: Shared,
    { entrance, signals }: SharedCall,
    ways: WaysToAnswer,
  ) {
    const left = await ways.wait(untilAnyAborted(samples, signals));
    const sample = left.shift();
    if (sample === undefined) return await ways.makeCall(entrance);
    ways.onSample(sample);
    return sample;
  }

  async function open(
    { taskId, digest, count }: { taskId: string; digest: string; count: number },
    { entrance, signals }: SharedCall,
    ways: WaysToAnswer,
  ) {
    let left: ModelResponse[] = [];
    let settle: (samples: ModelResponse[]) => void = () => {};
    const samples = new Promise<ModelResponse[]>((resolve) => {
      settle = resolve;
    });
    byTask.set(taskId, { digest, samples });
    // Nobody waits for an attempt that is over, though its model may not notice.
    const stopListening = onAnyAbort(signals, () => settle([]));
    const { books } = entrance;
    try {
      return await ways.makeCall({
        ...entrance,
        model: wrapModel(entrance.model, (request) =>
          askForSamples({ model: entrance.model, request, count, onVain: switchOff }).then(
            ([first, ...others]) => {
              left = others;
              return first;
            },
          ),
        ),
        books: { ...books, guess: (request) => books.guess(request, count) },
      });
    } finally {
      stopListening();
      settle(left);
    }
  }

  return {
    async answer(call, ways) {
      const { entrance, request } = call;
      const taskId = taskToShare(call);
      const digest = taskId === null ? null : digestOf(request, entrance.model);
      if (taskId === null || digest === null) return await ways.makeCall(entrance);
      if (isUnknownCost(entrance)) {
        aloneByTask.set(taskId, (aloneByTask.get(taskId) ?? 0) + 1);
        return await ways.makeCall(entrance);
      }
      const known = byTask.get(taskId);
      if (known?.digest === digest) return await takeFrom(known, call, ways);
      if (known !== undefined) {
        switchOff(`Attempts at ${describeValue(taskId)} begin with different questions`);
      }
      const count = Math.min(call.attemptCount - (aloneByTask.get(taskId) ?? 0), maxSamples);
      if (isOff || count < 2) return await ways.makeCall(entrance);
      return await open({ taskId, digest, count }, call, ways);
    },
  };
}

/** Before a model has answered once, nobody can tell whether a budget takes many answers. */
function isUnknownCost({ books }: Entrance): boolean {
  return books.reserve !== undefined && !books.firstCall.isOver();
}

/** The task of a call that can be shared: of a model that can, the first of an attempt, without tools. */
function taskToShare({ entrance, request, attemptCount }: SharedCall): string | null {
  const { attempt, tools = [] } = request;
  const canShare = entrance.model.sampleMany !== undefined && attemptCount > 1;
  if (!canShare || attempt?.turn !== 0 || tools.length > 0) return null;
  return attempt.taskId;
}

/** `null` for what has no canonical JSON. */
function digestOf({ messages, output }: ModelRequest, model: Model): string | null {
  try {
    const { provider, modelId } = model;
    const asked = { provider, modelId, ...model.identity(), messages, output };
    return hash("sha256", canonicalJson(asked), "hex");
  } catch {
    return null;
  }
}
