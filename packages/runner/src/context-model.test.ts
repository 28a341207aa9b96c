import {
  type AttemptContext,
  defineEnvironment,
  functionAgent,
  type Model,
  type ModelRequest,
  type ModelResponse,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { expect, it } from "vitest";
import { attemptModel } from "./context-model.ts";
import { runRollouts } from "./index.ts";

const request: ModelRequest = {
  messages: [{ role: "user", content: "x" }],
  signal: new AbortController().signal,
};

it("says in every request which attempt asks, and for the how-manyth time", async () => {
  const model = scriptedModel(() => "x");
  const contexts: AttemptContext[] = [];
  const env = defineEnvironment({
    name: "turns",
    tasks: [{ input: "x", id: "only" }],
    agent: functionAgent({
      model,
      async run(_, context) {
        contexts.push(context);
        await context.model.generate(request);
        await context.model.generate({ ...request, tools: [] });
        return "x";
      },
    }),
    scorer: () => true,
  });

  await runRollouts(env, { k: 2, concurrency: 1 });

  const seeds = contexts.map(({ seed }) => seed);
  expect(new Set(seeds).size).toBe(2);
  expect(model.calls.map(({ attempt }) => attempt)).toEqual([
    { taskId: "only", attemptIndex: 0, turn: 0, seed: seeds[0] },
    { taskId: "only", attemptIndex: 0, turn: 1, seed: seeds[0] },
    { taskId: "only", attemptIndex: 1, turn: 0, seed: seeds[1] },
    { taskId: "only", attemptIndex: 1, turn: 1, seed: seeds[1] },
  ]);
  expect(model.calls[1]).toMatchObject({ messages: request.messages, tools: [] });
});

it("leaves alone what an agent says about the attempt by itself", async () => {
  const inner = scriptedModel(() => "x");
  const model = attemptModel(inner, { taskId: "a", attemptIndex: 0, seed: 1 });
  const attempt = { taskId: "nested", attemptIndex: 3, turn: 7, seed: 5 };

  await model.generate({ ...request, attempt });

  expect(inner.calls[0]?.attempt).toEqual(attempt);
});

it("wraps a model that is an instance of a class, with getters and `this`", async () => {
  class Client implements Model {
    readonly specVersion = "v1";
    readonly answer = "from the instance";
    get provider() {
      return "p";
    }
    get modelId() {
      return "m";
    }
    get account() {
      return "a";
    }
    identity() {
      return { policy: { modelId: this.modelId } };
    }
    async generate(): Promise<ModelResponse> {
      return { message: { role: "assistant", content: this.answer }, finishReason: "stop" };
    }
  }

  const model = attemptModel(new Client(), { taskId: "a", attemptIndex: 0, seed: 1 });

  expect(model).toMatchObject({ specVersion: "v1", provider: "p", modelId: "m", account: "a" });
  expect(model.identity()).toEqual({ policy: { modelId: "m" } });
  expect((await model.generate(request)).message.content).toBe("from the instance");
});
