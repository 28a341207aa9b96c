/**
 * True when `<think>` and `</think>` do not come in turn. Chat templates cut a text at such a tag, so
 * half a pair takes part of the answer with it.
 */
export function hasUnpairedThinkTag(text: string): boolean {
  if (!text.includes("<think>") && !text.includes("</think>")) return false;
  let isOpen = false;
  for (const [tag] of text.matchAll(/<\/?think>/g)) {
    if (isOpen === (tag === "<think>")) return true;
    isOpen = !isOpen;
  }
  return isOpen;
}
