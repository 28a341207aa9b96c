import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { mcpTools } from "./mcp-tools.ts";
import { openSource } from "./open-source.test-helper.ts";

const manifest = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-everything/package.json",
);
const script = join(dirname(manifest), "dist/index.js");

describe("the reference server of the protocol, over stdio", { timeout: 60_000 }, () => {
  it("lists its tools the same every time, and answers calls of all sorts", async () => {
    const source = mcpTools({ command: process.execPath, args: [script, "stdio"] });
    const identity = await source.identity();
    expect(
      await mcpTools({ command: process.execPath, args: [script, "stdio"] }).identity(),
    ).toEqual(identity);
    const { names, call, close } = await openSource(source);
    expect(names).toEqual([...names].sort());
    expect(names).toContain("get-structured-content");
    expect(names).not.toContain("simulate-research-query"); // it runs as a task only

    expect(await call("echo", { message: "hello" })).toBe("Echo: hello");
    expect(await call("get-sum", { a: 2, b: 3 })).toBe("The sum of 2 and 3 is 5.");
    expect(await call("get-tiny-image")).toContain("[image, image/png]");
    expect(
      JSON.parse(String(await call("get-structured-content", { location: "Chicago" }))),
    ).toEqual(expect.objectContaining({ humidity: expect.any(Number) }));
    expect(await call("get-resource-links", { count: 1 })).toMatch(/\[resource .+: demo:\/\/.+\]/);
    await expect(call("get-sum", { a: "two" })).rejects.toThrow("-32602");
    await close();
  });

  it("is stopped in the middle of a call", async () => {
    const source = mcpTools({
      command: process.execPath,
      args: [script, "stdio"],
      include: ["trigger-long-running-operation"],
    });
    const { call, close } = await openSource(source);
    const controller = new AbortController();
    const long = { duration: 600, steps: 600 };
    const calling = call("trigger-long-running-operation", long, controller.signal);
    const reason = new Error("deadline");
    controller.abort(reason);
    await expect(calling).rejects.toBe(reason);
    await close();
  });
});
