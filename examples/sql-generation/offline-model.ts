import { scriptedModel } from "@rollouts/testing";

/**
 * A model that writes SQL from the rules in the question, and forgets each rule with a probability
 * of 1 in 8. Which ones, the attempt's seed decides: three of its bits for each rule.
 */
export const offlineModel = scriptedModel(
  ({ messages, attempt }) => {
    const question = String(messages.at(-1)?.content);
    const remembers = (rule: number) => (((attempt?.seed ?? 0) >>> (3 * rule)) & 7) !== 0;
    const sql = /Business time/.test(question)
      ? ticketQuery(question, remembers)
      : ledgerQuery(question, remembers);
    return JSON.stringify({ sql });
  },
  { provider: "offline", modelId: "forgetful-sql-writer" },
);

type Remembers = (rule: number) => boolean;

/** Walks through the events of each item: one row after each event, with what the event did. */
function ledgerQuery(question: string, remembers: Remembers): string {
  const branches = [
    [/ref the item had before/, "e.occurrence > 1", "w.stock", "repeated"],
    [
      /ship of more than the stock/,
      "e.kind = 'ship' AND e.quantity > w.stock",
      "w.stock",
      "rejected",
    ],
    [/count: sets/, "e.kind = 'count'", "e.quantity", "counted"],
    [/ship: takes/, "e.kind = 'ship'", "w.stock - e.quantity", "shipped"],
    [/receive: adds/, "e.kind = 'receive'", "w.stock + e.quantity", "received"],
  ] as const;
  const known = branches.filter(([pattern], rule) => pattern.test(question) && remembers(rule));
  const choose = (pick: (branch: (typeof branches)[number]) => string, otherwise: string) =>
    `CASE ${known.map((branch) => `WHEN ${branch[1]} THEN ${pick(branch)}`).join(" ")} ELSE ${otherwise} END`;

  return `WITH RECURSIVE
  numbered AS (
    SELECT *, row_number() OVER (PARTITION BY item ORDER BY seq) AS n,
      row_number() OVER (PARTITION BY item, ref ORDER BY seq) AS occurrence
    FROM events
  ),
  walk AS (
    SELECT item, 0 AS n, 0 AS seq, 0 AS quantity, 0 AS before, 0 AS stock, '' AS effect
    FROM events GROUP BY item
    UNION ALL
    SELECT e.item, e.n, e.seq, e.quantity, w.stock,
      ${choose(([, , stock]) => stock, "w.stock")},
      ${choose(([, , , effect]) => `'${effect}'`, "''")}
    FROM walk w JOIN numbered e ON e.item = w.item AND e.n = w.n + 1
  )
${ledgerAnswer(question)}`;
}

function ledgerAnswer(question: string): string {
  if (/each event that brings the stock from below 5/.test(question))
    return "SELECT item, seq, quantity, stock FROM walk WHERE before < 5 AND stock >= 5 ORDER BY seq";
  const wanted = /: item, stock, ([\w, ]+)\./.exec(question)?.[1] ?? "";
  const counts = wanted.split(", ").map((column) => {
    const condition = column === "dips" ? "before >= 5 AND stock < 5" : `effect = '${column}'`;
    return `count(*) FILTER (WHERE ${condition})`;
  });
  const last = "(SELECT stock FROM walk l WHERE l.item = w.item ORDER BY n DESC LIMIT 1)";
  return `SELECT item, ${[last, ...counts].join(", ")} FROM walk w GROUP BY item ORDER BY item`;
}

/** Cuts every ticket into days, and adds up what of each day lies in business time. */
function ticketQuery(question: string, remembers: Remembers): string {
  const conditions = [
    [/Saturdays and Sundays have none/, "strftime('%w', day) NOT IN ('0', '6')"],
    [/Holidays have none/, "day NOT IN (SELECT day FROM holidays)"],
  ] as const;
  const days = conditions
    .filter(([pattern], rule) => pattern.test(question) && remembers(rule))
    .map(([, condition]) => condition);
  const comparison = /at most/.test(question) && remembers(conditions.length) ? "<=" : "<";

  return `WITH RECURSIVE
  days AS (
    SELECT *, date(opened) AS day FROM tickets
    UNION ALL
    SELECT id, customer, opened, resolved, limit_minutes, date(day, '+1 day') FROM days
    WHERE day < date(resolved)
  ),
  spent AS (
    SELECT id, sum(max(0, min(unixepoch(resolved), unixepoch(day, '+17 hours'))
      - max(unixepoch(opened), unixepoch(day, '+9 hours')))) / 60 AS minutes
    FROM days WHERE ${["true", ...days].join(" AND ")} GROUP BY id
  )
SELECT customer, count(*), sum(minutes ${comparison} limit_minutes),
  round(avg(minutes ${comparison} limit_minutes), 3)
FROM tickets JOIN spent USING (id) GROUP BY customer ORDER BY customer`;
}
