import type { Served } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { createEvidence } from "./evidence.ts";
import { modelOf, reply } from "./gate.test-helper.ts";

const model = modelOf(async () => reply("ok"));

function setUp() {
  const warnings: string[] = [];
  const evidence = createEvidence((message) => warnings.push(message));
  let attemptCount = 0;
  const served = (members: Served, attempt: number | null = attemptCount++) =>
    evidence.note(model, reply("ok", { served: members }), attempt);
  return { evidence, warnings, served };
}

describe("warnings of a provider", () => {
  it("are told once each, in one safe line", () => {
    const { evidence, warnings } = setUp();
    for (let call = 0; call < 3; call++) {
      evidence.note(model, reply("ok", { warnings: ["seed is ignored", "a\u001b[31m\nb"] }), 0);
    }
    expect(warnings).toEqual(["p: seed is ignored", "p: a\\u001b[31m\\nb"]);
  });

  it("are told 20 times at most, and no longer than 500 characters", () => {
    const { evidence, warnings } = setUp();
    for (let call = 0; call < 100; call++) {
      evidence.note(model, reply("ok", { warnings: [`${call} ${"x".repeat(10_000)}`] }), 0);
    }
    expect(warnings).toHaveLength(21);
    expect(warnings[0]).toHaveLength(500);
    expect(warnings[20]).toBe("Further warnings of providers are left out.");
  });

  it("may be anything at all", () => {
    const { evidence, warnings } = setUp();
    evidence.note(model, reply("ok", { warnings: [7, null] as never }), 0);
    evidence.note(model, reply("ok", { warnings: "no list" as never }), 0);
    expect(warnings).toEqual(["p: 7", "p: null"]);
  });
});

describe("model snapshots", () => {
  it("that differ are told once, at the end", () => {
    const { evidence, served, warnings } = setUp();
    for (const name of ["m-1", "m-2", "m-1"]) served({ model: name });
    expect(warnings).toEqual([]);
    expect(evidence.closing()).toEqual([
      'The calls of p "m" were answered by 2 model snapshots ("m-1", "m-2"), so not all attempts met the same policy.',
    ]);
  });

  it("that are one, or unknown, are no news", () => {
    const { evidence, served } = setUp();
    served({ model: "m-1" });
    served({});
    served({ model: "m-1" });
    expect(evidence.closing()).toEqual([]);
  });
});

describe("response ids", () => {
  it("that several attempts got are counted as duplicateSamples", () => {
    const { evidence, served } = setUp();
    for (let attempt = 0; attempt < 5; attempt++) served({ responseId: "resp_1" });
    expect(evidence.closing()).toEqual([
      expect.stringMatching(/^duplicateSamples: 4 of 5 replies have the response id of another/),
    ]);
  });

  it("that one attempt got twice, or scorers got, are not", () => {
    const { evidence, served } = setUp();
    served({ responseId: "resp_1" }, 7);
    served({ responseId: "resp_1" }, 7);
    served({ responseId: "resp_1" }, null);
    served({ responseId: "" });
    served({ responseId: "" });
    expect(evidence.closing()).toEqual([]);
  });

  it("are compared with those of the last 10,000 replies, and not kept for longer", () => {
    const { evidence, served } = setUp();
    for (let index = 0; index <= 10_000; index++) served({ responseId: `resp_${index}` });
    served({ responseId: "resp_0" });
    served({ responseId: "resp_10000" });
    expect(evidence.closing()).toEqual([expect.stringContaining("duplicateSamples: 1 of 10003")]);
  });
});
