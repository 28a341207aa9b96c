import { setImmediate } from "node:timers/promises";

/** How long a model call takes, so that attempts in flight meet in a chosen way. */
export type Pace = () => Promise<void>;

/** Calls that come at about the same time are answered in the same turn, one right after another. */
export function togetherPace(): Pace {
  let next: Promise<void> | undefined;
  const leave = async () => {
    await turns(2);
    next = undefined;
  };
  return () => {
    next ??= leave();
    return next;
  };
}

/** A call takes this many turns of the event loop. */
export function turnsPace(count: number): Pace {
  return () => turns(count);
}

/** Lets everything that is ready happen. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate();
}
