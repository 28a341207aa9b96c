import { types } from "node:util";
import { RolloutsError } from "@rollouts/core";

/**
 * Refuses a promise in place of events, as of `async run()` without the `*`. Nobody would await it,
 * so if it was rejected it would bring the process down.
 */
export function checkEventStream(stream: unknown): void {
  if (!types.isPromise(stream)) return;
  stream.catch(() => {});
  throw new RolloutsError({
    code: "agent_contract",
    message:
      "The agent's run gave a promise, not an async iterable of events. Write it as `async *run(input, context)`, or use functionAgent.",
  });
}
