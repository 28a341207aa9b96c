import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/sdk/types.js";

/**
 * What the model is told of a result: its texts, one below the other. Of images, sounds and binary
 * files it learns the kind only. Structured content stands in when there is nothing else; `undefined`
 * when there is nothing at all.
 */
export function toResultText(result: CallToolResult): string | undefined {
  const { content, structuredContent } = result;
  if (content.length > 0) return content.map(toText).join("\n");
  return structuredContent === undefined ? undefined : JSON.stringify(structuredContent);
}

function toText(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.type}, ${block.mimeType}]`;
    case "resource_link":
      return `[resource ${block.name}: ${block.uri}]`;
    case "resource":
      return "text" in block.resource
        ? block.resource.text
        : `[resource, ${block.resource.mimeType ?? "binary"}: ${block.resource.uri}]`;
  }
}
