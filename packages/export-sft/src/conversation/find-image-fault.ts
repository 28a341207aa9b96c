import type { SftProfile } from "../profiles/profile.ts";
import type { Fault } from "./fault.ts";
import type { TrainingMessage } from "./training-conversation.ts";

/** What is wrong with how many images there are, or how large; `null` when nothing is. */
export function findImageFault(
  messages: readonly TrainingMessage[],
  { limits: { maxRowImages, maxImageBytes } }: Pick<SftProfile, "limits">,
): Fault | null {
  let count = 0;
  for (const { content, index } of messages) {
    if (!Array.isArray(content)) continue;
    const unsupported = (fault: string): Fault => {
      return { code: "unsupported-content", message: index, fault };
    };
    for (const url of content.map(addressOf)) {
      if (typeof url !== "string") continue;
      count += 1;
      if (maxRowImages !== null && count > maxRowImages) {
        return unsupported(`has an image after the first ${maxRowImages} of the conversation`);
      }
      const bytes = imageBytes(url);
      if (maxImageBytes !== null && bytes > maxImageBytes) {
        return unsupported(`has an image of ${bytes} bytes, over ${maxImageBytes}`);
      }
    }
  }
  return null;
}

/** Of a part from anywhere. */
function addressOf(part: unknown): unknown {
  const isImage =
    typeof part === "object" && part !== null && Reflect.get(part, "type") === "image";
  return isImage ? Reflect.get(part, "url") : undefined;
}

/** Size of an image that stands in its address as base64; 0 for others. */
function imageBytes(url: string): number {
  const [head = ""] = /^data:[^,]{0,200};base64,/i.exec(url) ?? [];
  if (head === "") return 0;
  const padding = url.endsWith("==") ? 2 : url.endsWith("=") ? 1 : 0;
  return Math.floor(((url.length - head.length - padding) * 3) / 4);
}
