import { expect, it } from "vitest";
import { profiles } from "./profiles.ts";

it("has the names of the issue, each with its own name and a date", () => {
  expect(Object.keys(profiles)).toEqual([
    "portable",
    "openai",
    "together",
    "fireworks",
    "mistral",
    "tinker",
    "trl",
    "trl-prompt-completion",
    "axolotl",
  ]);
  for (const [name, profile] of Object.entries(profiles)) {
    expect(profile.name).toBe(name);
    expect(profile.verifiedOn).toMatch(/^2026-\d\d-\d\d$/);
    expect(profile.lossMask).not.toBe("");
  }
});

it("W8 has the reference's caps for portable", () => {
  expect(profiles.portable.limits).toMatchObject({ maxRows: 320, maxBytes: 1_048_576 });
  expect(profiles.portable.defaults.onOverflow).toBe("truncate");
});

it("cannot be changed, also in its depth", () => {
  expect(Object.isFrozen(profiles)).toBe(true);
  for (const { limits, order, rowKeys, roles, defaults, tools } of Object.values(profiles)) {
    const parts = [limits, order, order.repeatable, rowKeys, rowKeys.required, roles, defaults];
    expect([...parts, tools].every(Object.isFrozen)).toBe(true);
  }
});
