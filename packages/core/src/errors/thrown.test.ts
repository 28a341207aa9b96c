import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { revokedProxy, throwingGetter } from "../__fixtures__/hostile.ts";
import { describeThrown, errorTypeOf } from "./thrown.ts";

class Oops extends Error {}
const anonymous = new (class extends Error {})("hidden");
const renamed = Object.assign(new Error("slow"), { name: "TimeoutError" });
const { object, error } = revokedProxy();

describe("describeThrown and errorTypeOf", () => {
  it.each([
    ["an error", new TypeError("bad"), "bad", "TypeError"],
    ["an error of an own class", new Oops("boom"), "boom", "Oops"],
    ["an error with an own name", renamed, "slow", "TimeoutError"],
    ["an error of a class without a name", anonymous, "hidden", "Error"],
    ["an error of another realm", runInNewContext("new RangeError('far')"), "far", "RangeError"],
    ["an abort", AbortSignal.abort().reason, "This operation was aborted", "AbortError"],
    ["an object like an error", { name: "ApiError", message: "no" }, "no", "ApiError"],
    ["an object with a message", { message: "no" }, "no", null],
    ["a text", "just text", "just text", null],
    ["an empty text", "", "", null],
    ["nothing", undefined, "undefined", null],
    ["null", null, "null", null],
    ["a number", 42, "42", null],
    ["an object", { code: 1 }, "an object", null],
    ["a message that is none", Object.assign(new Error("x"), { message: 5 }), "an Error", null],
    ["an unreadable message", throwingGetter("message"), "an object", null],
    ["a revoked proxy", object, "an object", null],
    ["a revoked proxy of an error", error, "an object", null],
    ["a function", function thrown() {}, "function thrown", null],
  ])("E8: of %s", (_, thrown, message, errorType) => {
    expect(describeThrown(thrown)).toBe(message);
    expect(errorTypeOf(thrown)).toBe(errorType);
  });
});
