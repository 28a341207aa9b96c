import type { AiSdkVersion } from "./language-model.ts";
import type { CheckedSettings } from "./settings.ts";

/** What a model is, apart from the object that is called. */
export interface ModelDefinition {
  readonly version: AiSdkVersion;
  readonly provider: string;
  readonly modelId: string;
  readonly settings: CheckedSettings;
}

/** What is known about a call, for reading its answer. */
export interface Call {
  readonly definition: ModelDefinition;
  /** How many replies of the model the conversation has already: makes ids that are unique in it. */
  readonly replyCount: number;
  /** True when the answer was asked for in a schema. */
  readonly hasOutput: boolean;
}
