import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseTasks } from "./parse-tasks.ts";

const refusal = (line: number, message: string) => ({
  code: "task_format",
  source: "tasks",
  line,
  message: `tasks, line ${line}: ${message}`,
});

describe("parseTasks: lines", () => {
  it("J1: splits at newlines only, and skips blank lines but counts them", async () => {
    expect(await parseTasks('{"input":"a"}\r\n\r\n{"input":"b"}\r\n')).toEqual([
      { input: "a" },
      { input: "b" },
    ]);
    expect(await parseTasks('{"input":"a\u2028b\u2029c\u0085d"}')).toEqual([
      { input: "a\u2028b\u2029c\u0085d" },
    ]);
    await expect(parseTasks('\n \t\n{"input":1}\n')).rejects.toMatchObject({ line: 3 });
  });

  it("J12: strips a byte order mark", async () => {
    expect(await parseTasks('\ufeff{"input":"a"}')).toEqual([{ input: "a" }]);
  });

  it("J14: gives no tasks of nothing", async () => {
    expect(await parseTasks("")).toEqual([]);
    expect(await parseTasks("\n\n")).toEqual([]);
  });

  it.each([
    ["{bad", "not valid JSON: "],
    ['{"input":"a"} {"input":"b"}', "not valid JSON: "],
    ['{"input":"a","expected":NaN}', "not valid JSON: "],
    ['{"input":"a","expected":-Infinity}', "not valid JSON: "],
    ["[1]", "expected an object, got an array of 1"],
    ["null", "expected an object, got null"],
    ['"a"', 'expected an object, got "a"'],
  ])("J4, J5, J15: refuses %s", async (line, message) => {
    await expect(parseTasks(`{"input":"ok"}\n${line}`)).rejects.toMatchObject({
      line: 2,
      message: expect.stringContaining(`tasks, line 2: ${message}`),
    });
  });
});

it.each([
  ["a JSON list over several lines", '[\n  {"input":"a"}\n]', 1, "This looks like a JSON list; "],
  ["a JSON list on one line", '[{"input":"a"}]', 1, "This looks like a JSON list; "],
  ["CSV", "input,expected\n2+2?,4\n", 1, "This looks like CSV; "],
  ["values between tabs", "\ninput\texpected", 2, "This looks like CSV; "],
  ["an object over several lines", '{\n  "input": "a"\n}', 1, "Note that "],
  ["text", "two and two?", 1, "Note that "],
])("tells %s for what it is", async (_, text, line, start) => {
  await expect(parseTasks(text)).rejects.toMatchObject({
    line,
    message: expect.stringMatching(
      new RegExp(
        `${start}a task file holds one JSON object a line, such as {"input": "2\\+2\\?"}$`,
      ),
    ),
  });
});

describe("parseTasks: members", () => {
  it("T1: reads all four members", async () => {
    const row = { input: "a", expected: { deep: [1, null] }, id: "x", metadata: { split: "test" } };

    expect(await parseTasks(JSON.stringify(row))).toEqual([row]);
  });

  it.each([
    ['{"input":"a","zz":1,"aa":2}', 'unknown key "aa" (allowed: input, expected, id, metadata)'],
    [
      '{"input":"a","expected_output":1}',
      'unknown key "expected_output" (allowed: input, expected, id, metadata)',
    ],
    [
      '{"input":"a","__proto__":{}}',
      'unknown key "__proto__" (allowed: input, expected, id, metadata)',
    ],
    ['{"expected":1}', "'input' is required and must be a string"],
    ['{"input":1}', "'input' is required and must be a string"],
    ['{"input":[{"role":"user","content":"a"}]}', "'input' is required and must be a string"],
    ['{"input":"a","metadata":null}', "'metadata' must be an object"],
    ['{"input":"a","metadata":[]}', "'metadata' must be an object"],
    ['{"input":"a","id":3}', "'id' must be a string"],
  ])("J2, J3, J6, J7, J8: refuses %s", async (line, message) => {
    await expect(parseTasks(`\n${line}`)).rejects.toMatchObject(refusal(2, message));
  });

  it("J2: checks in order: key, input, metadata, id", async () => {
    const members = ['"id":3', '"metadata":null', '"input":1', '"x":1'];
    const messages: string[] = [];
    for (let count = members.length; count > 0; count--) {
      const line = `{${members.slice(0, count).join()}${count < 3 ? ',"input":"a"' : ""}}`;
      messages.push(await parseTasks(line).then(String, (error: Error) => error.message));
    }

    expect(messages).toEqual([
      expect.stringContaining("unknown key"),
      expect.stringContaining("'input'"),
      expect.stringContaining("'metadata'"),
      expect.stringContaining("'id'"),
    ]);
  });

  it("J6, J8: accepts an empty input and an empty id", async () => {
    expect(await parseTasks('{"input":"","id":""}')).toEqual([{ input: "", id: "" }]);
  });

  it("J9: null is as good as missing, for id and expected", async () => {
    expect(await parseTasks('{"input":"a","id":null,"expected":null}')).toStrictEqual([
      { input: "a" },
    ]);
  });

  it("J10, J11: leaves equal ids to the environment, and the last of equal keys wins", async () => {
    expect(await parseTasks('{"input":"a","id":"x"}\n{"input":"a","input":"b","id":"x"}')).toEqual([
      { input: "a", id: "x" },
      { input: "b", id: "x" },
    ]);
  });

  it("J16: refuses numbers that would be rounded, with advice to quote them", async () => {
    await expect(
      parseTasks('{"input":"a","expected":12345678901234567890123}'),
    ).rejects.toMatchObject(
      refusal(
        1,
        'the number 12345678901234567890123 is too large to be exact. Quote it: "12345678901234567890123"',
      ),
    );
    await expect(parseTasks('{"input":"a","expected":{"x":[1e999]}}')).rejects.toThrow("1e999");
    expect(
      await parseTasks('{"input":"12345678901234567890","expected":9007199254740991}'),
    ).toEqual([{ input: "12345678901234567890", expected: 9007199254740991 }]);
  });

  it("keeps hostile keys and text out of its messages", async () => {
    const key = JSON.stringify("\u009b2J".padEnd(100_000, "k"));
    const error = await parseTasks(`{"input":"a",${key}:1}`).catch((thrown: Error) => thrown);

    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toContain('unknown key "\\u009b2Jkkk');
    expect(String(error).length).toBeLessThan(300);
    const other = await parseTasks("\u001b[31m").catch((thrown: Error) => thrown);
    expect(String(other)).toContain("not valid JSON: ");
    expect(String(other)).not.toContain("\u001b");
  });

  it("keeps __proto__ within expected and metadata as data", async () => {
    const [task] = await parseTasks('{"input":"a","metadata":{"__proto__":{"polluted":1}}}');

    expect(Object.keys(task?.metadata ?? {})).toEqual(["__proto__"]);
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("parseTasks: a schema for expected", () => {
  it("types and transforms every expected value", async () => {
    const expected = z.string().transform(Number);

    expect(await parseTasks('{"input":"a","expected":"4"}', { expected })).toEqual([
      { input: "a", expected: 4 },
    ]);
  });

  it("names the line and the place of what does not fit", async () => {
    const expected = z.object({ value: z.number() });
    const text = '{"input":"a","expected":{"value":1}}\n{"input":"b","expected":{"value":"x"}}';

    await expect(parseTasks(text, { expected, source: "sums.jsonl" })).rejects.toMatchObject({
      line: 2,
      source: "sums.jsonl",
      message: expect.stringMatching(
        /^sums\.jsonl, line 2: 'expected' does not fit its schema: value: /,
      ),
    });
  });

  it("checks a missing value, and null, as undefined", async () => {
    const text = '{"input":"a"}\n{"input":"b","expected":null}';

    await expect(parseTasks(text, { expected: z.number() })).rejects.toMatchObject({ line: 1 });
    expect(await parseTasks(text, { expected: z.number().optional() })).toStrictEqual([
      { input: "a" },
      { input: "b" },
    ]);
    expect(await parseTasks(text, { expected: z.number().default(7) })).toEqual([
      { input: "a", expected: 7 },
      { input: "b", expected: 7 },
    ]);
  });

  it("names the line when the schema itself breaks", async () => {
    const expected = z.number().refine(() => {
      throw new Error("schema bug");
    });

    await expect(parseTasks('\n{"input":"a","expected":1}', { expected })).rejects.toMatchObject({
      code: "task_format",
      message: "tasks, line 2: the schema of 'expected' failed: schema bug",
      cause: { message: "schema bug" },
    });
  });
});

it.each([
  [5, {}, "parseTasks: text must be a string, got 5"],
  ["", null, "parseTasks must be given an object, got null"],
  ["", { schema: 1 }, 'parseTasks has an unknown key "schema"'],
  ["", { expected: {} }, "parseTasks: expected must be a Standard Schema"],
])("parseTasks refuses %j with %j", async (text, options, message) => {
  await expect(parseTasks(text as string, options as object)).rejects.toMatchObject({
    code: "invalid_argument",
    message: expect.stringContaining(message),
  });
});
