import type { Verdict } from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { judgeScorer } from "../index.ts";
import { contextOf, repliesOf, runOf, type Say, toReply } from "./judge-call.test-helper.ts";

const fakeJudge = (say: Say) => scriptedModel(repliesOf(say));

/** One letter a vote: pass, fail, or unreadable, also when asked again. */
async function vote(letters: string): Promise<Verdict> {
  const model = fakeJudge((_, index) => {
    if (letters[index] === "p") return { reason: `good ${index}`, verdict: "pass" };
    return letters[index] === "f" ? { reason: `bad ${index}`, verdict: "fail" } : "hm";
  });
  const scorer = judgeScorer({ model, criteria: "c", samples: letters.length });
  return scorer.score(runOf("OUT"), null, contextOf());
}

describe("more than half of the votes decide", () => {
  it.each([
    ["ppp", 1, true, "votes: 3 pass: good 0"],
    ["pfp", 2 / 3, true, "votes: 2 pass, 1 fail: good 0"],
    ["ffp", 1 / 3, false, "votes: 1 pass, 2 fail: bad 0"],
    ["pp", 1, true, "votes: 2 pass: good 0"],
  ])("%s", async (letters, value, passed, reason) => {
    const passVotes = letters.replaceAll("f", "").length;
    const detail = { passVotes, failVotes: letters.length - passVotes, unreadableVotes: 0 };
    expect(await vote(letters)).toMatchObject({ value, passed, reason, detail });
  });

  it.each([
    ["pf", "no majority of votes: 1 pass, 1 fail", { passVotes: 1, failVotes: 1 }],
    ["ppff", "no majority of votes: 2 pass, 2 fail", { passVotes: 2, failVotes: 2 }],
  ])("a tie is no verdict, with all that was said: %s", async (letters, reason, counts) => {
    expect(await vote(letters)).toEqual({
      unscored: true,
      reason,
      detail: expect.objectContaining({
        ...counts,
        unreadableVotes: 0,
        prompt: expect.any(String),
      }),
    });
  });
});

/** A judge that goes through the script in call order: first calls of all votes, then second ones. */
function judgeBy(script: readonly (object | string)[]) {
  return fakeJudge((_, index) => script[index] ?? "");
}

describe("a vote that cannot be read", () => {
  const pass = { reason: "good", verdict: "pass" };

  it("is no vote for either side, and the others decide if they are enough", async () => {
    const model = judgeBy([pass, pass, "hm", "hm"]);

    const verdict = await judgeScorer({ model, criteria: "c", samples: 3 }).score(
      runOf("OUT"),
      null,
      contextOf(),
    );

    expect(verdict).toMatchObject({
      value: 1,
      passed: true,
      reason: "votes: 2 pass, 1 unreadable: good",
      detail: { passVotes: 2, failVotes: 0, unreadableVotes: 1 },
    });
    expect(model.calls).toHaveLength(4);
  });

  it("leaves no verdict when the others are not", async () => {
    const model = judgeBy([pass, { ...pass, verdict: "fail" }, "hm", "ah"]);

    const verdict = await judgeScorer({ model, criteria: "c", samples: 3 }).score(
      runOf("OUT"),
      null,
      contextOf(),
    );

    expect(verdict).toMatchObject({
      unscored: true,
      reason: expect.stringContaining(
        "no majority of votes: 1 pass, 1 fail, 1 unreadable; the judge's answer is not JSON",
      ),
      detail: { passVotes: 1, failVotes: 1, unreadableVotes: 1 },
    });
  });

  it("is an error of the scorer when most are so, with all that was said", async () => {
    const model = judgeBy([pass, "hm", "ah", "hm", "ah"]);
    const scorer = judgeScorer({ model, criteria: "c", samples: 3, name: "polite" });

    await expect(scorer.score(runOf("OUT"), null, contextOf())).rejects.toMatchObject({
      code: "scorer_failed",
      scorer: "polite",
      message: expect.stringContaining(
        "polite: no majority of votes: 1 pass, 2 unreadable; the judge's answer is not JSON",
      ),
      detail: { passVotes: 1, failVotes: 0, unreadableVotes: 2 },
    });
  });
});

it("numeric: the threshold makes the votes, the mean makes the value", async () => {
  const scores = [10, 8, 3];
  const model = fakeJudge((_, index) => ({ reason: `r${index}`, score: scores[index] }));
  const scorer = judgeScorer({ model, criteria: "c", mode: "numeric", threshold: 8, samples: 3 });

  expect(await scorer.score(runOf("OUT"), null, contextOf())).toMatchObject({
    value: 6 / 9,
    passed: true,
    reason: "votes: 2 pass, 1 fail: r0",
    detail: { rawScore: 7, votes: [{ choice: 10 }, { choice: 8 }, { choice: 3 }] },
  });
});

it("at most four votes are under way at a time", async () => {
  let inFlight = 0;
  let most = 0;
  const model = scriptedModel(async (request) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    await new Promise((resolve) => setImmediate(resolve));
    inFlight -= 1;
    return toReply(request, JSON.stringify({ reason: "", verdict: "pass" }));
  });

  await judgeScorer({ model, criteria: "c", samples: 11 }).score(runOf("OUT"), null, contextOf());

  expect(model.calls).toHaveLength(11);
  expect(most).toBe(4);
});

it("the first vote that fails aborts the others, and no more are cast", async () => {
  const error = new Error("broken");
  const signals: AbortSignal[] = [];
  const model = scriptedModel(({ signal }, index) => {
    signals.push(signal);
    return index === 1 ? error : new Promise(() => undefined);
  });
  const scorer = judgeScorer({ model, criteria: "c", samples: 9 });

  await expect(scorer.score(runOf("OUT"), null, contextOf())).rejects.toBe(error);

  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true]);
  expect(model.calls).toHaveLength(4);
});
