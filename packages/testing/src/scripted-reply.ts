import {
  type FinishReason,
  invalidArgument,
  isPlainObject,
  type Json,
  type ModelRequest,
  type ModelResponse,
  refuseUnknownKeys,
  type Served,
  type ToolCall,
  type Usage,
} from "@rollouts/core";

/** A tool call of a scripted reply: arguments as a JSON value, or as the text that a model wrote. */
export type ScriptedToolCall = {
  readonly name: string;
  /**
   * Unique within a conversation.
   * @defaultValue `call_<turn>_<n>`: the request's turn, or the index of the model call outside an
   * attempt, and the place of the tool call in the reply
   */
  readonly id?: string | undefined;
} & (
  | { readonly arguments: Json; readonly rawArguments?: undefined }
  | { readonly rawArguments: string; readonly arguments?: undefined }
);

/** The parts of a reply that matter to a test; the rest is filled in. */
export interface PartialReply {
  /** @defaultValue `null`, no visible text */
  readonly text?: string | undefined;
  readonly toolCalls?: readonly ScriptedToolCall[] | undefined;
  readonly refusal?: string | undefined;
  readonly reasoning?: string | undefined;
  /** @defaultValue `"tool-calls"` with tool calls, else `"stop"` */
  readonly finishReason?: FinishReason | undefined;
  /** Unknown unless given. */
  readonly usage?: Usage | undefined;
  readonly served?: Served | undefined;
}

/** A string is the text of the reply; an `Error` is what the call rejects with. */
export type ScriptedReply = string | PartialReply | ModelResponse | Error;

/** Decides on a reply when the call is made. `callIndex` is the call's index in `calls`. */
export type ReplyFunction = (
  request: ModelRequest,
  callIndex: number,
) => ScriptedReply | Promise<ScriptedReply>;

const partialReplyKeys = [
  "text",
  "toolCalls",
  "refusal",
  "reasoning",
  "finishReason",
  "usage",
  "served",
] as const satisfies readonly (keyof PartialReply)[];
const toolCallKeys = ["name", "id", "arguments", "rawArguments"];

/** @throws InvalidArgumentError when `reply` is no scripted reply; `path` names it. */
export function checkReply(reply: unknown, path: string): asserts reply is ScriptedReply {
  if (typeof reply === "string" || reply instanceof Error) return;
  if (!isPlainObject(reply))
    throw invalidArgument(path, "a string, a reply object, a model response or an Error", reply);
  if ("message" in reply) return;
  refuseUnknownKeys(reply, partialReplyKeys, path);
  checkTexts(reply, ["text", "refusal", "reasoning"], path);
  const toolCalls = reply.toolCalls ?? [];
  if (!Array.isArray(toolCalls)) throw invalidArgument(`${path}.toolCalls`, "an array", toolCalls);
  for (const [index, call] of toolCalls.entries())
    checkToolCall(call, `${path}.toolCalls[${index}]`);
}

function checkToolCall(call: unknown, path: string): void {
  if (!isPlainObject(call) || typeof call.name !== "string")
    throw invalidArgument(path, "an object with a name", call);
  refuseUnknownKeys(call, toolCallKeys, path);
  checkTexts(call, ["id", "rawArguments"], path);
  if ((call.arguments === undefined) === (call.rawArguments === undefined))
    throw invalidArgument(path, "a tool call with either arguments or rawArguments", call);
  if (call.arguments !== undefined && !isJson(call.arguments))
    throw invalidArgument(`${path}.arguments`, "a JSON value", call.arguments);
}

function checkTexts(object: Record<string, unknown>, keys: readonly string[], path: string): void {
  const key = keys.find((name) => typeof (object[name] ?? "") !== "string");
  if (key !== undefined) throw invalidArgument(`${path}.${key}`, "a string", object[key]);
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

/** Fills in what a reply leaves out. `turn` goes into the default ids of its tool calls. */
export function toModelResponse(reply: Exclude<ScriptedReply, Error>, turn: number): ModelResponse {
  if (typeof reply === "string") return toModelResponse({ text: reply }, turn);
  // As from a real provider, no two calls share an object.
  const copy = structuredClone(reply);
  if ("message" in copy) return copy;
  const { text, toolCalls, refusal, reasoning, finishReason, usage, served } = copy;
  return {
    message: {
      role: "assistant",
      content: text ?? null,
      ...(reasoning === undefined ? {} : { reasoning }),
      ...(refusal === undefined ? {} : { refusal }),
      ...(toolCalls === undefined ? {} : { toolCalls: toToolCalls(toolCalls, turn) }),
    },
    finishReason: finishReason ?? (toolCalls?.length ? "tool-calls" : "stop"),
    ...(usage === undefined ? {} : { usage }),
    ...(served === undefined ? {} : { served }),
  };
}

function toToolCalls(calls: readonly ScriptedToolCall[], turn: number): ToolCall[] {
  return calls.map((call, index) => ({
    id: call.id ?? `call_${turn}_${index}`,
    name: call.name,
    rawArguments: call.rawArguments ?? JSON.stringify(call.arguments),
  }));
}
