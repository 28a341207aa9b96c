import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AdaptiveLimit, createAdaptiveLimit } from "./adaptive-limit.ts";
import { createFakeClock, createTestGate } from "./gate.test-helper.ts";
import { type Load, runLoad } from "./simulation.test-helper.ts";

const { POSITIVE_INFINITY: endless } = Number;

/** How many calls may be in flight. */
function limitOf(adaptive: AdaptiveLimit): number {
  let count = 0;
  while (count < 100_000 && adaptive.allows(count)) count += 1;
  return count;
}

/** Ramped up, in time for the first call to be turned away. */
async function rampedUp(steps: number) {
  const clock = createFakeClock();
  const adaptive = createAdaptiveLimit({ maximum: endless, clock });
  limitOf(adaptive);
  for (let step = 0; step < steps; step++) {
    await clock.advance(250);
    limitOf(adaptive);
  }
  return { clock, adaptive };
}

describe("ramp", () => {
  it("starts with 32 and takes on 32 more every 250 ms, only while they are wanted", async () => {
    const clock = createFakeClock();
    const adaptive = createAdaptiveLimit({ maximum: endless, clock });
    expect(limitOf(adaptive)).toBe(32);
    await clock.advance(249);
    expect(limitOf(adaptive)).toBe(32);
    await clock.advance(1);
    expect(limitOf(adaptive)).toBe(64);
    await clock.advance(10_000);
    expect(limitOf(adaptive)).toBe(96);
  });

  it("never goes beyond the maximum", async () => {
    const clock = createFakeClock();
    expect(limitOf(createAdaptiveLimit({ maximum: 5, clock }))).toBe(5);
    const adaptive = createAdaptiveLimit({ maximum: 40, clock });
    expect(limitOf(adaptive)).toBe(32);
    await clock.advance(1000);
    expect(limitOf(adaptive)).toBe(40);
    expect(adaptive.nextStepAt()).toBe(endless);
  });

  it("ends with the first call that is turned away", async () => {
    const { clock, adaptive } = await rampedUp(1);
    adaptive.throttled(40);
    await clock.advance(10_000);
    expect(limitOf(adaptive)).toBe(34);
    expect(adaptive.nextStepAt()).toBe(endless);
  });
});

describe("cut", () => {
  it("goes to 0.85 of what is in flight, and no lower than 1", async () => {
    const { clock, adaptive } = await rampedUp(3);
    adaptive.throttled(100);
    expect(limitOf(adaptive)).toBe(85);
    await clock.advance(2000);
    adaptive.throttled(1);
    expect(limitOf(adaptive)).toBe(1);
  });

  it("happens once in a cool-down, which is measured from the cut and never prolonged", async () => {
    const { clock, adaptive } = await rampedUp(3);
    adaptive.throttled(100);
    for (let ms = 0; ms < 1900; ms += 100) {
      await clock.advance(100);
      adaptive.throttled(100);
      expect(limitOf(adaptive)).toBe(85);
    }
    await clock.advance(99);
    adaptive.throttled(100);
    expect(limitOf(adaptive)).toBe(85);
    await clock.advance(1);
    adaptive.throttled(100);
    expect(limitOf(adaptive)).toBe(72);
  });

  it("follows what is left in flight while one call after another is turned away", async () => {
    const { adaptive } = await rampedUp(1);
    for (let inFlight = 64; inFlight > 10; inFlight--) adaptive.throttled(inFlight);
    expect(limitOf(adaptive)).toBe(10);
  });
});

describe("recovery", () => {
  it("adds 5 % in a round of answers up to where it was cut, and beyond that one an answer", async () => {
    const { adaptive } = await rampedUp(3);
    adaptive.throttled(100);
    for (let answer = 0; answer < 88; answer++) adaptive.answered(true);
    expect(limitOf(adaptive)).toBe(90);
    for (let answer = 0; answer < 300; answer++) adaptive.answered(true);
    expect(limitOf(adaptive)).toBeGreaterThan(200);
  });

  it("does not raise a limit that nobody waits for", async () => {
    const { adaptive } = await rampedUp(3);
    adaptive.throttled(100);
    for (let answer = 0; answer < 1000; answer++) adaptive.answered(false);
    expect(limitOf(adaptive)).toBe(85);
  });
});

describe("against a server with a limit that nobody is told", () => {
  const load = (rest: Partial<Load>): Load => {
    let state = 7;
    const random = () => {
      state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
      return state / 2 ** 32;
    };
    const clock = createFakeClock(random);
    const gate = createTestGate({ clock });
    return { clock, gate, random, capacity: 20, workers: 64, latencyMs: [500, 3000], ...rest };
  };

  it.each([
    { capacity: 4, workers: 32 },
    { capacity: 20, workers: 64 },
    { capacity: 60, workers: 120 },
  ])("settles within 15 percent of $capacity, with few calls turned away", async (shape) => {
    const { server, failedCount, advance } = runLoad(load(shape));
    await advance(20_000);
    server.reset();
    const failedBefore = failedCount();
    await advance(20_000);
    const { meanInFlight, answered, rejected } = server.measure();
    expect(meanInFlight).toBeGreaterThan(shape.capacity * 0.85);
    expect(meanInFlight).toBeLessThanOrEqual(shape.capacity);
    expect(rejected / (answered + rejected)).toBeLessThan(0.25);
    expect(failedCount() - failedBefore).toBeLessThan(answered * 0.05);
  });

  it("finds the limit without failing calls, though 512 want to start", async () => {
    const { failedCount, advance } = runLoad(load({ capacity: 50, workers: 512 }));
    await advance(10_000);
    expect(failedCount()).toBe(0);
  });

  it("recovers when the limit rises, and follows when it falls", async () => {
    const { server, advance } = runLoad(load({ capacity: 20, workers: 100 }));
    await advance(20_000);
    server.setCapacity(60);
    await advance(30_000);
    server.reset();
    await advance(20_000);
    expect(server.measure().meanInFlight).toBeGreaterThan(51);

    server.setCapacity(10);
    await advance(20_000);
    server.reset();
    await advance(20_000);
    expect(server.measure().meanInFlight).toBeGreaterThan(8.5);
    const { answered, rejected } = server.measure();
    expect(rejected / (answered + rejected)).toBeLessThan(0.25);
  });

  it("property: keeps the server busy, whatever its limit", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 80 }),
        fc.integer({ min: 100, max: 160 }),
        async (capacity, workers) => {
          const { server, advance } = runLoad(load({ capacity, workers }));
          await advance(15_000);
          server.reset();
          await advance(20_000);
          expect(server.measure().meanInFlight).toBeGreaterThan(capacity * 0.85);
        },
      ),
      { numRuns: 8, seed: 11 },
    );
  });
});
