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
import { runRollouts } from "../index.ts";
import { attemptsOf } from "../run.test-helper.ts";
import { attemptModels } from "./attempt-models.ts";

const ungated = {
  call: (model: Model, _purpose: string, asked: ModelRequest) => model.generate(asked),
};

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

it("R5 I4 wraps the model anew for every attempt, caches nothing, and leaves the model as it was", async () => {
  let callCount = 0;
  const model = Object.freeze({
    ...scriptedModel(() => `answer ${++callCount}`),
    settings: Object.freeze({ temperature: 1 }),
  });
  const given: Model[] = [];
  const env = defineEnvironment({
    name: "override",
    tasks: [{ input: "x" }],
    agent: functionAgent({
      model: scriptedModel([]),
      async run(_, context) {
        given.push(context.model);
        return String((await context.model.generate(request)).message.content);
      },
    }),
    scorer: () => true,
  });

  const result = await runRollouts(env, { k: 3, concurrency: 1, model });

  expect(new Set([model, ...given]).size).toBe(4);
  expect(attemptsOf(result).map(({ run }) => run?.text)).toEqual([
    "answer 1",
    "answer 2",
    "answer 3",
  ]);
});

it("leaves alone what an agent says about the attempt by itself", async () => {
  const inner = scriptedModel(() => "x");
  const model = attemptModels({ taskId: "a", attemptIndex: 0, seed: 1 }, ungated)(inner);
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

  const model = attemptModels({ taskId: "a", attemptIndex: 0, seed: 1 }, ungated)(new Client());

  expect(model).toMatchObject({ specVersion: "v1", provider: "p", modelId: "m", account: "a" });
  expect(model.identity()).toEqual({ policy: { modelId: "m" } });
  expect((await model.generate(request)).message.content).toBe("from the instance");
});
