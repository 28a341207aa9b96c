import { type Agent, type AgentEvent, functionAgent, type Json, type Store } from "@rollouts/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { failureOf, failuresOf, miniRunRollouts, modelAgent } from "./contract.test-helper.ts";

const end = { type: "end", status: "completed", output: "x", text: "x" } as const;

/** An agent that yields these events. */
function eventAgent(...events: readonly unknown[]): Agent {
  return {
    specVersion: "v1",
    identity: () => ({ events: events.length }),
    async *run() {
      yield* events as readonly AgentEvent<string>[];
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("specVersion is v1", () => {
  const check = (agent: unknown) => failureOf("specVersion is v1", { agent: agent as Agent });

  it("fails for another one, also of a factory's agent", async () => {
    const agent = { ...eventAgent(end), specVersion: "v2" };

    const code = "unsupported_spec_version";
    expect(await check(agent)).toMatchObject({ code, found: "v2" });
    expect(await check(() => agent)).toMatchObject({ code, found: "v2" });
    const options = { agent: agent as never, runRollouts: miniRunRollouts };
    expect(await failureOf("leak canary: a real run", options)).toMatchObject({ code });
  });

  it("fails for what is no agent", async () => {
    expect((await check({})).message).toBe(
      "agent must be an agent, or a function that makes one, got an object. A function that answers tasks becomes an agent with functionAgent({ run }).",
    );
    expect((await check(() => "agent")).message).toContain("the product of the agent factory must");
  });
});

describe("identity", () => {
  const check = async (identity: () => Json | Promise<Json>) => {
    const agent = { ...eventAgent(end), identity };
    return (await failureOf("identity() is plain JSON and stays the same", { agent })).message;
  };

  it("fails for what JSON cannot carry", async () => {
    expect(await check(() => ({ at: new Date() }) as never)).toContain("$.at: a Date");
    expect(await check(() => undefined as never)).toContain(
      "identity() is no plain JSON: $: undefined",
    );
    expect(await check(() => Promise.reject(new Error("gone")))).toContain("gone");
  });

  it("fails when it changes", async () => {
    let count = 0;

    expect(await check(() => ++count)).toContain("something else for a second call");
  });

  it("fails when a factory's agents differ", async () => {
    let count = 0;
    const agent = () => functionAgent({ run: () => "x", identity: { made: ++count } });

    const { message } = await failureOf("identity() is plain JSON and stays the same", { agent });

    expect(message).toContain("something else for the next agent of the factory");
  });

  it("fails when a run changes it", async () => {
    let runs = 0;
    const agent: Agent = {
      ...functionAgent({ run: () => `${++runs}` }),
      identity: () => ({ runs }),
    };

    const { message } = await failureOf("identity() is plain JSON and stays the same", { agent });

    expect(message).toContain("something else for the same agent after a run");
  });
});

describe("events", () => {
  const check = async (agent: Agent) =>
    (await failureOf("run gives well-formed events and one end, the last", { agent })).message;

  it.each([
    [[], "The run gave 0 end events instead of one."],
    [[end, end], "The run gave 2 end events instead of one."],
    [[end, { type: "text-delta", text: "more" }], "After its end event the run gave a text-delta"],
    [[null, end], "Event 0 breaks the contract: it is null."],
    [[end, { ...end, text: 5 }], "Event 1 breaks the contract: its end.text is 5."],
    [[{ type: "error", error: new Error("boom") }, end], "Attempt events/0 failed (boom)."],
  ])("fails for %j", async (events, message) => {
    expect(await check(eventAgent(...events))).toContain(message);
  });

  it("fails for a run that throws, or that is no stream", async () => {
    expect(await check(modelAgent(() => Promise.reject(new Error("no key"))))).toContain("no key");
    const agent = { ...eventAgent(), run: async () => [] } as never;
    expect(await check(agent)).toContain("Attempt events/0 failed");
  });

  it("fails for a model call without a signal, or without messages", async () => {
    const askWith = (request: object) =>
      modelAgent(async (_, { model }) => {
        await model.generate(request as never);
        return "x";
      });

    expect(await check(askWith({ messages: [] }))).toContain(
      "A model call needs messages and a signal, got an array of 0 and undefined. Pass",
    );
    expect(await check(askWith({ signal: AbortSignal.abort() }))).toContain("got undefined and an");
  });

  it("fails for a run that does not end", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let reason: unknown;
    const agent = modelAgent((_, { signal }) => {
      signal.addEventListener("abort", () => {
        reason = signal.reason;
      });
      return new Promise(() => undefined);
    });

    const message = check(agent);
    await vi.advanceTimersByTimeAsync(120_000);

    expect(await message).toContain("Attempt events/0 failed (The run did not end within 120 s.)");
    expect(reason).toMatchObject({ code: "agent_contract" });
  });
});

describe("changes", () => {
  const name = "a run changes neither the agent nor its input";

  it("fails when the run changes a shared agent", async () => {
    const state = { count: 0, deep: { names: new Map<string, number[]>() } };
    const agent = {
      ...functionAgent({
        run() {
          state.deep.names.set("x", []);
          return "x";
        },
      }),
      state,
    };

    expect((await failureOf(name, { agent })).message).toBe(
      "The run changed its agent, which all attempts share: agent.state.deep.names{0} was absent and is an array of 2. Keep what changes in the AttemptContext, or pass a factory.",
    );
  });

  it("fails when it counts only, which no marker shows", async () => {
    const agent = {
      ...functionAgent({ run: (): string => `${agent.runs++} before` }),
      runs: 0,
    };

    const failures = await failuresOf({ agent });

    expect(Object.keys(failures)).toEqual([name]);
    expect(failures[name]).toContain("agent.runs was 2 and is 4");
  });

  it("fails when the run of one agent changes another of the factory", async () => {
    const shared = { runs: 0 };
    const agent = () => ({ ...functionAgent({ run: () => `${shared.runs++}` }), shared });

    expect((await failureOf(name, { agent })).message).toContain(
      "The run of one agent changed another agent of the factory: agent.shared.runs was 0 and is 2.",
    );
  });

  it("lets a factory's agent change itself", async () => {
    const agent = () => {
      const made = { ...functionAgent({ run: (): string => `${made.runs++}` }), runs: 0 };
      return made;
    };

    expect(await failuresOf({ agent })).toEqual({});
  });

  it("fails when the run changes its input", async () => {
    const agent = functionAgent({
      run(input) {
        if (Array.isArray(input) && !Object.isFrozen(input)) input.push({ role: "user" });
        return "x";
      },
    });

    expect((await failureOf(name, { agent })).message).toBe(
      "The run changed its input: input was an array of 1 and is an array of 2. Copy what you change.",
    );
  });
});

describe("connections", () => {
  const name = "the agent holds no connection that attempts would share";
  const withConnections = (connections: () => readonly object[]): Agent => ({
    ...functionAgent({ run: () => "x" }),
    connections,
  });

  it("fails for an agent that holds some, passes for a factory that opens its own", async () => {
    const agent = () => {
      const own = {};
      return withConnections(() => [own]);
    };

    expect((await failureOf(name, { agent: agent() })).message).toBe(
      "Attempts would share 1 live connection(s). Pass a factory that opens its own.",
    );
    expect(await failuresOf({ agent })).toEqual({});
  });

  it("fails for a factory whose agents hold the same", async () => {
    const shared = {};
    const agent = () => withConnections(() => [{}, shared]);

    expect((await failureOf(name, { agent })).message).toContain("share 1 live connection(s)");
  });

  it("fails for one that is opened by the first run", async () => {
    const open: object[] = [];
    const agent = { ...functionAgent({ run: () => `${open.push({})}` }), connections: () => open };

    expect((await failureOf(name, { agent })).message).toContain("share 1 live connection(s)");
  });

  it("fails for what is no list of objects", async () => {
    const agent = withConnections(() => ["postgres://localhost"] as never);

    expect((await failureOf(name, { agent })).message).toBe(
      "connections() must give a list of objects.",
    );
  });
});

describe("stores", () => {
  const name = "an attempt writes to no store but its own";

  it("fails for an agent that keeps the first store", async () => {
    let kept: Store | undefined;
    const agent = modelAgent(async (_, { store }) => {
      kept ??= store;
      await kept.set("runs", 1);
      return "x";
    });

    expect((await failureOf(name, { agent })).message).toBe(
      "The store of attempt stores/0 was written to after that attempt had ended, 1 time(s). Use the store of the context that run was given, and await what you write.",
    );
  });

  it("fails for work that goes on after the end", async () => {
    const agent = modelAgent((_, { store }) => {
      setImmediate(() => store.delete("draft"));
      return "x";
    });

    expect((await failureOf(name, { agent })).message).toContain("after that attempt had ended");
  });
});
