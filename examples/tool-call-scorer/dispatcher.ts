import { questionOf, workOut, workOutRemainder } from "@examples/models";
import type { Json, ModelRequest } from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";

/** By which words of an order a tool is called for. */
const signs: Record<string, RegExp> = {
  lookup_shipping_cutoff: /cutoff/,
  lookup_backup_carrier: /backup carrier/,
  minutes_between: /minutes/,
  quote_shipping_cutoff: /quote/i,
};

/**
 * A model that first does the calculation of the question, then what the order behind `Then:` says,
 * one tool call after the other. Its faults: it slips as `slipCalculator` does, and 1 time in 8 it
 * calls every tool that there is, to be on the safe side.
 */
export const dispatcher = scriptedModel(
  async (request) => {
    const [calculation = "", order = calculation] = questionOf(request).split(" Then: ");
    const result = order === calculation ? "" : await calculate(calculation, request);
    const text = decide(order, Number(result));

    const seed = request.attempt?.seed ?? 0;
    const done = request.messages.filter(({ role }) => role === "tool").length;
    const wanted = (request.tools ?? []).filter(
      ({ name }) => seed % 8 === 0 || signs[name]?.test(text),
    );
    const next = wanted[done];
    const told = String(request.messages.at(-1)?.content);
    if (next === undefined) return done === 0 ? "There is nothing to look up." : told;
    return { toolCalls: [{ name: next.name, arguments: argumentsOf(next.name, text, told) }] };
  },
  { provider: "offline", modelId: "dispatcher" },
);

/** The same in every turn of an attempt, slips too. */
async function calculate(calculation: string, request: ModelRequest): Promise<string> {
  const first = { ...request, attempt: request.attempt && { ...request.attempt, turn: 0 } };
  const [, product = calculation, modulus] =
    /^(.+), and take.* modulo (\d+)\.$/.exec(calculation) ?? [];
  const result = await workOut(product, first);
  return modulus ? workOutRemainder(result, modulus, first, { part: 1 }) : result;
}

/** Reads what is left of an order once its conditions are decided. */
function decide(order: string, result: number): string {
  const holds = (condition: string) => {
    const [, divisor] = /divisible by (\d+)/.exec(condition) ?? [];
    const [, limit] = /below (\d+)/.exec(condition) ?? [];
    if (divisor) return result % Number(divisor) === 0;
    return limit ? result < Number(limit) : result % 2 === (condition === "odd" ? 1 : 0);
  };
  return order
    .replace(/If the result is ([^,]+),([^.]+\.)/g, (_, condition, then) =>
      holds(condition) ? then : "",
    )
    .replace(/(\S+) if the result is ([^,]+), else (\S+)\./g, (_, yes, condition, no) =>
      holds(condition) ? yes : no,
    );
}

function argumentsOf(name: string, text: string, told: string): Json {
  const find = (pattern: RegExp) => pattern.exec(text)?.[0] ?? "";
  const region = find(/north|south|west/);
  if (name === "minutes_between")
    return { from: find(/\d\d:\d\d/), to: /\d\d:\d\d/.exec(told)?.[0] ?? "" };
  if (name !== "quote_shipping_cutoff") return { region };
  return { region, service: find(/priority|standard/), date: find(/\d{4}-\d\d-\d\d/) };
}
