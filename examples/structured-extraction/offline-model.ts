import { scriptedModel } from "@rollouts/testing";

/**
 * A model that reads contracts by patterns, and forgets each of the four rules with a probability
 * of 1 in 8. Which ones, the attempt's seed decides: three of its bits for each rule.
 */
export const offlineModel = scriptedModel(
  ({ messages, attempt }) => {
    const remembers = (rule: number) => (((attempt?.seed ?? 0) >>> (3 * rule)) & 7) !== 0;
    return JSON.stringify(extract(String(messages.at(-1)?.content), remembers));
  },
  { provider: "offline", modelId: "forgetful-reader" },
);

function extract(text: string, remembers: (rule: number) => boolean) {
  const sources = [...text.matchAll(/(S\d+)(.*): (.+)/g)]
    .map(([, id = "", note = "", terms = ""]) => ({ id, note, terms }))
    .filter(({ note }) => !(note.includes("not signed") && remembers(0)))
    .filter(({ note }) => !(note.includes("for the site") && remembers(1)));
  const signed = ({ note }: { note: string }) => /[\d-]{10}/.exec(note)?.[0] ?? ""; // the base comes first
  if (remembers(2)) sources.sort((a, b) => signed(a).localeCompare(signed(b)));

  const last = (term: RegExp) =>
    sources.map(({ terms }) => term.exec(terms)?.[1]).findLast((value) => value !== undefined);
  const applied = sources.map(({ id }) => id);
  return {
    contract: /Contract ([^ ,]+)/.exec(text)?.[1],
    seats: Number(last(/(\d+) seats/)),
    price: Number(last(/(\d+) EUR/)),
    renews: last(/renews ([\d-]+)/),
    applied: remembers(3) ? applied.sort() : applied,
  };
}
