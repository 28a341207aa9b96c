import { invalidArgument, type JsonObject, type ResolvedTask } from "@rollouts/core";
import {
  type DatasetOptions,
  type DatasetSettings,
  type ProfileOption,
  readDatasetOptions,
  readFlag,
} from "../options/dataset-options.ts";

/** Says what a row holds besides its prompt: the answer that is wanted, an id, and the like. */
export type PromptFields = (task: ResolvedTask) => JsonObject;

/** What `toPromptsJsonl` takes. */
export interface ToPromptsJsonlOptions extends DatasetOptions {
  /** Which consumer the file is for: a name, or a profile of your own. @defaultValue "trl" */
  readonly profile?: ProfileOption | undefined;
  /**
   * Further keys of a row, which reach graders and reward functions, such as
   * `(task) => ({ answer: task.expected as string })`. Plain JSON. Default: the prompt alone.
   */
  readonly fields?: PromptFields | undefined;
  /**
   * Write tasks whose attempts had different prompts, with the first of them. Without it they are
   * left out: their pass rate is not that of one prompt. @defaultValue false
   */
  readonly allowMixedPrompts?: boolean | undefined;
}

/** The options with their defaults filled in. */
export interface PromptsSettings extends DatasetSettings<"prompts"> {
  readonly fields: PromptFields | null;
  readonly allowMixedPrompts: boolean;
}

/** Checks the options of an export of prompts to `path`, which may come from anywhere. */
export function readPromptsOptions(options: ToPromptsJsonlOptions, path: string): PromptsSettings {
  const common = readDatasetOptions(options, {
    kind: "prompts",
    path,
    caller: "toPromptsJsonl",
    ownKeys: ["fields", "allowMixedPrompts"],
  });
  const { fields, allowMixedPrompts } = options;
  if (fields !== undefined && typeof fields !== "function") {
    throw invalidArgument("fields", "a function of a task", fields);
  }
  return {
    ...common,
    fields: fields ?? null,
    allowMixedPrompts: readFlag(allowMixedPrompts, "allowMixedPrompts"),
  };
}
