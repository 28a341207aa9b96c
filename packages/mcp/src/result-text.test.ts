import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, it } from "vitest";
import { toResultText } from "./result-text.ts";

const uri = "file:///a";

it.each([
  [{ content: [{ type: "text", text: "" }] }, ""],
  [
    {
      content: [
        { type: "text", text: "one\n" },
        { type: "text", text: "two" },
      ],
    },
    "one\n\ntwo",
  ],
  [{ content: [{ type: "image", mimeType: "image/png", data: "AAAA" }] }, "[image, image/png]"],
  [{ content: [{ type: "audio", mimeType: "audio/wav", data: "AAAA" }] }, "[audio, audio/wav]"],
  [{ content: [{ type: "resource_link", name: "a", uri }] }, "[resource a: file:///a]"],
  [{ content: [{ type: "resource", resource: { uri, text: "body" } }] }, "body"],
  [
    { content: [{ type: "resource", resource: { uri, blob: "AAAA" } }] },
    "[resource, binary: file:///a]",
  ],
  [
    { content: [{ type: "resource", resource: { uri, blob: "A", mimeType: "application/zip" } }] },
    "[resource, application/zip: file:///a]",
  ],
  [{ content: [], structuredContent: { n: 1 } }, '{"n":1}'],
  [{ content: [{ type: "text", text: "one" }], structuredContent: { n: 1 } }, "one"],
  [{ content: [] }, undefined],
] satisfies [CallToolResult, string | undefined][])("%j is told as %j", (result, expected) => {
  expect(toResultText(result)).toBe(expected);
});
