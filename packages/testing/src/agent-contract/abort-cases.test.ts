import { type Agent, functionAgent } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { agentContract } from "../index.ts";
import { failureOf, modelAgent, toMessages } from "./contract.test-helper.ts";

const nameOf = (when: string) => `a run stops with the signal's reason when aborted ${when} it`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What the case fails with, once its waiting times are over. */
async function check(when: string, agent: Agent): Promise<string> {
  const failure = failureOf(nameOf(when), { agent });
  await vi.advanceTimersByTimeAsync(10_000);
  return (await failure).message;
}

async function passes(when: string, agent: Agent): Promise<void> {
  const found = agentContract({ agent }).find(({ name }) => name === nameOf(when));
  const run = found?.run() ?? Promise.reject(new Error("no such case"));
  run.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  await run;
}

const askWith = (toSignal: (signal: AbortSignal) => AbortSignal) =>
  modelAgent(async (input, { model, signal }) => {
    const messages = toMessages(input);
    return { text: (await model.generate({ messages, signal: toSignal(signal) })).message.content };
  });

describe.each(["before", "during"])("aborted %s the run", (when) => {
  it("passes when the model call gets the signal", async () => {
    await passes(
      when,
      askWith((signal) => signal),
    );
  });

  it("fails when the model call gets another signal", async () => {
    expect(
      await check(
        when,
        askWith(() => new AbortController().signal),
      ),
    ).toBe(
      `The run did not stop within 2 s of an abort ${when} it. Pass context.signal to every model call, tool and request.`,
    );
  });

  it("fails when the model is asked again and again", async () => {
    const agent = modelAgent(async (_, { model, signal }) => {
      for (;;) {
        await model.generate({ messages: [], signal }).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    });

    expect(await check(when, agent)).toContain("did not stop within 2 s");
  });

  it("fails when the reason is put in other words", async () => {
    const agent = modelAgent(async (_, { model, signal }) => {
      const call = model.generate({ messages: [], signal });
      await call.catch((cause) => Promise.reject(new TypeError("model failed", { cause })));
      return "never";
    });

    expect(await check(when, agent)).toBe(
      `After an abort ${when} it the run failed with TypeError (model failed) instead of signal.reason. Rethrow the reason as it is.`,
    );
  });

  it("takes the reason in an error event, and an end in its place", async () => {
    const reporting: Agent = {
      ...askWith((signal) => signal),
      async *run(_, { model, signal }) {
        const error = await model.generate({ messages: [], signal }).catch((reason) => reason);
        yield { type: "error", error };
      },
    };
    const giving = modelAgent(async (_, { model, signal }) => {
      await model.generate({ messages: [], signal }).catch(() => undefined);
      return { text: null, status: "truncated" };
    });

    await passes(when, reporting);
    await passes(when, giving);
  });

  it("fails when an error event says something else", async () => {
    const agent: Agent = {
      ...askWith((signal) => signal),
      async *run(_, { model, signal }) {
        await model.generate({ messages: [], signal }).catch(() => undefined);
        yield { type: "error", error: new Error("the model failed") };
      },
    };

    expect(await check(when, agent)).toContain("the run failed with Error (the model failed)");
  });

  it("takes a run that is over before it can be aborted", async () => {
    await passes(when, functionAgent({ run: () => "x" }));
  });
});

it("does not look at a run that failed before it could be aborted", async () => {
  await passes(
    "during",
    modelAgent(() => Promise.reject(new Error("no key"))),
  );
});

describe("without a model", () => {
  it("aborts all the same, after half a second", async () => {
    const agent = functionAgent({
      run: (_, { signal }) =>
        new Promise<string>((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    });

    await passes("during", agent);
  });

  it("fails when the run goes on", async () => {
    const agent = functionAgent({ run: () => new Promise<string>(() => undefined) });

    expect(await check("during", agent)).toContain("did not stop within 2 s of an abort during it");
  });
});
