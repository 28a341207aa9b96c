import {
  type AgentRun,
  type AttemptContext,
  createAttemptContext,
  inMemoryStore,
  type TaskInput,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { defineAgent } from "./define-agent.ts";
import { runAgent } from "./run-agent.ts";

describe("hooks", () => {
  it("fire once per run, around everything, with what the run is about", async () => {
    const log: string[] = [];
    const seen: [TaskInput, AttemptContext][] = [];
    const ended: [AgentRun<string>, AttemptContext][] = [];
    const model = scriptedModel([
      () => {
        log.push("model");
        return "Hi.";
      },
      () => {
        log.push("capture");
        return '{"facts":[]}';
      },
    ]);
    const agent = defineAgent({
      model,
      memory: true,
      hooks: {
        async beforeRun(input, context) {
          log.push("before");
          seen.push([input, context]);
        },
        afterRun(run, context) {
          log.push("after");
          ended.push([run, context]);
        },
      },
    });
    const run = await runAgent(agent, "q", { userId: "u" });
    expect(log).toEqual(["before", "model", "after", "capture"]);
    expect(seen).toMatchObject([["q", { userId: "u", writes: "live" }]]);
    expect(ended[0]?.[0]).toEqual(run);
    expect(ended[0]?.[1]).toBe(seen[0]?.[1]);
  });

  it("I21: are shared by attempts, whose ids they can tell", async () => {
    const ids: string[] = [];
    const note = (_value: unknown, { sessionId, userId }: AttemptContext) =>
      ids.push(sessionId, userId);
    const model = scriptedModel(() => "ok");
    const agent = defineAgent({ model, hooks: { beforeRun: note, afterRun: note } });
    for (const attemptIndex of [0, 1]) {
      const context = createAttemptContext({ model, attemptIndex });
      for await (const _event of agent.run("q", context));
    }
    expect(ids).toHaveLength(8);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^rollout-(user-)?[0-9a-f]{32}$/);
  });

  it("prepare what the prompt is made of", async () => {
    const model = scriptedModel(["ok"]);
    const agent = defineAgent({
      model,
      memory: { capture: false },
      hooks: {
        beforeRun: (_input, { store, userId }) => store.set(`memory/${userId}`, ["Is Ada."]),
      },
    });
    await runAgent(agent, "q");
    expect(model.calls[0]?.messages[0]?.content).toContain("- Is Ada.");
  });

  it("fail the run by throwing, before a model is called or anything is kept", async () => {
    const store = inMemoryStore();
    const model = scriptedModel(["ok"]);
    const fail = () => {
      throw new Error("not today");
    };
    const before = defineAgent({ model, hooks: { beforeRun: fail } });
    await expect(runAgent(before, "q")).rejects.toThrow("not today");
    expect(model.calls).toHaveLength(0);
    const after = defineAgent({ model, history: { runs: 1 }, hooks: { afterRun: fail } });
    await expect(runAgent(after, "q", { store })).rejects.toThrow("not today");
    expect(await store.list("")).toEqual([]);
  });

  it.each(["beforeRun", "afterRun"] as const)("do not hold up an abort (%s)", async (name) => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const stuck = () => {
      controller.abort(reason);
      return new Promise(() => undefined);
    };
    const agent = defineAgent({ model: scriptedModel(["ok"]), hooks: { [name]: stuck } });
    await expect(runAgent(agent, "q", { signal: controller.signal })).rejects.toBe(reason);
  });

  it("may be methods, and see runs that were cut", async () => {
    const hooks = {
      statuses: [] as string[],
      afterRun(run: AgentRun<unknown>) {
        this.statuses.push(run.status);
      },
    };
    const model = scriptedModel([{ text: "cu", finishReason: "length" }]);
    const { statuses, afterRun } = hooks;
    await runAgent(defineAgent({ model, hooks: { afterRun: afterRun.bind(hooks) } }), "q");
    expect(statuses).toEqual(["truncated"]);
  });
});
