import { afterEach, expect, it, vi } from "vitest";
import { createGiveTurn } from "./event-loop-turn.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

it("gives timers and I/O a turn when promises alone have run for 10 ms, and not before", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const giveTurn = createGiveTurn();
  let turnCount = 0;
  const count = () => {
    turnCount += 1;
  };

  setImmediate(count);
  clock.mockReturnValue(9.9);
  expect(giveTurn()).toBeUndefined();
  await Promise.resolve();
  expect(turnCount).toBe(0);

  clock.mockReturnValue(10);
  await giveTurn();
  expect(turnCount).toBe(1);
  expect(giveTurn()).toBeUndefined();

  clock.mockReturnValue(20);
  await Promise.all([giveTurn(), giveTurn()]);
  expect(giveTurn()).toBeUndefined();
});
