import { ProviderError } from "@rollouts/core";
import { expect, test } from "vitest";
import { loadPeer } from "./load-peer.ts";

test("a missing package openai is an error that says what to install, and ends a run", async () => {
  const missing = Object.assign(new Error("Cannot find package 'openai' imported from /home/me"), {
    code: "ERR_MODULE_NOT_FOUND",
  });
  const error: unknown = await loadPeer(() => Promise.reject(missing)).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ProviderError);
  expect(error).toMatchObject({
    errorClass: "unsupported-setting",
    retryable: false,
    message:
      "The package openai cannot be loaded (ERR_MODULE_NOT_FOUND). Install it: npm install openai. On Node 20 it must be version 6 (openai@6).",
  });
});
