import { expect, it } from "vitest";
import { matches } from "./matches.ts";
import { failed, passed, scoreOutput } from "./scoring.test-helper.ts";

it("passes when the expression matches somewhere", async () => {
  expect(await scoreOutput(matches(/\d+ km/), "It is 42 km.")).toEqual(passed);
  expect(await scoreOutput(matches(/^\d+$/), "It is 42 km.")).toEqual(
    failed("no match for /^\\d+$/"),
  );
  expect(await scoreOutput(matches(/four/i), "FOUR")).toEqual(passed);
});

it("searches what the model wrote when the output is no text", async () => {
  expect(await scoreOutput(matches(/"n":4/), { n: 4 })).toEqual(passed);
  await expect(scoreOutput(matches(/4/), { n: 4 }, undefined, { text: null })).rejects.toThrow(
    "matches searches text, and this run has none",
  );
});

it.each(["g", "y", "gy", "dg"])(
  "searches from the start each time with the flag %s",
  async (flags) => {
    const regex = new RegExp("four", flags);
    regex.lastIndex = 3;
    const scorer = matches(regex);
    const verdicts = await Promise.all([1, 2, 3].map(() => scoreOutput(scorer, "four")));

    expect(verdicts).toEqual([passed, passed, passed]);
    expect(regex.lastIndex).toBe(3);
  },
);

it("keeps y as what it is: at the start only", async () => {
  expect(await scoreOutput(matches(/four/y), "x four")).toMatchObject({ passed: false });
});

it("is not changed by what happens to the expression later", async () => {
  const regex = /four/;
  const scorer = matches(regex);
  regex.compile("five");

  expect(await scoreOutput(scorer, "four")).toEqual(passed);
});

it("shows the expression in one safe, short line", async () => {
  const long = matches(new RegExp(`\\n\n${"x".repeat(200)}`, "s"));

  expect(await scoreOutput(long, "")).toMatchObject({
    reason: expect.stringMatching(/^no match for \/\S+x…\/s$/),
  });
});

it("has source and flags in the digest, not its name, and the same in every process", () => {
  const digests = [/a/, /b/, /a/i, /a/s, /a/g].map((regex) => matches(regex).digest());

  expect(new Set(digests).size).toBe(5);
  expect(matches(/a/, { name: "letters" }).digest()).toBe(digests[0]);
  expect(digests[0]).toBe("2c68e4994e2e33e145e13804eef6d67e867a6d13e89db65df37639fc7f60038d");
});

it.each(["four", undefined, { source: "four", flags: "" }])("refuses %j as expression", (regex) => {
  expect(() => matches(regex as never)).toThrow(
    "matches: regex must be an expression like /yes/, got ",
  );
});

it("refuses unknown options", () => {
  expect(() => matches(/a/, { flags: "i" } as never)).toThrow('matches has an unknown key "flags"');
});
