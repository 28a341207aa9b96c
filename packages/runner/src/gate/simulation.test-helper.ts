import type { Model } from "@rollouts/core";
import type { Clock } from "./clock.ts";
import {
  attemptTime,
  type FakeClock,
  failure,
  guard,
  modelOf,
  reply,
  toRequest,
} from "./gate.test-helper.ts";
import type { Gate } from "./gate.ts";

/** A provider with a limit that nobody is told of. */
export interface SimulatedServer {
  readonly model: Model;
  setCapacity(capacity: number): void;
  /** Starts to measure anew. */
  reset(): void;
  /** Since the last reset: the mean of what was in work, and how many calls ended how. */
  measure(): {
    readonly meanInFlight: number;
    readonly answered: number;
    readonly rejected: number;
  };
}

export interface SimulatedServerOptions {
  readonly clock: Clock;
  /** Calls that it works on at once; it turns away all others. */
  readonly capacity: number;
  /** How long one call takes. */
  readonly latencyMs: () => number;
  /** How long it takes to turn one away. */
  readonly rejectMs: () => number;
}

function simulateServer(options: SimulatedServerOptions): SimulatedServer {
  const { clock, latencyMs, rejectMs } = options;
  let { capacity } = options;
  let inFlight = 0;
  let changedAt = clock.now();
  let startedAt = changedAt;
  let area = 0;
  let answered = 0;
  let rejected = 0;

  function change(by: number): void {
    area += inFlight * (clock.now() - changedAt);
    changedAt = clock.now();
    inFlight += by;
  }

  return {
    setCapacity: (next) => {
      capacity = next;
    },
    reset() {
      change(0);
      startedAt = clock.now();
      area = 0;
      answered = 0;
      rejected = 0;
    },
    measure() {
      change(0);
      return { meanInFlight: area / (clock.now() - startedAt), answered, rejected };
    },
    model: modelOf(
      () =>
        new Promise((resolve, reject) => {
          if (inFlight >= capacity) {
            rejected += 1;
            clock.setTimer(() => reject(failure("rate-limit")), rejectMs());
            return;
          }
          change(1);
          clock.setTimer(() => {
            change(-1);
            answered += 1;
            resolve(reply("ok"));
          }, latencyMs());
        }),
    ),
  };
}

export interface Load {
  readonly clock: FakeClock;
  readonly gate: Gate;
  readonly random: () => number;
  readonly capacity: number;
  /** How many ask for one call after the other. */
  readonly workers: number;
  readonly latencyMs: readonly [least: number, most: number];
}

/** Puts a simulated server under load, through the gate. */
export function runLoad({ clock, gate, random, capacity, workers, latencyMs }: Load) {
  const [least, most] = latencyMs;
  const server = simulateServer({
    clock,
    capacity,
    latencyMs: () => least + random() * (most - least),
    rejectMs: () => 20 + random() * 180,
  });
  let failedCount = 0;
  async function work(): Promise<void> {
    while (true) {
      const model = guard(gate.admit(attemptTime(clock)), server.model, "agent");
      await model.generate(toRequest()).catch(() => {
        failedCount += 1;
      });
    }
  }
  for (let worker = 0; worker < workers; worker++) void work();
  return { server, failedCount: () => failedCount, advance: clock.advance };
}
