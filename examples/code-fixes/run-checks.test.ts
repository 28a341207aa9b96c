import { describe, expect, it } from "vitest";
import { runChecks } from "./run-checks.ts";

describe("code that was not written in good faith", { timeout: 120_000 }, () => {
  const check = { name: "answer", run: "fix.answer()", gives: 42 };
  const run = (code: string, timeoutMs?: number) =>
    runChecks(code, [check], {
      signal: new AbortController().signal,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  const denied = {
    answers: [expect.stringMatching(/^Error: Access to this API has been restricted/)],
  };

  it.each([
    [
      "files",
      'import fs from "node:fs"; export const answer = () => fs.readFileSync("/etc/hostname", "utf8")',
    ],
    [
      "children",
      'import { execSync } from "node:child_process"; export const answer = () => execSync("id")',
    ],
    [
      "threads",
      'import { Worker } from "node:worker_threads"; export const answer = () => new Worker("1", { eval: true })',
    ],
  ])("reaches no %s", async (_, code) => {
    expect(await run(code)).toEqual(denied);
  });

  it("sees no environment variable", async () => {
    const code = "export const answer = () => Object.keys(process.env)";
    expect(await run(code)).toEqual({ answers: [[]] });
  });

  it.each([
    ["ends too early", "process.exit(0)", "it wrote over the answers, or ended before them"],
    [
      "prints answers of its own",
      'console.log("[42]")',
      "it wrote over the answers, or ended before them",
    ],
    ["ends with an error", "process.exit(3)", "it ended with 3"],
    ["is no JavaScript", "def answer():", "SyntaxError: Unexpected identifier 'answer'"],
    ["prints too much", "console.log('x'.repeat(2e6))", "it printed more than 1 MB"],
    ["is a book", "/".repeat(20_001), "it is longer than 20000 characters"],
    ["is no text", 'throw TypeError("\ud800")', "TypeError: \ufffd"],
    ["waits for nothing", "await new Promise(() => {})", "it ended with 13"],
  ])("fails when it %s", async (_, code, problem) => {
    expect(await run(`${code}; export const answer = () => 41`)).toEqual({ problem });
  });

  it("is ended when it takes all memory", async () => {
    const greedy = "const all = []; for (;;) all.push(Array(1e6).fill(1));";
    expect(await run(greedy)).toEqual({ problem: expect.stringMatching(/^it ended with SIG/) });
  });

  it("is ended when it does not end", async () => {
    expect(await run("for (;;);", 2000)).toEqual({ problem: "it ran for more than 2000 ms" });
  });

  it("ends with the attempt, long before its own limit", async () => {
    const attempt = new AbortController();
    const ended = runChecks("for (;;);", [check], { signal: attempt.signal, timeoutMs: 1_000_000 });
    attempt.abort(new Error("over"));
    await expect(ended).rejects.toThrow("over");
  });
});
