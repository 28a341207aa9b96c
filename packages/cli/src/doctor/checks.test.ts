import { expect, it } from "vitest";
import { checkFileDescriptors } from "./check-file-descriptors.ts";
import { checkKey } from "./check-key.ts";
import { checkNode } from "./check-node.ts";

it.each([
  ["20.19.0", "ok"],
  ["22.0.0", "ok"],
  ["20.18.9", "problem"],
  ["18.20.0", "problem"],
])("Node %s is %s", (version, state) => {
  expect(checkNode(version).state).toBe(state);
});

it("few file descriptors for many attempts are a warning that says how many to have", () => {
  expect(checkFileDescriptors(4, 256).state).toBe("ok");
  expect(checkFileDescriptors(4, null).state).toBe("ok");
  expect(checkFileDescriptors(64, 256)).toMatchObject({
    state: "warning",
    text: "256 may be open, and 64 attempts at once may need 576: ulimit -n 576",
  });
});

it("a key is looked for where it is known to be, and blank is none", () => {
  const model = { provider: "openai", modelId: "gpt-5.5" };
  expect(checkKey(model, { OPENAI_API_KEY: "x" }).state).toBe("ok");
  expect(checkKey(model, { OPENAI_API_KEY: " " }).state).toBe("warning");
  expect(checkKey({ provider: "constructor", modelId: "x" }, {}).state).toBe("ok");
  expect(checkKey(undefined, {}).state).toBe("ok");
});
