import { expect, it } from "vitest";
import { memoServer } from "./in-memory.test-helper.ts";
import { mcpTools } from "./mcp-tools.ts";

it.each([
  [undefined, "mcpTools must be given an object, got undefined."],
  [{}, "mcpTools must be given one of command, url, server, client, got none of them."],
  [{ command: "a", url: "http://b" }, "client, got command and url."],
  [{ command: "a", url: undefined, headers: {} }, 'unknown key "url"'],
  [{ command: "" }, 'command must be the name of a program, got "".'],
  [{ command: "a", args: "b" }, 'args must be a list of strings, got "b".'],
  [{ command: "a", args: [1] }, "args must be a list of strings, got an array of 1."],
  [{ command: "a", env: [] }, "env must be an object of strings, got an array of 0."],
  [{ command: "a", env: { KEY: 12345 } }, "env.KEY must be a string, got a value of type number."],
  [{ command: "a", cwd: 1 }, "cwd must be a path, got 1."],
  [{ command: "a", headers: {} }, 'mcpTools has an unknown key "headers"'],
  [{ url: "host/mcp" }, "url must begin with http:// or https://."],
  [{ url: "ftp://host" }, "url must begin with http:// or https://."],
  [{ url: "http://me:secret@host" }, "url must hold no user name or password."],
  [{ url: "http://host", headers: { a: null } }, "headers.a must be a string"],
  [
    { server: memoServer() },
    "server must be a function that makes a new MCP server, got a Server.",
  ],
  [{ client: {} }, "client must be a connected client of the SDK, got an object."],
  [{ client: null }, "client must be a connected client of the SDK, got null."],
  [{ command: "a", prefix: "a." }, "prefix must be letters, digits, underscores or hyphens"],
  [{ command: "a", include: "b" }, 'include must be a list of strings, got "b".'],
  [
    { command: "a", callTimeoutMs: 0 },
    "callTimeoutMs must be over 0 and at most 2147483647, got 0.",
  ],
  [{ command: "a", startTimeoutMs: 2 ** 31 }, "startTimeoutMs must be over 0"],
  [{ command: "a", startTimeoutMs: Number.NaN }, "startTimeoutMs must be over 0"],
])("%o is refused at once", (options, message) => {
  expect(() => mcpTools(options as never)).toThrow(
    expect.objectContaining({
      code: "invalid_argument",
      message: expect.stringContaining(message),
    }),
  );
});

it("options that are undefined are options that are left out", () => {
  const undefinedOptions = { args: undefined, env: undefined, cwd: undefined, prefix: undefined };
  expect(mcpTools({ command: "a", ...undefinedOptions, include: undefined })).toMatchObject({
    specVersion: "v1",
  });
});

it("only a live client is reported as a connection", () => {
  expect(mcpTools({ command: "a" }).connections).toBeUndefined();
  expect(mcpTools({ url: "http://host" }).connections).toBeUndefined();
  expect(mcpTools({ server: memoServer }).connections).toBeUndefined();
});

it("no error repeats a secret that it was given", () => {
  const secret = "k-123456789";
  const attempts = [
    { url: `ftp://host?key=${secret}` },
    { url: `http://me:${secret}@host` },
    { url: "http://host", headers: { authorization: [secret] } },
    { command: "a", env: { KEY: [secret] } },
  ];
  for (const options of attempts) {
    expect(() => mcpTools(options as never)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(secret) }),
    );
  }
});
