import type { Row } from "./query.ts";

const events =
  "CREATE TABLE events (seq INTEGER PRIMARY KEY, ref TEXT, item TEXT, kind TEXT, quantity INTEGER);";
const tickets = `CREATE TABLE tickets (id INTEGER PRIMARY KEY, customer TEXT, opened TEXT, resolved TEXT, limit_minutes INTEGER);
CREATE TABLE holidays (day TEXT);`;

const ledgerRules = `Each item starts with a stock of 0; walk through its events in the order of seq.
- receive: adds the quantity to the stock.
- ship: takes the quantity from the stock.
- count: sets the stock to the quantity.
- A ship of more than the stock is rejected and changes nothing.
- An event whose ref the item had before is repeated and changes nothing; it counts as nothing else.`;

const inventory = `${events}
INSERT INTO events VALUES
  (1, 'a1', 'A', 'count', 3), (2, 'a2', 'A', 'receive', 4), (3, 'a3', 'A', 'ship', 5),
  (4, 'a3', 'A', 'ship', 5), (5, 'a4', 'A', 'ship', 3), (6, 'a5', 'A', 'count', 1),
  (7, 'a6', 'A', 'receive', 3), (8, 'a6', 'A', 'receive', 3),
  (9, 'b1', 'B', 'receive', 5), (10, 'b2', 'B', 'ship', 3), (11, 'b3', 'B', 'ship', 4),
  (12, 'b1', 'B', 'receive', 5), (13, 'b4', 'B', 'count', 0), (14, 'b5', 'B', 'receive', 1);`;

const reorders = `${events}
INSERT INTO events VALUES
  (1, 'a1', 'A', 'receive', 10), (2, 'a2', 'A', 'ship', 7), (3, 'a2', 'A', 'ship', 7),
  (4, 'a3', 'A', 'receive', 7), (5, 'a4', 'A', 'ship', 4), (6, 'a5', 'A', 'count', 4),
  (7, 'a6', 'A', 'ship', 9), (8, 'a3', 'A', 'receive', 7), (9, 'a7', 'A', 'receive', 2),
  (10, 'b1', 'B', 'receive', 5), (11, 'b2', 'B', 'ship', 3), (12, 'b3', 'B', 'ship', 9),
  (13, 'b4', 'B', 'receive', 3), (14, 'b4', 'B', 'receive', 3), (15, 'b5', 'B', 'count', 1),
  (16, 'b6', 'B', 'receive', 5);`;

// Business minutes: 30, 90 and 210 for Atlas, 60 and 61 for Boreal. 2025-07-05 is a Saturday.
const support = `${tickets}
INSERT INTO holidays VALUES ('2025-07-07');
INSERT INTO tickets VALUES
  (1, 'Atlas', '2025-07-03 09:15', '2025-07-03 09:45', 120),
  (2, 'Atlas', '2025-07-04 16:00', '2025-07-08 09:30', 120),
  (3, 'Atlas', '2025-07-05 11:00', '2025-07-08 12:30', 120),
  (4, 'Boreal', '2025-07-04 16:30', '2025-07-08 09:30', 60),
  (5, 'Boreal', '2025-07-06 22:00', '2025-07-08 10:01', 60);`;

export interface SqlTask {
  readonly id: string;
  readonly input: string;
  readonly expected: { readonly database: string; readonly rows: readonly Row[] };
  readonly metadata: { readonly topic: string };
}

export const tasks: readonly SqlTask[] = [
  {
    id: "inventory",
    input: `${events}\n\n${ledgerRules}\n\nOne row for each item, in order of item: item, stock, received, shipped, rejected, repeated.`,
    expected: {
      database: inventory,
      rows: [
        ["A", 4, 2, 1, 1, 2],
        ["B", 1, 2, 1, 1, 1],
      ],
    },
    metadata: { topic: "basic" },
  },
  {
    id: "business-minutes",
    input: `${tickets}

Business time is from 09:00 to 17:00.
- Saturdays and Sundays have none.
- Holidays have none.
- A ticket is in time when its business minutes from opened to resolved are at most its limit.

One row for each customer, in order of customer: customer, tickets, tickets in time, their share rounded to 3 digits.`,
    expected: {
      database: support,
      rows: [
        ["Atlas", 3, 2, 0.667],
        ["Boreal", 2, 1, 0.5],
      ],
    },
    metadata: { topic: "joins" },
  },
  {
    id: "crossings",
    input: `${events}\n\n${ledgerRules}\n\nOne row for each event that brings the stock from below 5 to 5 or more, in order of seq: item, seq, quantity, stock after it.`,
    expected: {
      database: reorders,
      rows: [
        ["A", 1, 10, 10],
        ["A", 4, 7, 10],
        ["A", 9, 2, 6],
        ["B", 10, 5, 5],
        ["B", 13, 3, 5],
        ["B", 16, 5, 6],
      ],
    },
    metadata: { topic: "window functions" },
  },
  {
    id: "final-state",
    input: `${events}\n\n${ledgerRules}\n\nA dip is an event that brings the stock from 5 or more to below 5.\n\nOne row for each item, in order of item: item, stock, dips, rejected, counted, repeated.`,
    expected: {
      database: reorders,
      rows: [
        ["A", 6, 2, 1, 1, 2],
        ["B", 6, 2, 1, 1, 1],
      ],
    },
    metadata: { topic: "window functions" },
  },
];
