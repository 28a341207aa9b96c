import { describe, expect, it } from "vitest";
import { functionAgent } from "../function-agent.ts";
import type { Json } from "../json.ts";
import type { Model } from "../model.ts";
import { describePolicy, policyFingerprint } from "./policy-fingerprint.ts";

const modelOf = (policy: unknown, members: object = {}): Model => ({
  specVersion: "v1",
  provider: "p",
  modelId: "m",
  identity: () => ({ policy: policy as Record<string, Json> }),
  generate: () => Promise.reject(new Error("unused")),
  ...members,
});
const agentOf = (identity: Json, model?: Model) =>
  functionAgent({ run: () => "", identity, model });

describe("policyFingerprint", () => {
  it("F13: is versioned, the same for the same policy, and another with any setting", async () => {
    const base = await policyFingerprint(modelOf({ model: "m", temperature: 0.7 }));

    expect(base).toMatch(/^polfp1:[0-9a-f]{64}$/);
    expect(await policyFingerprint(modelOf({ temperature: 0.7, model: "m" }))).toBe(base);
    expect(await policyFingerprint(modelOf({ model: "m", temperature: 0.8 }))).not.toBe(base);
    expect(await policyFingerprint(modelOf({ model: "m" }))).not.toBe(base);
  });

  it("F14: reads the policy of the model and nothing else of it", async () => {
    const base = await policyFingerprint(modelOf({ model: "m" }));

    expect(await policyFingerprint(modelOf({ model: "m", topP: undefined }))).toBe(base);
    const prompted = modelOf(
      {},
      { identity: () => ({ policy: { model: "m" }, prompt: { a: 1 } }) },
    );
    expect(await policyFingerprint(prompted)).toBe(base);
    const connection = { apiKey: "sk-1", baseURL: "https://user:sk-1@example.test", timeout: 5 };
    const labels = { account: "a", provider: "x", modelId: "x" };
    expect(await policyFingerprint(modelOf({ model: "m" }, { ...labels, ...connection }))).toBe(
      base,
    );
  });

  it("F15: of an agent is that of its primary model, whatever else it is", async () => {
    const model = modelOf({ model: "m" });

    expect(await policyFingerprint(agentOf({ prompt: "x" }, model))).toBe(
      await policyFingerprint(model),
    );
  });

  it("F16: of an agent without a model is its own identity", async () => {
    const own = await describePolicy(agentOf({ prompt: "x" }));

    expect(Object.keys(own.parts)).toEqual(["agent"]);
    expect(own.fingerprint).not.toBe(await policyFingerprint(agentOf({ prompt: "y" })));
  });

  it("F13: keeps a digest per setting", async () => {
    const { parts } = await describePolicy(modelOf(JSON.parse('{"model":"m","__proto__":1}')));

    expect(Object.keys(parts)).toEqual(["model", "__proto__"]);
  });

  it.each([
    ["a value", modelOf({ seed: 1n }), "$.policy.seed"],
    ["a nested value", modelOf({ sampling: { top: [Number.NaN] } }), "$.policy.sampling.top[0]"],
    ["no policy", modelOf(undefined), "$.policy"],
    ["a policy that is none", modelOf("gpt-5"), "$.policy"],
    ["a list", modelOf([1]), "$.policy"],
    [
      "a failure",
      modelOf(
        {},
        {
          identity() {
            throw new Error("no");
          },
        },
      ),
      "$.policy",
    ],
  ])("F9, F10: names the path of %s", async (_, model, path) => {
    await expect(policyFingerprint(model)).rejects.toMatchObject({
      code: "not_fingerprintable",
      path,
      message: expect.stringMatching(/^\$\.policy/),
    });
  });

  it.each([undefined, null, "gpt-5", {}, () => {}])("refuses %o", async (found) => {
    await expect(policyFingerprint(found as unknown as Model)).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringMatching(/^modelOrAgent must be an agent/),
    });
  });
});
