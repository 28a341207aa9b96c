import { invalidArgument } from "@rollouts/core";
import {
  type DatasetOptions,
  type DatasetSettings,
  type ProfileOption,
  readDatasetOptions,
} from "../options/dataset-options.ts";
import { type PairMethod, pairMethods } from "./pair-method.ts";

/** What `toPreferenceJsonl` takes. */
export interface ToPreferenceJsonlOptions extends DatasetOptions {
  /** Which consumer the file is for: a name, or a profile of your own. @defaultValue "openai" */
  readonly profile?: ProfileOption | undefined;
  /** How the attempts of a task are paired. @defaultValue "matched" */
  readonly method?: PairMethod | undefined;
  /** Most pairs of one task, of the best scores. @defaultValue 2 */
  readonly maxPairsPerTask?: number | undefined;
  /** Least difference of the two scores, from 0 to 1. @defaultValue 0.5 */
  readonly minGap?: number | undefined;
}

/** The options with their defaults filled in. */
export interface PreferenceSettings extends DatasetSettings<"pairs"> {
  readonly method: PairMethod;
  readonly maxPairsPerTask: number;
  readonly minGap: number;
}

/** Checks the options of an export of pairs to `path`, which may come from anywhere. */
export function readPreferenceOptions(
  options: ToPreferenceJsonlOptions,
  path: string,
): PreferenceSettings {
  const common = readDatasetOptions(options, {
    kind: "pairs",
    path,
    caller: "toPreferenceJsonl",
    ownKeys: ["method", "maxPairsPerTask", "minGap"],
  });
  const { method = "matched", maxPairsPerTask = 2, minGap = 0.5 } = options;
  if (!pairMethods.includes(method)) {
    const names = pairMethods.map((name) => JSON.stringify(name)).join(", ");
    throw invalidArgument("method", `one of ${names}`, method);
  }
  if (!(Number.isSafeInteger(maxPairsPerTask) && maxPairsPerTask >= 1)) {
    throw invalidArgument("maxPairsPerTask", "a whole number >= 1", maxPairsPerTask);
  }
  if (!(typeof minGap === "number" && minGap >= 0 && minGap <= 1)) {
    throw invalidArgument("minGap", "a number from 0 to 1", minGap);
  }
  return { ...common, method, maxPairsPerTask, minGap };
}
