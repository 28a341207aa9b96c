const inAngles =
  /<\|[A-Za-z0-9_]{1,40}\|>|<｜[^\s｜>]{1,40}｜>|<\/?s>|<(?:bos|eos|pad|unk)>|<(?:start|end)_of_turn>|<<\/?SYS>>/;
const inBrackets =
  /\[\/?(?:INST|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|AVAILABLE_TOOLS|SYSTEM_PROMPT)\]/;
/** Each stands in texts that `inBrackets` matches, and is rare, unlike a bracket. */
const hints = ["INST]", "TOOL_", "_TOOLS]", "SYSTEM_PROMPT]"];

/**
 * True for text that tokenizers of well-known models (of the families of GPT, Llama, Mistral, Qwen,
 * Gemma and DeepSeek) may take for a control token.
 */
export function hasSpecialTokenText(text: string): boolean {
  if (text.includes("<") && inAngles.test(text)) return true;
  return hints.some((hint) => text.includes(hint)) && inBrackets.test(text);
}
