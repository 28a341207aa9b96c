import { expect, it } from "vitest";
import { warnOfUnusedLimits } from "./unused-limits.ts";

it("names limits that belonged to none of the accounts, and the accounts that there were", () => {
  const names = ["nobody/x", "openai", "openai/team-a", "opnai"];
  const met = [{ provider: "openai", account: "team-a" }, { provider: "local" }];
  expect(warnOfUnusedLimits(names, met)).toEqual([
    'limits.providers has limits for "nobody/x", "opnai", which no model of the run belongs to: there were "openai/team-a", "local". A name is that of a provider, or provider/account.',
  ]);
});

it("has nothing to say where every name belonged to one, or no model was asked", () => {
  const names = ["openai", "openai/team-a"];
  expect(warnOfUnusedLimits(names, [{ provider: "openai", account: "team-a" }])).toEqual([]);
  expect(warnOfUnusedLimits(names, [])).toEqual([]);
  expect(warnOfUnusedLimits([], [{ provider: "openai" }])).toEqual([]);
});

it("names five at most", () => {
  const names = Array.from({ length: 9 }, (_, index) => `p${index}`);
  const [warning] = warnOfUnusedLimits(names, [{ provider: "openai" }]);
  expect(warning).toContain('"p4", 4 more, which');
});
