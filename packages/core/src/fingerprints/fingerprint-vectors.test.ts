import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { naiveCanonicalJson } from "../__fixtures__/naive-canonical-json.ts";
import { defineEnvironment } from "../define-environment.ts";
import { functionAgent } from "../function-agent.ts";
import { functionScorer } from "../function-scorer.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Model, ModelIdentity } from "../model.ts";
import type { Task } from "../task.ts";
import { canonicalJson } from "./canonical-json.ts";
import { describeEnvironment } from "./environment-fingerprint.ts";
import { fingerprint } from "./fingerprint.ts";
import { describePolicy } from "./policy-fingerprint.ts";

interface Described<Payload> {
  readonly name: string;
  readonly payload: Payload;
  readonly parts: Readonly<Record<string, string>>;
  readonly fingerprint: string;
}
interface EnvironmentPayload {
  readonly tasks: readonly Task[];
  readonly scorer: string;
  readonly metrics: Readonly<Record<string, string>>;
  readonly agent: Json;
  readonly modelPrompt: JsonObject | null;
  readonly timeoutMs: number;
  readonly identity: Json;
}
interface ScorerPayload {
  readonly kind: "function";
  readonly version: string;
  readonly passThreshold: number;
}
interface Vectors {
  readonly canonicalJson: readonly Readonly<
    Record<"name" | "json" | "canonical" | "sha256", string>
  >[];
  readonly refused: readonly string[];
  readonly scorers: readonly { readonly payload: ScorerPayload; readonly digest: string }[];
  readonly environments: readonly Described<EnvironmentPayload>[];
  readonly policies: readonly Described<JsonObject>[];
}

const path = new URL("../../fingerprint-vectors.json", import.meta.url);
const vectors: Vectors = JSON.parse(await readFile(path, "utf8"));

/** The rules again, as another implementation would write them. */
const naiveDigest = (value: unknown) =>
  createHash("sha256").update(naiveCanonicalJson(value), "utf8").digest("hex");

function naiveParts(payload: object): Record<string, string> {
  const entries = Object.entries(payload).map(([name, value]) => [
    name,
    naiveDigest(name === "tasks" ? value.map(naiveDigest) : value),
  ]);
  return Object.fromEntries(entries);
}

const named = <Row extends { readonly name: string }>(rows: readonly Row[]) =>
  rows.map((row) => [row.name, row] as const);

describe("fingerprint-vectors.json", () => {
  it.each(named(vectors.canonicalJson))("F1: canonical JSON: %s", (_, vector) => {
    const value: unknown = JSON.parse(vector.json);

    expect(canonicalJson(value)).toBe(vector.canonical);
    expect(fingerprint(value)).toBe(vector.sha256);
    expect(naiveCanonicalJson(value)).toBe(vector.canonical);
    expect(naiveDigest(value)).toBe(vector.sha256);
  });

  it.each(vectors.scorers)("C7: the digest of a scorer: %j", ({ payload, digest }) => {
    expect(scorerOf(digest).digest()).toBe(digest);
    expect(naiveDigest(payload)).toBe(digest);
  });

  it.each(named(vectors.environments))("F3: an environment %s", async (_, vector) => {
    const { parts, fingerprint: expected, payload } = vector;

    expect(await describePayload(payload)).toEqual({ parts, fingerprint: expected });
    expect(naiveParts(payload)).toEqual(parts);
    expect(`envfp1:${naiveDigest(parts)}`).toBe(expected);
  });

  it.each(named(vectors.policies))("F13: a policy %s", async (_, vector) => {
    const { parts, fingerprint: expected, payload } = vector;
    const subject =
      payload.agent === undefined
        ? modelOf({ policy: payload })
        : functionAgent({ run: () => "", identity: payload.agent });

    expect(await describePolicy(subject)).toEqual({ parts, fingerprint: expected });
    expect(naiveParts(payload)).toEqual(parts);
    expect(`polfp1:${naiveDigest(parts)}`).toBe(expected);
  });

  it("F9: names all that is refused", () => {
    expect(Object.keys(refused)).toEqual(vectors.refused);
    for (const value of Object.values(refused)) {
      expect(() => canonicalJson(value)).toThrow(
        expect.objectContaining({ code: "not_fingerprintable" }),
      );
    }
  });
});

function scorerOf(digest: string) {
  const scorer = vectors.scorers.find((row) => row.digest === digest);
  if (scorer === undefined) throw new Error(`no scorer in the file has the digest ${digest}`);
  const { version, passThreshold } = scorer.payload;
  return functionScorer(() => true, { version, passThreshold });
}

function describePayload(payload: EnvironmentPayload) {
  const { tasks, agent: identity, modelPrompt, timeoutMs } = payload;
  const model = modelOf({ policy: {}, prompt: modelPrompt ?? undefined });
  const agent = functionAgent({ run: () => "", identity, model });
  const metrics = Object.entries(payload.metrics).map(([name, digest]) => [name, scorerOf(digest)]);
  const env = defineEnvironment({
    name: "any",
    tasks,
    agent,
    scorer: scorerOf(payload.scorer),
    metrics: Object.fromEntries(metrics),
    timeoutMs,
    identity: payload.identity ?? undefined,
  });
  return describeEnvironment(env, { agent, model });
}

function modelOf(identity: ModelIdentity): Model {
  return {
    specVersion: "v1",
    provider: "p",
    modelId: "m",
    identity: () => identity,
    generate: () => Promise.reject(new Error("unused")),
  };
}

const cycle: unknown[] = [];
cycle.push(cycle);
class Money {
  amount = 1;
}
const refused: Readonly<Record<string, unknown>> = {
  NaN: Number.NaN,
  "positive infinity": Number.POSITIVE_INFINITY,
  "negative infinity": Number.NEGATIVE_INFINITY,
  "a number too large for a double, such as 1e400": JSON.parse("1e400"),
  "an integer of a type of its own (bigint)": 1n,
  undefined: undefined,
  "undefined in a list": [undefined],
  "a hole in a list": new Array(1),
  "a function": () => 1,
  "a symbol": Symbol("x"),
  "a date": new Date(0),
  "a map": new Map(),
  "a set": new Set(),
  bytes: new Uint8Array(1),
  "an instance of a class": new Money(),
  "boxed text": new String("x"),
  "a value that contains itself": cycle,
  "lists nested 1001 deep": JSON.parse("[".repeat(1001) + "]".repeat(1001)),
};
