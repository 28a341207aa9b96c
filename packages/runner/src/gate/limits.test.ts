import { expect, it } from "vitest";
import { readLimits } from "./limits.ts";

it("names limits that belonged to none of the accounts, and the accounts that there were", () => {
  const limits = readLimits({
    providers: { "nobody/x": { inFlight: 1 }, openai: {}, "openai/team-a": {}, opnai: {} },
  });
  limits.of("openai", "team-a");
  limits.of("local", undefined);
  expect(limits.closingWarnings()).toEqual([
    'limits.providers has limits for "nobody/x", "opnai", which no model of the run belongs to: there were "openai/team-a", "local". A name is that of a provider, or provider/account.',
  ]);
});

it("has nothing to say where every name belonged to one, or no model was asked", () => {
  const providers = { openai: {}, "openai/team-a": {} };
  const asked = readLimits({ providers });
  asked.of("openai", "team-a");
  expect(asked.closingWarnings()).toEqual([]);
  expect(readLimits({ providers }).closingWarnings()).toEqual([]);
  const none = readLimits(undefined);
  none.of("openai", undefined);
  expect(none.closingWarnings()).toEqual([]);
});

it("names five at most", () => {
  const names = Array.from({ length: 9 }, (_, index) => [`p${index}`, {}] as const);
  const limits = readLimits({ providers: Object.fromEntries(names) });
  limits.of("openai", undefined);
  expect(limits.closingWarnings()[0]).toContain('"p4", 4 more, which');
});
