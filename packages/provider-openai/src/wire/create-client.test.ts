import { afterEach, expect, test, vi } from "vitest";
import { createClient } from "./create-client.ts";

afterEach(() => vi.unstubAllEnvs());

const options = {
  apiKey: "sk-test",
  baseURL: "https://models.example/v1",
  search: "",
  fetch: globalThis.fetch,
};

test.each(["not a header: 1", "X-Odd: a\rb", "X-Odd: 1"])(
  "OPENAI_CUSTOM_HEADERS %j makes no difference, and stays for others",
  async (headers) => {
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", headers);
    const client = await createClient(options);
    expect(client).toMatchObject({ baseURL: options.baseURL, apiKey: "sk-test" });
    expect(process.env.OPENAI_CUSTOM_HEADERS).toBe(headers);
  },
);

test("where it is not set it stays so", async () => {
  vi.stubEnv("OPENAI_CUSTOM_HEADERS", undefined);
  await createClient(options);
  expect("OPENAI_CUSTOM_HEADERS" in process.env).toBe(false);
});
