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
import { OpenAI as OpenAI7 } from "openai-7";
import { afterAll, beforeAll, describe, test } from "vitest";
import { createOpenAI } from "./create-openai.ts";

const apiKey = "sk-test";

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
  connection: ["reset"],
  protocol: [{ head: { headers: { "content-type": "text/html" } } }, { body: "<p>" }, "end"],
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

describe.each([
  ["openai 6", "responses"],
  ["openai 6", "chat"],
  ["openai 7", "responses"],
  ["openai 7", "chat"],
] as const)("the contract of models, %s, %s", (version, api) => {
  const modelAt = (baseURL: string) => {
    const connection =
      version === "openai 6"
        ? { apiKey, baseURL }
        : { client: new OpenAI7({ apiKey, baseURL, logLevel: "off" }) };
    return createOpenAI({ ...connection, api })("gpt-5.5");
  };
  const modelWith = (fault: Fault) => modelAt(faultServers.get(fault)?.baseURL ?? "");

  /** The servers have addresses only when the tests run. */
  function cases(): readonly ContractCase[] {
    const { waiting: _waiting, ...failures } = scripts;
    const classes = Object.keys(failures) as Exclude<Fault, "waiting">[];
    const failing = classes.map((errorClass) => ({ model: modelWith(errorClass), errorClass }));
    const makeModel = () => modelAt(mock.baseURL);
    return modelContract({ makeModel, waiting: modelWith("waiting"), failing });
  }

  test("is kept", { timeout: 60_000 }, async () => {
    for (const { name, run } of cases()) {
      await run().catch((error: unknown) => {
        throw new Error(name, { cause: error });
      });
    }
  });
});
