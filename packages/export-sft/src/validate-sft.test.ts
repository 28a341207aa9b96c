import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { validateSft } from "./validate-sft.ts";

const folder = useFolder(beforeEach, afterEach);
const row = (...messages: unknown[]) => JSON.stringify({ messages });
const user = { role: "user", content: "U" };
const assistant = { role: "assistant", content: "A" };
const good = row(user, assistant);

async function validate(content: string | Uint8Array) {
  const path = folder.path("rows.jsonl");
  await writeFile(path, content);
  return validateSft(path);
}

async function problems(content: string | Uint8Array) {
  const { valid, problems: found } = await validate(content);
  expect(valid).toBe(found.length === 0);
  return found.map(({ problem }) => problem);
}

describe("W17 a file that is accepted", () => {
  it("is described by its rows, bytes and digest", async () => {
    const content = `${good}\n${row({ role: "system", content: "S" }, user, assistant)}\n`;
    expect(await validate(content)).toEqual({
      valid: true,
      profile: "portable",
      manifest: "absent",
      rows: 2,
      bytes: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
      problems: [],
    });
  });

  it.each([
    ["without a newline at the end", good],
    [
      "with other spacing",
      '{"messages": [{"role": "user", "content": "U"}, {"content": "A", "role": "assistant"}]}\n',
    ],
    ["with neighbours of the same role", `${row(user, user, assistant, assistant)}\n`],
    [
      "with a raw U+2028, which ends no line",
      `${row(user, { role: "assistant", content: "a\u2028b" })}\n`,
    ],
    ["with an escaped carriage return", `${row(user, { role: "assistant", content: "a\r\nb" })}\n`],
    ["of 320 lines", `${good}\n`.repeat(320)],
  ])("may be one %s", async (_, content) => {
    expect(await problems(content)).toEqual([]);
  });
});

describe("W17 a row that is not accepted is named by line and message", () => {
  it.each([
    [
      '{"messages":[{"role":"user","content":"U"},{"role":"assistant","content":"A"}],"weight":1}',
      'line 2: has the key "weight", it must have exactly messages',
    ],
    [
      '{"__proto__":{},"messages":[]}',
      'line 2: has the key "__proto__", it must have exactly messages',
    ],
    ["{}", "line 2: lacks messages, it must have exactly messages"],
    ["[]", "line 2: must be an object, got an array of 0"],
    ["null", "line 2: must be an object, got null"],
    ['{"messages":[]}', "line 2: messages must be a list that is not empty, got an array of 0"],
    ['{"messages":"[]"}', 'line 2: messages must be a list that is not empty, got "[]"'],
    [
      row(user, { ...assistant, weight: 0 }),
      'line 2, message 1: has the key "weight", it must have exactly role and content',
    ],
    [
      row(user, { role: "assistant" }),
      "line 2, message 1: lacks content, it must have exactly role and content",
    ],
    [
      row({ role: "tool", content: "T" }, user, assistant),
      'line 2, message 0: role must be system, user or assistant, got "tool"',
    ],
    [
      row(user, { role: "assistant", content: null }),
      "line 2, message 1: content must be text, got null",
    ],
    [
      row({ role: "user", content: [] }, user, assistant),
      "line 2, message 0: content must be text, got an array of 0",
    ],
    [
      row({ role: "user", content: " \t\n" }, user, assistant),
      "line 2, message 0: content is blank",
    ],
    [
      row({ role: "user", content: "\u0085" }, user, assistant),
      "line 2, message 0: content is blank",
    ],
    [
      '{"messages":[{"role":"user","content":"\\ud800"},{"role":"assistant","content":"A"}]}',
      "line 2, message 0: content has a lone surrogate U+D800",
    ],
    [row(assistant), "line 2: has no user message"],
    [row(user), 'line 2: must end with an assistant message, ends with role "user"'],
    ["   ", "line 2: is blank"],
    ["", "line 2: is blank"],
    [`${good}\r`, "line 2: has a carriage return, lines end with \\n alone"],
    [`\ufeff${good}`, "line 2: is not valid JSON"],
    ['{"messages":NaN}', "line 2: is not valid JSON"],
    [
      '{"messages":[{"role":"user","content":"U"}],"messages":[{"role":"user","content":"U"},{"role":"assistant","content":"A"}]}',
      "line 2: has an object with a key that stands twice",
    ],
    [
      '{"messages":[{"role":"user","content":"U","content":"V: \\"x\\": :"},{"role":"assistant","content":"A"}]}',
      "line 2: has an object with a key that stands twice",
    ],
  ])("%s", async (line, problem) => {
    const found = await problems(`${good}\n${line}\n${good}\n`);
    expect(found).toHaveLength(1);
    expect(found[0]?.startsWith(problem)).toBe(true);
  });

  it("tells line and message as numbers too", async () => {
    const { problems: found } = await validate(
      `${good}\n${row(user, { ...assistant, name: "x" })}\n`,
    );
    expect(found).toEqual([
      {
        line: 2,
        message: 1,
        problem: 'line 2, message 1: has the key "name", it must have exactly role and content',
      },
    ]);
  });

  it("tells all that is wrong with a row", async () => {
    expect(await problems(row(5, { role: "system", content: "" }))).toEqual([
      "line 1, message 0: must be an object, got 5",
      "line 1, message 1: content is blank",
      "line 1: has no user message",
      'line 1: must end with an assistant message, ends with role "system"',
    ]);
  });

  it("keeps terminal escapes of the file out of its words", async () => {
    const [problem] = await problems(row({ ...user, "\u009b2J\u202e": 1 }, assistant));
    expect(problem).toBe(
      'line 1, message 0: has the key "\\u009b2J\\u202e", it must have exactly role and content',
    );
    const [broken] = await problems("\u009b2J");
    expect(broken).toMatch(/^line 1: is not valid JSON: [ -~]*$/);
  });
});

describe("W17 B16 a file that is not accepted", () => {
  it.each([
    ["nothing", ""],
    ["newlines alone", "\n\n"],
    ["blanks alone", " \n\t\n"],
  ])("holds %s", async (_, content) => {
    expect(await problems(content)).toEqual([
      "the file is blank, it needs at least one conversation",
    ]);
  });

  it("has more than 320 lines", async () => {
    const found = await validate(`${good}\n`.repeat(321));
    expect(found).toMatchObject({ valid: false, rows: 321 });
    expect(found.problems).toEqual([
      { line: null, message: null, problem: "the file has 321 lines, profile portable allows 320" },
    ]);
  });

  it("has more than 1 MiB, and is then not read", async () => {
    const empty = row(user, { role: "assistant", content: "" });
    const sized = (bytes: number) =>
      row(user, { role: "assistant", content: "x".repeat(bytes - empty.length) });
    expect(await problems(sized(1_048_576))).toEqual([]);
    expect(await validate(sized(1_048_577))).toEqual({
      valid: false,
      profile: "portable",
      manifest: "absent",
      rows: null,
      bytes: 1_048_577,
      sha256: null,
      problems: [
        {
          line: null,
          message: null,
          problem: "the file has 1048577 bytes, profile portable allows 1048576",
        },
      ],
    });
  });

  it("starts with a byte order mark", async () => {
    expect(await problems(`\ufeff${good}\n`)).toEqual(["line 1: starts with a byte order mark"]);
  });

  it("has a second newline at its end, which other readers take for an empty record", async () => {
    expect(await problems(`${good}\n\n`)).toEqual(["line 2: is blank"]);
  });

  it("has Windows line ends", async () => {
    expect(await problems(`${good}\r\n${good}\r\n`)).toEqual([
      "line 1: has a carriage return, lines end with \\n alone",
      "line 2: has a carriage return, lines end with \\n alone",
    ]);
  });

  it("has bytes that are not UTF-8, in the line that has them", async () => {
    const latin1 = Buffer.from(row(user, { role: "assistant", content: "é" }), "latin1");
    const surrogate = Buffer.from([0xed, 0xa0, 0x80]);
    const content = Buffer.concat([Buffer.from(`${good}\n`), latin1, Buffer.from("\n"), surrogate]);
    expect(await problems(content)).toEqual([
      "line 2: is not valid UTF-8",
      "line 3: is not valid UTF-8",
    ]);
  });

  it("lists 100 problems at most, however many there are", async () => {
    expect(await problems("x\n".repeat(500_000))).toHaveLength(100);
    expect(await problems(`{"messages":[${"1,".repeat(500_000)}1]}`)).toHaveLength(100);
  });

  it("is nested too deep for a naive reader", async () => {
    const deep = `${"[".repeat(400_000)}${"]".repeat(400_000)}`;
    const call = `{"id":"c","type":"function","function":{"name":"f","arguments":${deep}}}`;
    for (const line of [
      `{"messages":${deep}}`,
      `{"messages":[{"role":"assistant","content":"","tool_calls":[${call}]}]}`,
      `{"messages":[],"tools":${deep}}`,
    ]) {
      await writeFile(folder.path("deep.jsonl"), `${good}\n${line}\n`);
      for (const profile of ["trl", "openai"] as const) {
        const found = await validateSft(folder.path("deep.jsonl"), { profile });
        expect(found.problems).toMatchObject([
          { line: 2, problem: "line 2: is nested over 520 deep" },
        ]);
      }
    }
  });
});

describe("the door", () => {
  it("rejects for a file that is not there, with path and cause", async () => {
    const path = folder.path("none.jsonl");
    await expect(validateSft(path)).rejects.toMatchObject({
      code: "export_failed",
      path,
      message: `Cannot read ${JSON.stringify(path)}: ENOENT: no such file or directory, stat '${path}'.`,
      cause: { code: "ENOENT" },
    });
  });

  it("rejects for a folder, and for a device that never ends", async () => {
    await mkdir(folder.path("rows.jsonl"));
    for (const path of [folder.path("rows.jsonl"), "/dev/zero"]) {
      await expect(validateSft(path)).rejects.toMatchObject({
        code: "export_failed",
        message: `Cannot read ${JSON.stringify(path)}: it is not a regular file.`,
      });
    }
  });

  it.each([
    [
      { profile: "nope" },
      'profile must be one of "portable", "openai", "together", "fireworks", "mistral", "tinker", "trl", "trl-prompt-completion", "axolotl", or a profile object, got "nope".',
    ],
    [{ onlyPassed: true }, 'validateSft has an unknown key "onlyPassed" (allowed: profile).'],
    ["portable", 'options must be an object, got "portable".'],
  ])("refuses the options %j", async (options, message) => {
    await expect(validateSft("rows.jsonl", options as never)).rejects.toMatchObject({
      code: "invalid_argument",
      message,
    });
  });

  it("refuses an empty path", async () => {
    await expect(validateSft("")).rejects.toMatchObject({ argument: "path" });
  });
});
