export type { RunRolloutsOptions } from "./options.ts";
export { rescore } from "./rescore.ts";
export type { RunEvent } from "./run-event.ts";
export { runRollouts } from "./run-rollouts.ts";
export { type RolloutStream, streamRollouts } from "./stream-rollouts.ts";
