import {
  invalidArgument,
  isPlainObject,
  type Message,
  type Model,
  type ModelRequest,
  type OutputFormat,
  refuseUnknownKeys,
} from "@rollouts/core";
import { slippingPen } from "./pen.ts";
import { readArithmetic } from "./read-arithmetic.ts";
import { workOut } from "./work-out.ts";

/** What `slipCalculator` takes. */
export interface SlipCalculatorOptions {
  /**
   * How often a digit is written down wrong: 0 is always right, 1 never right.
   * @defaultValue 0.0008
   */
  readonly slipRate?: number | undefined;
  /** @defaultValue `"slip-calculator"` */
  readonly modelId?: string | undefined;
}

const cannotTell = "I cannot tell";

/**
 * A model that calculates by hand and makes slips, for programs and tests that need a model which is
 * sometimes right.
 *
 * It reads the arithmetic in the last user message and works it through digit by digit. Every digit
 * that it writes is wrong with probability `slipRate`, so that the longer the work, the likelier a
 * wrong answer. The slips come from a generator seeded by `request.attempt` (its seed and turn; a
 * fixed seed without it): the same attempt gives the same answer in any order of calls.
 *
 * The answer is the bare number, or JSON when `request.output` asks for an object with exactly one
 * numeric property. What it cannot read, and any other output schema, it answers with
 * `I cannot tell`. It knows no tools. A call rejects with `signal.reason` when the signal is aborted
 * already; there is nothing to wait for later.
 *
 * @throws InvalidArgumentError when an option is none, or `slipRate` is not from 0 to 1.
 */
export function slipCalculator(options: SlipCalculatorOptions = {}): Model {
  refuseUnknownKeys(options, ["slipRate", "modelId"], "options");
  const { slipRate = 0.0008, modelId = "slip-calculator" } = options;
  if (typeof slipRate !== "number" || !(slipRate >= 0 && slipRate <= 1))
    throw invalidArgument("slipRate", "a number from 0 to 1", slipRate);
  return {
    specVersion: "v1",
    provider: "testing",
    modelId,
    identity: () => ({ policy: { provider: "testing", modelId, slipRate } }),
    async generate(request) {
      request.signal.throwIfAborted();
      const content = answer(request, slipRate);
      return { message: { role: "assistant", content }, finishReason: "stop" };
    },
  };
}

function answer(request: ModelRequest, slipRate: number): string {
  const form = answerForm(request.output);
  const instructions = readArithmetic(lastQuestion(request.messages));
  if (form === null || instructions === null) return cannotTell;
  const result = workOut(instructions, slippingPen(slipRate, slipSeed(request)));
  return result === null ? cannotTell : form(result);
}

/** Differs from turn to turn, so that asking again in the same attempt is another try. */
function slipSeed({ attempt }: ModelRequest): number {
  return attempt === undefined ? 0 : attempt.seed ^ Math.imul(attempt.turn, 0x9e3779b9);
}

/** Text of the last user message; empty when there is none, or when it shows images. */
function lastQuestion(messages: readonly Message[]): string {
  const content = messages.findLast((message) => message.role === "user")?.content ?? "";
  if (typeof content === "string") return content;
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.length === content.length ? texts.join("") : "";
}

/** How to write a number as the answer; `null` for a schema that no number alone can meet. */
function answerForm(output: OutputFormat | undefined): ((digits: string) => string) | null {
  if (output === undefined) return (digits) => digits;
  const { type, properties } = output.schema;
  if (type !== "object" || !isPlainObject(properties)) return null;
  const [entry, ...others] = Object.entries(properties);
  if (entry === undefined || others.length > 0) return null;
  const [name, schema] = entry;
  if (!isPlainObject(schema) || (schema.type !== "integer" && schema.type !== "number"))
    return null;
  // Written as digits: a JavaScript number would round what is beyond 2^53.
  return (digits) => `{${JSON.stringify(name)}:${digits}}`;
}
