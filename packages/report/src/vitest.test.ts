import { expect, it } from "vitest";
import { exampleResult, failed, passed, timedOut } from "./__fixtures__/result.ts";
import "./vitest.ts";

const half = exampleResult([{ id: "a", attempts: [passed, failed] }]);
const down = exampleResult([{ attempts: [timedOut] }]);

it("toPassRollouts passes when all limits hold, and says what does not", () => {
  expect(half).toPassRollouts({ minPassRate: 0.5, minTaskRate: 0.5, minCoverage: 1 });
  expect(half).not.toPassRollouts({ minPassRate: 0.6 });
  expect(() => expect(half).toPassRollouts({ minPassRate: 0.6 })).toThrow(
    [
      "gates: failed",
      "  evidence: passed: 2 of 2 planned attempts were scored",
      "  minPassRate: failed: the pass rate is 0.50 and must be at least 0.60, over 2 scored attempts",
    ].join("\n"),
  );
});

it("toPassRollouts fails when nothing was scored, also behind not", () => {
  expect(() => expect(down).toPassRollouts({ minPassRate: 0 })).toThrow("not enough evidence");
  expect(() => expect(down).not.toPassRollouts({ minPassRate: 1 })).toThrow("not enough evidence");
});

it.each([undefined, {}, { significance: false }])(
  "toPassRollouts refuses %j, which asks for nothing",
  (limits) => {
    expect(() => expect(half).toPassRollouts(limits as never)).toThrow(
      "limits must be given at least one of minPassRate, minTaskRate, minCoverage and maxDrop",
    );
  },
);

it("toPassRollouts fails for what is no result", () => {
  expect(() => expect(Promise.resolve(half)).toPassRollouts({ minPassRate: 0 })).toThrow(
    "result must be a RolloutResult (await what runRollouts or loadResult gives), got a Promise.",
  );
});
