import { scriptedModel } from "@rollouts/testing";

/** What a queue is known by, the most urgent queue first. */
const signs = [
  ["security", /stolen|stranger|leaked/],
  ["access", /log in|locked out|password/],
  ["billing", /charged|invoice|refund/],
  ["bug", /crash|error|broken/],
  ["feature", /./],
] as const;

interface Issue {
  readonly number: number;
  readonly text: string;
}

/**
 * A model that triages by words, and forgets each of three rules with a probability of 1 in 8.
 * Which ones, the attempt's seed decides: three of its bits for each rule.
 */
export const offlineModel = scriptedModel(
  ({ messages, attempt }) => {
    const remembers = (rule: number) => (((attempt?.seed ?? 0) >>> (3 * rule)) & 7) !== 0;
    const ticket = String(messages.at(-1)?.content);
    const active = activeIssues(ticket, remembers);

    // A risk that somebody only imagines is no incident.
    const report = (text: string) => (remembers(2) ? text.replace(/in case .*/, "") : text);
    const rank = ({ text }: Issue) => signs.findIndex(([, sign]) => sign.test(report(text)));
    const [winner] = active.toSorted((a, b) => rank(a) - rank(b));
    return JSON.stringify({
      queue: signs[winner ? rank(winner) : signs.length - 1]?.[0],
      winner: `I${winner?.number}`,
      checksum: active.reduce((sum, { number }, n) => sum + (n + 1) ** 2 * number ** 3, 0) % 9973,
    });
  },
  { provider: "offline", modelId: "forgetful-dispatcher" },
);

/** Issues in their order, without those that were solved, withdrawn or reported before. */
function activeIssues(ticket: string, remembers: (rule: number) => boolean): Issue[] {
  const settled = remembers(0) ? /\((solved|withdrawn)\)/ : /\(solved\)/;
  const issues = [...ticket.matchAll(/^I(\d+) (.+)$/gm)]
    .map(([, number, text = ""]) => ({ number: Number(number), text }))
    .filter(({ text }) => !settled.test(text));
  return issues.filter(({ text }) => !(/\(same as I\d+\)/.test(text) && remembers(1)));
}
