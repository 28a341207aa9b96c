import {
  describeValue,
  frozenClone,
  invalidArgument,
  type Model,
  type ModelIdentity,
  type ModelRequest,
  type ModelResponse,
  RolloutsError,
  refuseUnknownKeys,
  untilAborted,
} from "@rollouts/core";
import {
  checkReply,
  type ReplyFunction,
  type ScriptedReply,
  toModelResponse,
} from "./scripted-reply.ts";

/** What `scriptedModel` takes. */
export interface ScriptedModelOptions {
  /** @defaultValue `"scripted"` */
  readonly provider?: string | undefined;
  /** @defaultValue `"scripted"` */
  readonly modelId?: string | undefined;
  /** @defaultValue a policy of provider and model id; the script is not part of it */
  readonly identity?: ModelIdentity | undefined;
}

/** A model that says what a test tells it to, and remembers what it was asked. */
export interface ScriptedModel extends Model {
  /**
   * Every request so far, in call order, also of calls that were rejected. Copied when the call is
   * made, so later changes to the caller's messages do not show; only the signal and `onProgress`
   * are the caller's own.
   */
  readonly calls: readonly ModelRequest[];
  /**
   * Throws when replies are left over, naming how many, and when more was asked for than there are.
   * Passes for a script that is one function.
   */
  assertUsedUp(): void;
}

/**
 * A model that gives scripted replies.
 *
 * An array is used up in call order, one entry a call; an entry may be a function that decides when
 * the call is made. With calls from concurrent attempts call order is chance: give one function
 * instead of an array, which answers every call and can look at `request.attempt`.
 *
 * A call rejects with `signal.reason` when the signal aborts, also while a reply is being waited
 * for; a call whose signal is aborted already is recorded but takes no reply. A call beyond the last
 * reply rejects with a `RolloutsError` of code `script_used_up`.
 *
 * @throws InvalidArgumentError when a reply or an option is none.
 */
export function scriptedModel(
  replies: readonly (ScriptedReply | ReplyFunction)[] | ReplyFunction,
  options: ScriptedModelOptions = {},
): ScriptedModel {
  refuseUnknownKeys(options, ["provider", "modelId", "identity"], "options");
  const { provider = "scripted", modelId = "scripted" } = options;
  const script = toScript(replies);
  const calls: ModelRequest[] = [];

  const takeReply = async (request: ModelRequest, callIndex: number): Promise<ModelResponse> => {
    const entry = script.next(request);
    const reply = typeof entry === "function" ? await entry(request, callIndex) : entry;
    checkReply(reply, `The reply to call ${callIndex}`);
    if (reply instanceof Error) throw reply;
    return toModelResponse(reply, request.attempt?.turn ?? callIndex);
  };

  return {
    specVersion: "v1",
    provider,
    modelId,
    identity: () => options.identity ?? { policy: { provider, modelId } },
    async generate(request) {
      const callIndex = calls.push(recordOf(request)) - 1;
      request.signal.throwIfAborted();
      return untilAborted(takeReply(request, callIndex), request.signal);
    },
    calls,
    assertUsedUp: script.assertUsedUp,
  };
}

interface Script {
  next(request: ModelRequest): ScriptedReply | ReplyFunction;
  assertUsedUp(): void;
}

function toScript(replies: unknown): Script {
  if (typeof replies === "function")
    return { next: () => replies as ReplyFunction, assertUsedUp: () => undefined };
  if (!Array.isArray(replies)) throw invalidArgument("replies", "an array or a function", replies);
  return arrayScript(replies.map(checkEntry));
}

function checkEntry(entry: unknown, index: number): ScriptedReply | ReplyFunction {
  if (typeof entry === "function") return entry as ReplyFunction;
  checkReply(entry, `replies[${index}]`);
  return entry;
}

function arrayScript(entries: readonly (ScriptedReply | ReplyFunction)[]): Script {
  let used = 0;
  let firstOverCall: RolloutsError | undefined;
  return {
    next(request) {
      const entry = entries[used];
      if (entry === undefined) {
        const overCall = usedUp(entries.length, request);
        firstOverCall ??= overCall;
        throw overCall;
      }
      used += 1;
      return entry;
    },
    assertUsedUp() {
      // In a run, the rejected call is only one attempt's error.
      if (firstOverCall !== undefined) throw firstOverCall;
      const left = entries.length - used;
      if (left === 0) return;
      throw new RolloutsError({
        code: "script_left_over",
        message: `${left} of ${entries.length} scripted replies were never asked for.`,
      });
    },
  };
}

function usedUp(count: number, request: ModelRequest): RolloutsError {
  const last = request.messages.at(-1);
  const asked = last === undefined ? "no message" : `${last.role}: ${describeValue(last.content)}`;
  const { attempt } = request;
  const asker =
    attempt === undefined
      ? ""
      : ` by attempt ${describeValue(attempt.taskId)}/${attempt.attemptIndex}, turn ${attempt.turn}`;
  return new RolloutsError({
    code: "script_used_up",
    message: `The script has ${count} ${count === 1 ? "reply" : "replies"}, and one more was asked for${asker} (last message: ${asked}). Add a reply, or find out who calls once too often.`,
  });
}

function recordOf(request: ModelRequest): ModelRequest {
  const { signal, onProgress, ...data } = request;
  return Object.freeze({
    ...frozenClone(data),
    signal,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
}
