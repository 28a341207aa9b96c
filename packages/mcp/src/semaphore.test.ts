import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSemaphore } from "./semaphore.ts";

const { signal: never } = new AbortController();

/** Work that ends when it is told to. */
function makeWork() {
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, run: () => ended };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("a semaphore", () => {
  it("never lets more work run than its limit, and in the end all of it", async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.record({ fails: fc.boolean(), aborts: fc.boolean() }), { maxLength: 20 }),
      fc.scheduler(),
      async (limit, jobs, scheduler) => {
        const semaphore = createSemaphore(limit);
        let running = 0;
        let most = 0;
        let done = 0;
        const results = jobs.map(({ fails, aborts }) => {
          const controller = new AbortController();
          if (aborts)
            void scheduler.schedule(Promise.resolve()).then(() => controller.abort("off"));
          const work = async () => {
            running += 1;
            most = Math.max(most, running);
            await scheduler.schedule(Promise.resolve());
            running -= 1;
            done += 1;
            if (fails) throw new Error("failed");
          };
          return semaphore.run(work, controller.signal);
        });
        const outcomes = await scheduler.waitFor(Promise.allSettled(results));

        expect(most).toBeLessThanOrEqual(limit);
        expect(running).toBe(0);
        const dropped = outcomes.filter(
          (outcome) => "reason" in outcome && outcome.reason === "off",
        );
        expect(done + dropped.length).toBe(jobs.length);
        await expect(semaphore.run(async () => "free", never)).resolves.toBe("free");
      },
    );
    await fc.assert(property);
  });

  it("lets work in by the order of its coming", async () => {
    const semaphore = createSemaphore(1);
    const first = makeWork();
    const order: string[] = [];
    const all = [
      semaphore.run(first.run, never),
      semaphore.run(async () => order.push("second"), never),
      semaphore.run(async () => order.push("third"), never),
    ];
    await turn();
    expect(order).toEqual([]);
    first.end();
    await Promise.all(all);
    expect(order).toEqual(["second", "third"]);
  });

  it("lets nobody wait whose signal has aborted, with its reason, and skips who left the line", async () => {
    const semaphore = createSemaphore(1);
    const first = makeWork();
    const running = semaphore.run(first.run, never);
    const controller = new AbortController();
    const leaving = semaphore.run(async () => "in", controller.signal);
    const staying = semaphore.run(async () => "in", never);
    controller.abort(new Error("deadline"));
    await expect(leaving).rejects.toThrow("deadline");
    await expect(semaphore.run(async () => "in", controller.signal)).rejects.toThrow("deadline");
    first.end();
    await running;
    expect(await staying).toBe("in");
  });

  it("keeps no place for who is called up in the moment of the abort", async () => {
    const semaphore = createSemaphore(1);
    const first = makeWork();
    const running = semaphore.run(first.run, never);
    const controller = new AbortController();
    const leaving = semaphore.run(async () => "in", controller.signal);
    first.end();
    controller.abort(new Error("deadline"));
    await expect(leaving).rejects.toThrow("deadline");
    await running;
    expect(await semaphore.run(async () => "in", never)).toBe("in");
  });
});
