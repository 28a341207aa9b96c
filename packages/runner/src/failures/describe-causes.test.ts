import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type Agent,
  type AttemptResult,
  defineEnvironment,
  type EnvironmentOptions,
  functionAgent,
  RolloutsError,
} from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { runRollouts } from "../index.ts";
import { attemptsOf } from "../run.test-helper.ts";

class Oops extends Error {}
const tasks = [{ input: "x" }];

async function runOne(
  agent: Agent,
  changes: Partial<EnvironmentOptions<string, undefined>> = {},
): Promise<AttemptResult<string>> {
  const env = defineEnvironment<string, undefined>({
    name: "e",
    tasks,
    scorer: () => true,
    ...changes,
    agent,
  });
  return attemptsOf(await runRollouts(env, { k: 1 }))[0] as AttemptResult<string>;
}

const outer = (cause: unknown) => new Error("outer", { cause });
const endless = (): Error => Object.defineProperty(outer(null), "cause", { get: endless });
const ours = new RolloutsError({ code: "c", message: "told", cause: new Oops("key sk-1") });

describe("what an error was caused by", () => {
  it("E8 stands behind it: a refused connection, of a real fetch", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const agent = functionAgent({
      run: async () => (await fetch(`http://127.0.0.1:${port}`)).text(),
    });

    expect(await runOne(agent)).toMatchObject({
      error: `TypeError: fetch failed (cause: Error: connect ECONNREFUSED 127.0.0.1:${port})`,
      errorType: "TypeError",
    });
  });

  const self = outer(undefined);
  self.cause = self;

  it.each([
    ["a chain", outer(new Oops("a", { cause: "why" })), "cause: Oops: a; cause: why"],
    [
      "three at most",
      outer(outer(new Oops("1", { cause: new Oops("2", { cause: new Oops("3") }) }))),
      "cause: Oops: 1; cause: Oops: 2; cause: Oops: 3",
    ],
    [
      "the errors of an aggregate",
      new AggregateError([new Oops("a"), new Oops("b")], "outer", { cause: 7 }),
      "cause: 7; cause: Oops: a; cause: Oops: b",
    ],
    ["one line", outer("a\n::error::b\u001b[31m"), "cause: a\\n::error::b\\u001b[31m"],
    ["at most 200 characters", outer("x".repeat(1e6)), `cause: ${"x".repeat(200)}...`],
    ["the causes of no error of these packages", outer(ours), "cause: RolloutsError: told"],
  ])("%s", async (_, thrown, causes) => {
    const name = thrown.name;
    const attempt = await runOne(functionAgent({ run: () => Promise.reject(thrown) }));

    expect(attempt?.error).toBe(`${name}: outer (${causes})`);
  });

  it.each([
    ["an error that names itself", self, "Error: outer"],
    ["a chain without an end", endless(), "Error: outer"],
    ["an error that says the same", outer(new Error("outer")), "Error: outer"],
    ["a cause that is null", outer(null), "Error: outer"],
    ["an error of these packages", ours, "RolloutsError: told"],
  ])("adds nothing to %s", async (_, thrown, error) => {
    const attempt = await runOne(functionAgent({ run: () => Promise.reject(thrown) }));

    expect(attempt?.error).toBe(error);
  });

  it("E8 is told of scorers and metrics as well", async () => {
    const fail = () => Promise.reject(outer(new Oops("inner")));
    const agent = functionAgent({ run: () => "x" });

    const attempt = await runOne(agent, { scorer: fail, metrics: { fail } });

    const reason = "Error: outer (cause: Oops: inner)";
    expect(attempt).toMatchObject({
      error: `scorer: ${reason}`,
      unscored: { cause: "scorer-error", reason },
      metrics: { fail: { unscored: { reason } } },
    });
  });

  it("makes no other kind of an error: a storm is one, whatever the causes", async () => {
    const agent = functionAgent({
      run: (_, { attemptIndex }) => {
        throw Object.assign(new Error("", { cause: `cause ${attemptIndex}` }), { name: "Plain" });
      },
    });

    const result = await runRollouts(
      defineEnvironment({ name: "storm", tasks, scorer: () => true, agent }),
      { k: 20, concurrency: 1 },
    );

    expect(result).toMatchObject({ stoppedEarly: "error-storm" });
  });
});
