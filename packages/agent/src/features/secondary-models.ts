import {
  checkModel,
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
  type Model,
  refuseUnknownKeys,
} from "@rollouts/core";
import { identifyModel } from "../identify-model.ts";
import type { Feature } from "./feature.ts";

/** Models for jobs beside the conversation. */
export interface SecondaryModels {
  /** Finds facts for the memory. @defaultValue the agent's model */
  readonly memory?: Model | undefined;
  /** Writes session summaries. @defaultValue the agent's model */
  readonly summary?: Model | undefined;
  /**
   * Turns a final text that misses the output schema into what fits it, in attempts as well.
   * @defaultValue none: the miss stays
   */
  readonly parser?: Model | undefined;
}

/** Which jobs the agent has for them. */
export type SecondaryJobs = Readonly<Record<keyof SecondaryModels, boolean>>;

const remedies = {
  memory: "nothing is captured. Turn memory on",
  summary: "there are no session summaries. Turn sessionSummaries on",
  parser: "there is no schema to parse into. Add an outputSchema",
} as const satisfies Readonly<Record<keyof SecondaryModels, string>>;

const roles = Object.keys(remedies) as readonly (keyof SecondaryModels)[];

/** A frozen copy. Refuses what are no models, and models that have nothing to do. */
export function planSecondaryModels(models: unknown, jobs: SecondaryJobs): SecondaryModels {
  if (models === undefined) return {};
  if (!isPlainObject(models)) {
    throw invalidArgument("secondaryModels", "{ memory, summary, parser }", models);
  }
  refuseUnknownKeys(models, roles, "secondaryModels");
  const planned: [string, Model][] = [];
  for (const role of roles) {
    const argument = `secondaryModels.${role}`;
    const model = models[role];
    if (model === undefined) continue;
    checkModel(model, argument);
    if (!jobs[role]) {
      throw new InvalidArgumentError({
        argument,
        message: `${argument} would never be called: ${remedies[role]}, or leave it out.`,
      });
    }
    planned.push([role, model]);
  }
  return Object.freeze(Object.fromEntries(planned));
}

/** What they add to the identity. */
export function secondaryFeature(models: SecondaryModels): Feature | undefined {
  const named = Object.entries(models) as [string, Model][];
  if (named.length === 0) return undefined;
  return {
    option: "secondaryModels",
    identity: () => Object.fromEntries(named.map(([role, model]) => [role, identifyModel(model)])),
  };
}
