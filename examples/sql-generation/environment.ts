import { isDeepStrictEqual } from "node:util";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { z } from "zod";
import { offlineModel } from "./offline-model.ts";
import { query } from "./query.ts";
import { tasks } from "./tasks.ts";

/** Questions that are answered with a query. The verdict is what the query gives in a real SQLite. */
export default defineEnvironment({
  name: "sql-generation",
  agent: defineAgent({
    model: offlineModel,
    instructions: "Answer with one SQLite query that keeps every rule. Return only the query.",
    outputSchema: z.object({ sql: z.string().describe("One SELECT, which may begin with WITH") }),
  }),
  tasks,
  scorer: {
    // Stands for the function and for query.ts, which its source text does not show.
    version: "1",
    async score(run, { database, rows }, { signal }) {
      const { sql } = run.output;
      if (!/^\s*(select|with)\b/i.test(sql)) return failed("it is no query");
      const answer = await query({ database, sql, signal });
      if (answer.error !== undefined) return failed(answer.error);
      if (isDeepStrictEqual(answer.rows, rows)) return true;
      return failed(`the query gives ${JSON.stringify(answer.rows)}`);
    },
  },
});

/** The reason may be as long as what the query gives. */
function failed(reason: string) {
  return { value: 0, passed: false, reason: reason.slice(0, 300) };
}
