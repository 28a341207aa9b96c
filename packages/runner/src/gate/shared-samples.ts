import { hash } from "node:crypto";
import type { Model, ModelRequest, ModelResponse } from "@rollouts/core";
import { refuseEmptyReply } from "./empty-reply.ts";
import type { Entrance } from "./gated-call.ts";
import { firstAborted, onAnyAbort, throwIfAnyAborted } from "./on-any-abort.ts";
import { wrapModel } from "./wrap-model.ts";

/** A call of an agent that others of its task may make in the same words. */
export interface SharedCall {
  readonly entrance: Entrance;
  readonly request: ModelRequest;
  /** How many attempts at the task the run makes. */
  readonly attemptCount: number;
  /** Whatever ends the wait of the call. */
  readonly signals: readonly AbortSignal[];
}

/** Lets one request answer the first calls of all attempts at a task, of models that can do that. */
export interface SharedSamples {
  /**
   * Answers a call: with a sample that the request of another attempt has brought, else by `makeCall`.
   * `wait` is told of the time until another's request is answered.
   */
  answer(call: SharedCall, ways: WaysToAnswer): Promise<ModelResponse>;
}

export interface WaysToAnswer {
  makeCall(entrance: Entrance): Promise<ModelResponse>;
  wait<Value>(until: Promise<Value>): Promise<Value>;
  onSample(sample: ModelResponse): void;
}

/** What one request has brought beside the answer of the attempt that made it. */
interface Shared {
  readonly digest: string;
  /** Settles with the request; empty when that failed. Each sample is given away once. */
  readonly samples: Promise<ModelResponse[]>;
}

/**
 * A task's first attempt asks for as many samples as the run makes attempts at it; what is missing, for
 * whatever reason, the others ask for one by one. Attempts whose requests differ cannot share one, so the
 * first two that do end it for the run: paying for samples that nobody takes is worse than asking twice.
 */
export function createSharedSamples(warn: (message: string) => void): SharedSamples {
  const byTask = new Map<string, Shared>();
  let isOff = false;

  function isSharedBy(shared: Shared, request: ModelRequest, taskId: string): boolean {
    if (shared.digest === digestOf(request)) return true;
    isOff = true;
    warn(
      `Attempts at ${JSON.stringify(taskId)} ask their models different first questions, so no request can be shared: each asks for itself from here on.`,
    );
    return false;
  }

  return {
    async answer(call, ways) {
      const { entrance, request, signals } = call;
      const taskId = taskToShare(call);
      if (taskId === null || isOff) return await ways.makeCall(entrance);
      const known = byTask.get(taskId);
      if (known === undefined) return await open(taskId, call, ways);
      if (!isSharedBy(known, request, taskId)) return await ways.makeCall(entrance);
      const samples = await ways.wait(untilAnyAborted(known.samples, signals));
      const sample = samples.shift();
      if (sample === undefined) return await ways.makeCall(entrance);
      ways.onSample(sample);
      return sample;
    },
  };

  async function open(taskId: string, call: SharedCall, ways: WaysToAnswer) {
    const { entrance, request, attemptCount } = call;
    let rest: ModelResponse[] = [];
    let settle: (samples: ModelResponse[]) => void = () => {};
    const samples = new Promise<ModelResponse[]>((resolve) => {
      settle = resolve;
    });
    byTask.set(taskId, { digest: digestOf(request), samples });
    const model = wrapModel(entrance.model, async (asked) => {
      const [first, ...others] = await sampleMany(entrance.model, asked, attemptCount);
      rest = others;
      return first ?? (await entrance.model.generate(asked));
    });
    const { account } = entrance;
    const guess = (asked: ModelRequest) => times(account.guess(asked), attemptCount);
    try {
      return await ways.makeCall({ ...entrance, model, account: { ...account, guess } });
    } finally {
      settle(rest.filter((sample) => isAnswer(sample, model)));
    }
  }
}

/** The task of a call that can be shared: of a model that can, the first of an attempt, without tools. */
function taskToShare({ entrance, request, attemptCount }: SharedCall): string | null {
  const { attempt, tools = [] } = request;
  const canShare = entrance.model.sampleMany !== undefined && attemptCount > 1;
  if (!canShare || attempt?.turn !== 0 || tools.length > 0) return null;
  return attempt.taskId;
}

async function sampleMany(
  model: Model,
  request: ModelRequest,
  count: number,
): Promise<readonly ModelResponse[]> {
  const samples = (await model.sampleMany?.(request, count)) ?? [];
  return samples.slice(0, count);
}

/** A sample that is none is left out, so that its attempt asks again. */
function isAnswer(sample: ModelResponse, model: Model): boolean {
  try {
    refuseEmptyReply(sample, model);
    return true;
  } catch {
    return false;
  }
}

function times(amount: { tokens: number; costUsd: number }, count: number) {
  return { tokens: amount.tokens * count, costUsd: amount.costUsd * count };
}

function digestOf({ messages, output }: ModelRequest): string {
  return hash("sha256", JSON.stringify([messages, output]), "hex");
}

function untilAnyAborted<Value>(
  work: Promise<Value>,
  signals: readonly AbortSignal[],
): Promise<Value> {
  return new Promise((resolve, reject) => {
    throwIfAnyAborted(signals);
    const stopListening = onAnyAbort(signals, () => reject(firstAborted(signals)?.reason));
    void work.then(resolve, reject).finally(stopListening);
  });
}
