import { createOpenAI as createOpenAI3 } from "@ai-sdk/openai";
import { createOpenAI as createOpenAI4 } from "@ai-sdk/openai-4";
import type { Model } from "@rollouts/core";
import {
  type ContractCase,
  type FaultScript,
  type FaultServer,
  type FaultStep,
  type MockOpenAI,
  modelContract,
  startFaultServer,
  startMockOpenAI,
} from "@rollouts/testing";
import { afterAll, beforeAll, describe, test } from "vitest";
import { fromAiSdk } from "./from-ai-sdk.ts";
import { mockModel, type Version } from "./mock-model.test-helper.ts";

const apiKey = "sk-test-0123456789";

async function keep(cases: readonly ContractCase[]): Promise<void> {
  for (const { name, run } of cases) {
    await run().catch((error: unknown) => {
      throw new Error(name, { cause: error });
    });
  }
}

const never = () => new Promise<never>(() => undefined);

describe.each<[Version, boolean]>([
  ["v2", true],
  ["v2", false],
  ["v3", true],
  ["v3", false],
  ["v4", true],
  ["v4", false],
])("the contract of models, the AI SDK's own mock model %s, stream: %s", (version, stream) => {
  test("is kept", { timeout: 60_000 }, async () => {
    const parts = [{ type: "text", text: "The answer is 391." }];
    const model = fromAiSdk(mockModel(version, { parts }), { stream });
    const waiting = fromAiSdk(mockModel(version, { doGenerate: never, doStream: never }), {
      stream,
    });
    await keep(modelContract({ model, waiting }));
  });
});

function failure(status: number, code: string): readonly FaultStep[] {
  const head = { status, headers: { "content-type": "application/json" } };
  return [{ head }, { body: JSON.stringify({ error: { code, message: "m" } }) }, "end"];
}

const scripts = {
  waiting: ["stall"],
  server: failure(500, "server_error"),
  "rate-limit": failure(429, "rate_limit_exceeded"),
  "quota-exhausted": failure(429, "insufficient_quota"),
  authentication: failure(401, "invalid_api_key"),
  "model-not-found": failure(404, "model_not_found"),
  connection: ["reset"],
  protocol: [{ head: { headers: { "content-type": "application/json" } } }, { body: "[" }, "end"],
} as const satisfies Record<string, FaultScript>;
type Fault = keyof typeof scripts;

let mock: MockOpenAI;
const faultServers = new Map<Fault, FaultServer>();
beforeAll(async () => {
  mock = await startMockOpenAI();
  for (const [name, script] of Object.entries(scripts)) {
    faultServers.set(name as Fault, await startFaultServer(script));
  }
});
afterAll(async () => {
  await mock.stop();
  for (const server of faultServers.values()) await server.stop();
});

const providers = {
  "@ai-sdk/openai 3": (baseURL: string, api: "responses" | "chat") =>
    createOpenAI3({ apiKey, baseURL })[api]("gpt-5.5"),
  "@ai-sdk/openai 4": (baseURL: string, api: "responses" | "chat") =>
    createOpenAI4({ apiKey, baseURL })[api]("gpt-5.5"),
};

describe.each([
  ["@ai-sdk/openai 3", "responses", true],
  ["@ai-sdk/openai 3", "responses", false],
  ["@ai-sdk/openai 3", "chat", true],
  ["@ai-sdk/openai 3", "chat", false],
  ["@ai-sdk/openai 4", "responses", true],
  ["@ai-sdk/openai 4", "chat", true],
] as const)("the contract of models, a real provider: %s, %s, stream: %s", (name, api, stream) => {
  const modelAt = (baseURL: string): Model => fromAiSdk(providers[name](baseURL, api), { stream });
  const modelWith = (fault: Fault) => modelAt(faultServers.get(fault)?.baseURL ?? "");

  test("is kept", { timeout: 60_000 }, async () => {
    const { waiting: _waiting, protocol: _protocol, ...failures } = scripts;
    const classes = Object.keys(failures) as Exclude<Fault, "waiting" | "protocol">[];
    const failing = [
      ...classes.map((errorClass) => ({ model: modelWith(errorClass), errorClass })),
      // In a stream there are no events at all, which is how an interrupted one looks.
      {
        model: modelWith("protocol"),
        errorClass: stream ? ("connection" as const) : ("protocol" as const),
      },
    ];
    const makeModel = () => modelAt(mock.baseURL);
    await keep(modelContract({ makeModel, waiting: modelWith("waiting"), failing }));
  });
});
