import {
  type DatasetOptions,
  type DatasetSettings,
  type ProfileOption,
  readDatasetOptions,
  readFlag,
} from "../options/dataset-options.ts";

/** What `toKtoJsonl` takes. */
export interface ToKtoJsonlOptions extends DatasetOptions {
  /** Which consumer the file is for: a name, or a profile of your own. @defaultValue "trl" */
  readonly profile?: ProfileOption | undefined;
  /**
   * Write attempts of one task that had different prompts. Without it those that differ from the
   * first row of the task are left out. @defaultValue false
   */
  readonly allowMixedPrompts?: boolean | undefined;
}

/** The options with their defaults filled in. */
export interface KtoSettings extends DatasetSettings<"kto"> {
  readonly allowMixedPrompts: boolean;
}

/** Checks the options of an export of labelled answers to `path`, which may come from anywhere. */
export function readKtoOptions(options: ToKtoJsonlOptions, path: string): KtoSettings {
  const common = readDatasetOptions(options, {
    kind: "kto",
    path,
    caller: "toKtoJsonl",
    ownKeys: ["allowMixedPrompts"],
  });
  const { allowMixedPrompts } = options;
  return { ...common, allowMixedPrompts: readFlag(allowMixedPrompts, "allowMixedPrompts") };
}
