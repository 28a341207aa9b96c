import { promptCompletionFormat } from "../rows/prompt-completion-format.ts";
import { defineProfile } from "./define-profile.ts";
import { trl } from "./trl.ts";

/** TRL's SFTTrainer with `prompt` and `completion`, whose mask needs nothing of the template. */
export const trlPromptCompletion = defineProfile({
  ...trl,
  name: "trl-prompt-completion",
  format: promptCompletionFormat,
  rowKeys: { required: ["prompt", "completion"], optional: ["tools"] },
  lossMask: "the completion, which is the last assistant message",
});
