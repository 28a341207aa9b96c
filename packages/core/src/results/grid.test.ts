import { describe, expect, it } from "vitest";
import { answered, attempt, resultOf, taskOf } from "../__fixtures__/results.ts";
import type { AttemptResult } from "../attempt-result.ts";
import { toTaskResult } from "./task-result.ts";

const end = (durationMs: number, stoppedEarly: "error-storm" | null = null) =>
  ({ status: "finished", stoppedEarly, durationMs }) as const;

describe("the grid", () => {
  it("G1, G2, G3, G4: is exactly this text", () => {
    const result = resultOf([
      taskOf("easy", "pppp"),
      taskOf("hard-product", "pfft"),
      taskOf("x", "ffff"),
    ]);

    expect(String(result)).toBe(
      [
        "arithmetic                 k=4 · 12 attempts · 2s",
        "  easy           ████   4/4   1.00",
        "  hard-product   █░░▲   1/3   0.33   learning zone   1 unscored",
        "  x              ░░░░   0/4   0.00",
        "  first error: timeout: exceeded 1s",
      ].join("\n"),
    );
  });

  it("G3: pads the glyphs to k, and shows no rate where nothing was scored", () => {
    expect(String(resultOf([taskOf("a", "pp"), taskOf("b", ""), taskOf("c", "xx")]))).toBe(
      [
        "arithmetic                 k=4 · 4 attempts · 2s",
        "  a   ██     2/2   1.00",
        "  b          0/0   -",
        "  c   ▲▲     0/0   -   2 unscored",
        "  first error: Error: boom",
      ].join("\n"),
    );
  });

  it("G3: pads to 1000 characters at most, whatever a file says of k and however long an id is", () => {
    const tasks = [taskOf("a", "p"), taskOf("b".repeat(3000), "f")];
    const [, ...rows] = String(resultOf(tasks, { k: 10 ** 9 })).split("\n");

    expect(rows).toEqual([
      `  a${" ".repeat(999)}   █${" ".repeat(999)}   1/1   1.00`,
      `  ${"b".repeat(3000)}   ░${" ".repeat(999)}   0/1   0.00`,
    ]);
  });

  it.each([
    [500, "0s"],
    [1500, "2s"],
    [2500, "2s"],
    [3500, "4s"],
    [2501, "3s"],
    [99, "0s"],
  ])("G2: %d ms are %s, ties to even", (durationMs, seconds) => {
    expect(String(resultOf([], { end: end(durationMs) }))).toBe(
      `arithmetic                 k=4 · 0 attempts · ${seconds}`,
    );
  });

  it("G5: rates have two decimals, ties to even", () => {
    const rates = ["pfffffff", "pppppfff", "pppfffff", "pppppppf"].map(
      (letters) => String(resultOf([taskOf("a", letters)], { k: 8 })).match(/\d\/8 {3}(\S+)/)?.[1],
    );

    expect(rates).toEqual(["0.12", "0.62", "0.38", "0.88"]);
  });

  it("G2: shows the cost that providers reported, when it is known", () => {
    const task = { id: "a", input: "q", metadata: {} };
    const costing = (costUsd: number | undefined) =>
      attempt({ run: { ...answered, usage: { inputTokens: 1, costUsd } } });
    const header = (costs: (number | undefined)[]) =>
      String(resultOf([toTaskResult(task, costs.map(costing))])).split("\n")[0];

    expect(header([0.01, 0.0023])).toBe(
      "arithmetic                 k=4 · 2 attempts · 2s · $0.0123",
    );
    expect(header([0.01, undefined])).not.toContain("$");
    expect(header([])).not.toContain("$");
  });

  it("G4: says why it stopped early, and the first error only if something is unscored", () => {
    const stopped = resultOf([taskOf("a", "px")], { end: end(1000, "error-storm") });

    expect(String(stopped).split("\n").slice(2)).toEqual([
      "  stopped early: error-storm",
      "  first error: Error: boom",
    ]);
    const scored = attempt({ score: { value: 1, passed: true }, error: "a tool failed" });
    const calm = toTaskResult({ id: "a", input: "q", metadata: {} }, [scored]);
    expect(String(resultOf([calm]))).not.toContain("first error");
  });

  it("G4: says that a run was cut off, and no time, which nobody knows", () => {
    expect(String(resultOf([taskOf("a", "p")], { end: null }))).toBe(
      [
        "arithmetic                 k=4 · 1 attempts",
        "  a   █      1/1   1.00",
        "  the run was cut off or goes on",
      ].join("\n"),
    );
  });

  it("G4: says the first reason of a scorer that could not tell, when there is no error", () => {
    const task = { id: "a", input: "q", metadata: {} };
    const silent = (reason: string) =>
      attempt({ score: null, error: null, unscored: { cause: "cannot-tell", reason } });
    const scored = attempt({ score: { value: 1, passed: true } });
    const footerOf = (...attempts: AttemptResult[]) =>
      String(resultOf([toTaskResult(task, attempts)]))
        .split("\n")
        .slice(2);

    expect(footerOf(scored, silent("no\nkey"), silent("late"))).toEqual([
      "  first unscored: no\\nkey",
    ]);
    expect(footerOf(silent("no key"), attempt({ error: "Error: boom" }))).toEqual([
      "  first error: Error: boom",
    ]);
  });

  it("neutralises terminal escapes in names, ids and errors, and keeps one line each", () => {
    const hostile = "\u001b[2J\u009b1m\r\n\u202e";
    const safe = "\\u001b[2J\\u009b1m\\r\\n\\u202e";
    const broken = attempt({ error: `bad ${hostile}`, stopReason: "error" });
    const task = toTaskResult({ id: hostile, input: "q", metadata: {} }, [broken]);
    const text = String(resultOf([task, taskOf("a", "p")], { env: hostile, k: 1 }));

    expect(text.split("\n")).toEqual([
      `${safe}                 k=1 · 2 attempts · 2s`,
      `  ${safe}   ▲   0/0   -   1 unscored`,
      `  ${"a".padEnd(safe.length)}   █   1/1   1.00`,
      `  first error: bad ${safe}`,
    ]);
  });

  it("gives the log of a CI service no command", () => {
    const broken = attempt({ error: "bad ##vso[x]", stopReason: "error" });
    const task = toTaskResult({ id: "::error::a", input: "q", metadata: {} }, [broken]);
    const text = String(resultOf([task, taskOf("##[error]", "p")], { env: "::warning::e", k: 1 }));

    expect(text.split("\n")).toEqual([
      "\\u003a:warning::e                 k=1 · 2 attempts · 2s",
      "  \\u003a:error::a   ▲   0/0   -   1 unscored",
      "  \\u0023#[error]    █   1/1   1.00",
      "  first error: bad \\u0023#vso[x]",
    ]);
  });

  it("copes with more tasks than a call can have arguments", () => {
    const task = taskOf("a", "p");
    const result = resultOf(new Array(200_000).fill(task), { k: 1 });

    expect(String(result).length).toBeGreaterThan(200_000);
  });
});
