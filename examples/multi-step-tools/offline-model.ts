import type { Json, Message } from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";

const call = (name: string, args: Json) => ({ toolCalls: [{ name, arguments: args }] });

/**
 * A model that calls tools step by step, each with what the last one told. Its faults: it thinks of
 * H-17 without the plan 1 time in 7, takes Sunday for Monday or the weather for the first thing
 * to ask 1 time in 5, and writes the number of a round one too high 1 time in 32.
 */
export const offlineModel = scriptedModel(
  ({ messages, attempt }) => {
    const seed = attempt?.seed ?? 0;
    const question = String(messages.findLast(({ role }) => role === "user")?.content);
    if (!applies(question, seed)) return "There is nothing to look up.";

    const guess = seed % 7 === 0 ? { hub: "H-17", station: "WX-LDS" } : {};
    const facts: Record<string, string> = { ...guess, ...told(messages) };
    const [shipment = ""] = /S-\d+/.exec(question) ?? [];
    if (facts.hub === undefined) return call("read_dispatch_plan", { shipment });

    const wantsWeather = question.includes("wind") && facts.wind === undefined;
    if (wantsWeather && (facts.closes !== undefined || seed % 5 === 0))
      return call("read_weather", { station: facts.station ?? "" });
    if (facts.closes === undefined)
      return call("lookup_hub_window", { hub: facts.hub, date: dateIn(question, seed) });
    return `${facts.hub} closes at ${facts.closes}${facts.wind ? `, the wind is ${facts.wind}` : ""}.`;
  },
  { provider: "offline", modelId: "hasty-dispatcher" },
);

/** Everything that the tools have told so far. */
function told(messages: readonly Message[]): Record<string, string> {
  const results = messages.filter(({ role }) => role === "tool");
  return Object.assign({}, ...results.map(({ content }) => JSON.parse(String(content))));
}

/** Whether the condition of the question holds; one without a condition always does. */
function applies(question: string, seed: number): boolean {
  const [, rounds] = /r from 1 to (\d+)/.exec(question) ?? [];
  if (rounds === undefined) return true;
  let value = 271828;
  for (let round = 1; round <= Number(rounds); round += 1) {
    value = (value * value + 97 * round + 31) % 10000019;
    if (seed % 32 === round) value += 1;
  }
  return value % 2 === (question.includes("is odd") ? 1 : 0);
}

function dateIn(question: string, seed: number): string {
  const [, after, date = ""] = /(Monday after )?(\d{4}-\d\d-\d\d)/.exec(question) ?? [];
  if (after === undefined) return date;
  const day = new Date(date);
  const monday = seed % 5 === 0 ? 0 : 1;
  do day.setUTCDate(day.getUTCDate() + 1);
  while (day.getUTCDay() !== monday);
  return day.toISOString().slice(0, 10);
}
