import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { runRollouts } from "@rollouts/runner";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import environment from "./environment.ts";
import { query } from "./query.ts";
import { tasks } from "./tasks.ts";

const folder = import.meta.dirname;

describe("_22 SQL generation", { timeout: 120_000 }, () => {
  it("basic.ts measures the offline model, with the same numbers each time", async () => {
    const jiti = join(folder, "node_modules/.bin/jiti");
    const { stdout, stderr } = await promisify(execFile)(jiti, [join(folder, "basic.ts")]);
    expect(stderr).toBe("");
    expect(stdout.replace(/\d+s$/m, "0s").split("\n").slice(0, 6)).toEqual([
      "sql-generation                 k=8 · 32 attempts · 0s",
      "  inventory          ██░░░█░░   3/8   0.38   learning zone",
      "  business-minutes   ███████░   7/8   0.88   learning zone",
      "  crossings          █░░█████   6/8   0.75   learning zone",
      "  final-state        ██░█░░██   5/8   0.62   learning zone",
      'inventory/2: the query gives [["A",7,3,1,2,0],["B",1,3,1,1,0]]',
    ]);
  });

  it("the expected rows are those of the reference, and the data has as many events", async () => {
    const expected = tasks.map(({ id, expected }) => [id, expected.rows]);
    expect(Object.fromEntries(expected)).toEqual({
      inventory: [
        ["A", 4, 2, 1, 1, 2],
        ["B", 1, 2, 1, 1, 1],
      ],
      "business-minutes": [
        ["Atlas", 3, 2, 0.667],
        ["Boreal", 2, 1, 0.5],
      ],
      crossings: [
        ["A", 1, 10, 10],
        ["A", 4, 7, 10],
        ["A", 9, 2, 6],
        ["B", 10, 5, 5],
        ["B", 13, 3, 5],
        ["B", 16, 5, 6],
      ],
      "final-state": [
        ["A", 6, 2, 1, 1, 2],
        ["B", 6, 2, 1, 1, 1],
      ],
    });
    const signal = new AbortController().signal;
    const count = async (index: number) =>
      query({
        database: tasks[index]?.expected.database ?? "",
        sql: "SELECT count(*) FROM events",
        signal,
      });
    expect([await count(0), await count(2)]).toEqual([{ rows: [[14]] }, { rows: [[16]] }]);
  });

  it.each([
    ["DROP TABLE events", "it is no query"],
    ["WITH gone AS (SELECT 1) DELETE FROM events", "Error: attempt to write a readonly database"],
    ["SELECT colour FROM events", "Error: no such column: colour"],
    ["SELECT 1; DROP TABLE events", "the query gives [[1]]"],
    ["", "it is no query"],
    ["SELECT replace(hex(zeroblob(5000)), '00', 'x')", `the query gives [["${"x".repeat(281)}`],
    [`SELECT ${"x".repeat(5000)}`, `Error: no such column: ${"x".repeat(277)}`],
  ])("fails %j with the reason", async (sql, reason) => {
    const model = scriptedModel(() => JSON.stringify({ sql }));
    const result = await runRollouts(environment, {
      k: 1,
      tasks: environment.tasks.slice(0, 1),
      model,
    });
    expect(result.taskResults[0]?.attempts[0]?.score).toMatchObject({ passed: false, reason });
  });
});

describe("a query that was not written in good faith", { timeout: 120_000 }, () => {
  const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)";
  const run = (sql: string, timeoutMs?: number) =>
    query({
      database: "CREATE TABLE t (x);",
      sql,
      signal: new AbortController().signal,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });

  it("is ended when it does not end, and the process goes on", async () => {
    expect(await run(`${numbers} SELECT count(*) FROM n`, 2000)).toEqual({
      error: "no answer within 2000 ms",
    });
  });

  it("gets no more than 1000 rows and 50 MB", async () => {
    expect(await run(`${numbers} SELECT i FROM n`)).toEqual({ error: "more than 1000 rows" });
    expect(await run("SELECT length(hex(zeroblob(40000000)))")).toEqual({
      error: "Error: out of memory",
    });
  });

  it("finds every database as it was made", async () => {
    const sql = "SELECT count(*) FROM t";
    expect([await run(sql), await run(sql)]).toEqual([{ rows: [[0]] }, { rows: [[0]] }]);
  });

  it("ends with the attempt, long before its own limit", async () => {
    const attempt = new AbortController();
    const sql = `${numbers} SELECT count(*) FROM n`;
    const ended = query({ database: "", sql, signal: attempt.signal, timeoutMs: 1_000_000 });
    attempt.abort(new Error("over"));
    await expect(ended).rejects.toThrow("over");
  });
});
