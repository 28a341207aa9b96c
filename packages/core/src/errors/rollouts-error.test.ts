import { describe, expect, it } from "vitest";
import { revokedProxy, throwingGetter } from "../__fixtures__/hostile.ts";
import { AttemptTimeoutError } from "./attempt-timeout-error.ts";
import { ExportError } from "./export-error.ts";
import { FingerprintError } from "./fingerprint-error.ts";
import { InvalidArgumentError } from "./invalid-argument-error.ts";
import { MismatchError } from "./mismatch-error.ts";
import { ProviderError } from "./provider-error.ts";
import { ResultFormatError } from "./result-format-error.ts";
import { ResultLockedError } from "./result-locked-error.ts";
import { ResultWriteError } from "./result-write-error.ts";
import { isRolloutsError, RolloutsError, toErrorRecord } from "./rollouts-error.ts";
import { ScorerError } from "./scorer-error.ts";
import { SinkError } from "./sink-error.ts";
import { TaskFormatError } from "./task-format-error.ts";
import { UnsupportedSpecVersionError } from "./unsupported-spec-version-error.ts";

const cause = new TypeError("root");
const message = "what happened";
const errors = [
  new RolloutsError({ code: "custom", message, cause }),
  new AttemptTimeoutError(1500),
  new ExportError({ path: "a.jsonl", message, cause }),
  new FingerprintError({ path: "$.a", reason: message, cause }),
  new InvalidArgumentError({ argument: "k", message, cause }),
  new MismatchError({
    parts: ["agent"],
    currentFingerprint: "envfp1:a",
    baselineFingerprint: null,
    message,
    cause,
  }),
  new ProviderError({ errorClass: "rate-limit", provider: "p", message, status: 429, cause }),
  new ResultFormatError({ path: "a.rollouts.jsonl", line: 3, byteOffset: 80, message, cause }),
  new ResultLockedError({
    path: "a.rollouts.jsonl",
    pid: 1,
    host: "h",
    startedAt: null,
    message,
  }),
  new ResultWriteError({ path: "a.rollouts.jsonl", message, cause }),
  new ScorerError({ scorer: "s", message, cause }),
  new SinkError({ committedCount: 3, cause }),
  new TaskFormatError({ source: "a.jsonl", line: 3, message, cause }),
  new UnsupportedSpecVersionError({ plugin: "The model", found: "v9", supported: ["v1"] }),
];

describe("every error", () => {
  it.each(errors.map((error) => [error.name, error] as const))(
    "%s is an Error with its name, a code, and the brand",
    (name, error) => {
      expect(error).toBeInstanceOf(Error);
      expect(error).toBeInstanceOf(RolloutsError);
      expect(name).toBe(error.constructor.name);
      expect(error.stack).toContain(error.message);
      expect(isRolloutsError(error)).toBe(true);
    },
  );

  it.each(errors.map((error) => [error.name, error] as const))(
    "%s becomes plain data that survives JSON",
    (name, error) => {
      const record: unknown = error.toJSON();

      expect(record).toMatchObject({ name, code: error.code, message: error.message });
      expect(JSON.parse(JSON.stringify(error))).toEqual(record);
      if (error.cause)
        expect(record).toMatchObject({ cause: { name: "TypeError", message: "root" } });
    },
  );

  it("has a code of its own", () => {
    expect(errors.map(({ code }) => code)).toEqual([
      "custom",
      "timed_out",
      "export_failed",
      "not_fingerprintable",
      "invalid_argument",
      "mismatch",
      "provider_failed",
      "result_format",
      "result_locked",
      "result_write",
      "scorer_failed",
      "sink_failed",
      "task_format",
      "unsupported_spec_version",
    ]);
  });

  it("is known by its brand, across copies of the package", () => {
    const foreign = Object.assign(new Error("x"), { [Symbol.for("@rollouts/error")]: true });

    expect(isRolloutsError(foreign)).toBe(true);
    expect(
      [new Error("x"), { code: "custom" }, null, "x", revokedProxy().object].map(isRolloutsError),
    ).toEqual([false, false, false, false, false]);
  });

  it("keeps no cause that was not given", () => {
    expect(new RolloutsError({ code: "c", message })).not.toHaveProperty("cause");
    expect(new RolloutsError({ code: "c", message, cause: null }).cause).toBeNull();
  });
});

describe("advice", () => {
  const advice = { id: "salvage", text: "salvage(path, out) recovers the rest.", values: ["a"] };
  const known = { advice: { ...advice, id: "salvage" as const } };

  it.each([
    new RolloutsError({ code: "c", message: "it broke.", ...known }),
    new ExportError({ path: "a", message: "it broke.", ...known }),
    new InvalidArgumentError({ argument: "a", message: "it broke.", ...known }),
    new MismatchError({
      parts: [],
      currentFingerprint: null,
      baselineFingerprint: null,
      message: "it broke.",
      ...known,
    }),
  ])("is the end of the message of $name, and apart from the problem", (error) => {
    expect(error.message).toBe("it broke. salvage(path, out) recovers the rest.");
    expect(error).toMatchObject({ problem: "it broke.", advice });
  });

  it("comes after the place where there is one", () => {
    const place = { path: "a", line: 3, byteOffset: 80, message: "it broke." };

    expect(new ResultFormatError({ ...place, ...known })).toMatchObject({
      message: "a, line 3 (byte 80): it broke. salvage(path, out) recovers the rest.",
      problem: "a, line 3 (byte 80): it broke.",
      advice,
    });
  });

  it("is absent where the message says it all, and never printed a second time", () => {
    expect(new RolloutsError({ code: "c", message })).toMatchObject({
      problem: message,
      advice: undefined,
    });
    const error = new RolloutsError({ code: "c", message, ...known });
    expect(Object.keys(error)).toEqual(["code", "name"]);
    expect(error.toJSON()).toEqual({ name: "RolloutsError", code: "c", message: error.message });
  });
});

describe("the fields of the classes", () => {
  it("a result format error names the file, the line and the byte, when there is one", () => {
    const place = { path: "a.rollouts.jsonl", message };

    expect(new ResultFormatError({ ...place, line: 3, byteOffset: 80 }).message).toBe(
      "a.rollouts.jsonl, line 3 (byte 80): what happened",
    );
    expect(new ResultFormatError({ ...place, line: 0, byteOffset: 0 }).message).toBe(
      "a.rollouts.jsonl: what happened",
    );
  });

  it("a result that is locked says by whom", () => {
    const owner = { pid: 7, host: "h", startedAt: "2026-01-01T00:00:00.000Z" };

    expect(new ResultLockedError({ path: "a.rollouts.jsonl", ...owner, message })).toMatchObject({
      message: "a.rollouts.jsonl: what happened",
      ...owner,
    });
  });

  it("a sink error says how much is safe, and what the sink said", () => {
    expect(new SinkError({ committedCount: 3, cause: new Error("disk full") })).toMatchObject({
      message:
        "The run stopped, with 3 of its attempts safe in this session until its sink failed: disk full",
      committedCount: 3,
    });
  });

  it("X2: a time limit is told in seconds", () => {
    expect(new AttemptTimeoutError(1000).message).toBe("timeout: exceeded 1s");
    expect(new AttemptTimeoutError(50)).toMatchObject({
      message: "timeout: exceeded 0.05s",
      timeoutMs: 50,
    });
  });

  it("a task format error names the file and the line, when there is one", () => {
    expect(new TaskFormatError({ source: "a.jsonl", line: 3, message }).message).toBe(
      "a.jsonl, line 3: what happened",
    );
    expect(new TaskFormatError({ source: "a.jsonl", line: 0, message }).message).toBe(
      "a.jsonl: what happened",
    );
  });

  it.each([
    ["authentication", false],
    ["model-not-found", false],
    ["quota-exhausted", false],
    ["unsupported-setting", false],
    ["rate-limit", true],
    ["overloaded", true],
    ["server", true],
    ["connection", true],
    ["timeout", true],
    ["protocol", true],
    ["invalid-request", false],
    ["context-overflow", false],
  ] as const)(
    "a provider error of class %s may pass when tried again: %j",
    (errorClass, retryable) => {
      const error = new ProviderError({
        errorClass,
        provider: "p",
        message,
        retryAfterMs: 5,
        requestId: "r",
      });

      expect(error).toMatchObject({
        errorClass,
        retryable,
        provider: "p",
        retryAfterMs: 5,
        requestId: "r",
      });
    },
  );

  it("an unsupported version is named, whatever it is", () => {
    const versions = ["v2", undefined, 2, {}, Symbol("v"), Object.create(null)];
    const found = versions.map(
      (version) =>
        new UnsupportedSpecVersionError({
          plugin: "The model",
          found: version,
          supported: ["v1", "v2"],
        }),
    );

    expect(found.map((error) => error.found)).toEqual([
      "v2",
      "undefined",
      "2",
      "an object",
      "Symbol(v)",
      "an object",
    ]);
    expect(found[0]?.message).toBe(
      "The model has specVersion v2; this version of @rollouts supports v1, v2. Install matching versions.",
    );
  });
});

describe("toJSON", () => {
  it("keeps the plain fields of the class, and nothing else that was hung on the error", () => {
    const error = Object.assign(new InvalidArgumentError({ argument: "k", message }), {
      request: { headers: { authorization: "Bearer secret" } },
      big: 1n,
      retry: () => {},
    });

    expect(error.toJSON()).toStrictEqual({
      name: "InvalidArgumentError",
      code: "invalid_argument",
      argument: "k",
      message,
    });
    expect(JSON.stringify(errors.at(-1))).toContain('"supported":["v1"]');
  });
});

describe("toErrorRecord", () => {
  it("follows causes five deep, also in circles", () => {
    const first = new Error("1");
    first.cause = Object.assign(new RangeError("2"), { cause: first });
    const messages: string[] = [];
    for (
      let record = toErrorRecord(first) as ReturnType<typeof toErrorRecord> | undefined;
      record;
      record = record.cause
    ) {
      messages.push(record.message);
    }

    expect(messages).toEqual(["1", "2", "1", "2", "1", "2"]);
  });

  it("works as the function of map, whatever the index", () => {
    const chained = new Error("a", { cause: new Error("b") });

    for (const record of new Array(10).fill(chained).map(toErrorRecord)) {
      expect(record).toEqual({
        name: "Error",
        message: "a",
        cause: { name: "Error", message: "b" },
      });
    }
  });

  it.each([
    ["a text", "boom", { name: "Error", message: "boom" }],
    ["nothing", undefined, { name: "Error", message: "undefined" }],
    ["a revoked proxy", revokedProxy().object, { name: "Error", message: "an object" }],
    ["an unreadable cause", throwingGetter("cause"), { name: "Error", message: "an object" }],
    [
      "a cause of text",
      new Error("a", { cause: "b" }),
      { name: "Error", message: "a", cause: { name: "Error", message: "b" } },
    ],
  ])("takes %s", (_, thrown, record) => {
    expect(toErrorRecord(thrown)).toStrictEqual(record);
  });

  it("leaves the fields of foreign errors behind, which may hold secrets", () => {
    const foreign = Object.assign(new Error("401"), {
      headers: { authorization: "secret" },
      code: "E",
    });

    expect(toErrorRecord(foreign)).toStrictEqual({ name: "Error", message: "401" });
  });
});
