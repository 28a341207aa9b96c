import {
  type AttemptResult,
  type Json,
  type Message,
  RolloutResult,
  RolloutsError,
  type ToolExecution,
  toSafeLine,
} from "@rollouts/core";
import { parse as parseCsv } from "csv-parse/sync";
import fc from "fast-check";
import { marked } from "marked";
import { type DefaultTreeAdapterTypes, parseFragment, parse as parseHtml } from "parse5";
import { SaxesParser } from "saxes";
import { expect, it } from "vitest";
import { exampleResult, exampleRun, passed } from "./__fixtures__/result.ts";
import { clipName } from "./clip.ts";
import { toCsv } from "./csv/to-csv.ts";
import { checkGates } from "./gates/check-gates.ts";
import { renderVerdict } from "./gates/render-verdict.ts";
import { toGitHubAnnotations } from "./github/github-annotations.ts";
import { toHtml } from "./html/to-html.ts";
import { toJson } from "./json/to-json.ts";
import { toJUnit } from "./junit/to-junit.ts";
import { toMarkdown } from "./markdown/to-markdown.ts";
import { renderAttempt } from "./render-attempt.ts";
import { renderReport } from "./render-report.ts";

/** All that a terminal might act on, but for the line feed. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
/** The same, and all that the log of a CI service might obey. */
const active = new RegExp(`${unsafe.source}|^\\s*::|##[a-z]*\\[`, "mu");

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "\u001b]0;t\u0007", "a\r\nb\u0085\u2028c", "\ud800", "\u202e", "\u{e0041}"),
  fc.constantFrom(
    "\ufffe\uffff\0",
    "]]>",
    "<![CDATA[",
    "<script>alert(1)</script>",
    "</pre></style></script><img src=x onerror=alert(1)>",
    "\" onmouseover='alert(1)",
    "&lt;&#x3c;",
    "=cmd|' /C calc'!A0",
    ';+1;"@x',
    "`` | \\| ` @someone #1 [x](javascript:alert(1)) ![](https://host.invalid/x)",
    "www.host.invalid a@host.invalid https://host.invalid",
    "::error::x",
    "##[group]",
    "a ##vso[task.complete]",
    " ::stop-commands::x",
    "%0A::error::",
    "-->",
    " ` ",
    "\\",
  ),
);
const orNull = fc.option(text);
const call = fc.record({ id: text, name: text, rawArguments: text });
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant("system" as const), content: text }),
  fc.record({
    role: fc.constant("user" as const),
    content: fc.oneof(
      text,
      fc.array(
        fc.oneof(
          fc.record({ type: fc.constant("text" as const), text }),
          fc.record({ type: fc.constant("image" as const), url: text }),
        ),
      ),
    ),
  }),
  fc.record(
    {
      role: fc.constant("assistant" as const),
      content: orNull,
      reasoning: text,
      refusal: text,
      toolCalls: fc.array(call, { maxLength: 2 }),
    },
    { requiredKeys: ["role", "content"] },
  ),
  fc.record({ role: fc.constant("tool" as const), toolCallId: text, content: text }),
);
const execution: fc.Arbitrary<ToolExecution> = fc.record({
  toolCallId: text,
  name: text,
  rawArguments: text,
  status: fc.constantFrom("ok" as const, "error" as const),
  result: text,
});
const run = fc
  .record({
    text: orNull,
    output: fc.anything(),
    outputError: text,
    refusal: text,
    messages: fc.array(message, { maxLength: 4 }),
    toolExecutions: fc.array(execution, { maxLength: 2 }),
  })
  .map(exampleRun);
const verdict = fc.oneof(
  fc.record({
    score: fc.record({
      value: fc.double({ min: 0, max: 1, noNaN: true }),
      passed: fc.boolean(),
      reason: text,
      detail: fc.jsonValue() as fc.Arbitrary<Json>,
    }),
    unscored: fc.constant(null),
  }),
  fc.record({
    score: fc.constant(null),
    unscored: fc.record({ cause: fc.constant("cannot-tell" as const), reason: text }),
  }),
);
const attempt: fc.Arbitrary<Partial<AttemptResult>> = fc
  .record({
    verdict,
    error: orNull,
    errorType: orNull,
    run: fc.option(run),
    metrics: fc.dictionary(text, verdict, { maxKeys: 2 }),
    tries: fc.array(fc.record({ error: orNull, errorType: orNull, durationMs: fc.nat() })),
  })
  .map(({ verdict: { score, unscored }, ...rest }) => ({ ...rest, score, unscored }));
const task = fc.record({
  id: text,
  input: fc.oneof(text, fc.array(message, { minLength: 1, maxLength: 3 })),
  expected: fc.anything(),
  attempts: fc.array(attempt, { minLength: 1, maxLength: 3 }),
});

it("G12 nothing unsafe ever comes out, whatever a result says", () => {
  fc.assert(
    fc.property(task, text, (given, label) => {
      const result = exampleResult([given]);
      for (const only of ["failed", "all"] as const) {
        expect(renderReport(result, { only })).not.toMatch(active);
      }
      for (const { attemptIndex } of result.taskResults[0]?.attempts ?? []) {
        expect(renderAttempt(result, `${given.id}/${attemptIndex}`)).not.toMatch(active);
      }
      expect(messageOf(() => renderAttempt(result, label))).not.toMatch(unsafe);
      expect(messageOf(() => renderAttempt(result, `${given.id}/9`))).not.toMatch(unsafe);
      expect(messageOf(() => renderReport(result, { [label]: 1 }))).not.toMatch(unsafe);
    }),
    { numRuns: 300 },
  );
}, 60_000);

it("lines of the report are bounded, whatever a result says", () => {
  const giant = "\u001b[31m 🎉 ".repeat(200_000);
  const result = exampleResult([
    {
      id: giant,
      input: giant,
      attempts: [
        {
          unscored: { cause: "error", reason: giant },
          error: `${giant}!`,
          run: exampleRun({
            text: giant,
            refusal: giant,
            toolExecutions: [
              { toolCallId: giant, name: giant, rawArguments: giant, status: "ok", result: giant },
            ],
          }),
        },
      ],
    },
  ]);
  const lines = renderReport(result).split("\n");
  expect(lines).toHaveLength(11);
  for (const line of lines) expect([...line].length).toBeLessThan(300);
});

it("an attempt is shown in time that grows with its size only", () => {
  const lines = "x\n".repeat(1_000_000);
  const messages = Array.from({ length: 100_000 }, (_, index): Message => {
    const toolCall = { id: "c", name: "add", rawArguments: String(index) };
    return { role: "assistant", content: null, toolCalls: [toolCall] };
  });
  const toolExecutions = messages.map((_, index): ToolExecution => {
    return { toolCallId: "c", name: "add", rawArguments: String(index), status: "ok" };
  });
  const run = exampleRun({
    messages: [...messages, { role: "user", content: lines }],
    toolExecutions,
  });
  const result = exampleResult([{ attempts: [{ ...passed, run }] }]);
  const shown = renderAttempt(result, "t1/0").split("\n");
  expect(shown.filter((line) => line === "    x")).toHaveLength(1_000_000);
  expect(shown.filter((line) => line.startsWith("  tool call add (c) -> ok: "))).toHaveLength(
    100_000,
  );
}, 60_000);

/** Every report in a file, of a result whose every text is hostile. */
const hostile = fc
  .record({
    tasks: fc.uniqueArray(task, { minLength: 1, maxLength: 2, selector: ({ id }) => id }),
    env: text,
    envFingerprint: text,
    policyFingerprint: text,
    warnings: fc.array(text, { maxLength: 2 }),
  })
  .map(({ tasks, warnings, ...texts }) => {
    const plain = exampleResult(tasks);
    return new RolloutResult({ ...plain, header: { ...plain.header, ...texts }, warnings });
  });

function withVerdict(result: RolloutResult) {
  return { verdict: checkGates(result, { minTaskRate: 1, minCoverage: 1 }) };
}

it("G12 JUnit is well-formed XML with our elements only, whatever a result says", () => {
  fc.assert(
    fc.property(hostile, (result) => {
      const xml = toJUnit(result, withVerdict(result));
      expect(xml).not.toMatch(active);
      const names = new Set<string>();
      const cases: unknown[] = [];
      const parser = new SaxesParser();
      parser.on("error", (error) => {
        throw error;
      });
      parser.on("opentag", ({ name, attributes }) => {
        names.add(name);
        if (name === "testcase") cases.push(attributes.name);
      });
      parser.write(xml).close();
      const known = "testsuites testsuite properties property testcase failure error skipped";
      expect([...names].filter((name) => !known.split(" ").includes(name))).toEqual([]);
      // One for each attempt, and one for all of a task that never ran: a file may say that a billion are missing.
      const expected = result.taskResults.map(({ attempts: { length } }) =>
        length < result.header.k ? length + 1 : length,
      );
      expect(cases.slice(3)).toHaveLength(expected.reduce((sum, count) => sum + count, 0));
    }),
    { numRuns: 200 },
  );
}, 60_000);

it("G12 CSV has its columns in every row and no formula, read with commas or with semicolons", () => {
  fc.assert(
    fc.property(hostile, (result) => {
      const csv = toCsv(result);
      expect(csv.replaceAll("\r\n", "\n")).not.toMatch(active);
      const rows: string[][] = parseCsv(csv);
      const attempts = result.taskResults.flatMap((each) => each.attempts);
      expect(rows).toHaveLength(attempts.length + 1);
      expect(rows.every(({ length }) => length === 21)).toBe(true);
      expect(csv).not.toMatch(/;[\s"]*[=+\-@]/);
      for (const cell of rows.flat()) {
        expect(cell).not.toMatch(/^[\s"]*[=+\-@]/);
      }
    }),
    { numRuns: 200 },
  );
}, 60_000);

it("G12 HTML has our elements and attributes only, and shows the text, whatever a result says", () => {
  fc.assert(
    fc.property(hostile, (result) => {
      const html = toHtml(result, withVerdict(result));
      const parseErrors: unknown[] = [];
      const document = parseHtml(html, {
        onParseError: ({ code }) => {
          // Harmless: such a character is shown as it is.
          if (code !== "noncharacter-in-input-stream") parseErrors.push(code);
        },
      });
      expect(html).not.toMatch(active);
      expect(parseErrors).toEqual([]);
      const elements = elementsOf(document);
      expect(elements.filter(({ tagName }) => tagName === "script")).toHaveLength(1);
      expect(unknownIn(elements, htmlAllowed)).toEqual([]);
      for (const element of elements) {
        for (const { name, value } of element.attrs) {
          if (name === "href") expect(value).toMatch(/^(#t\d+(-a\d+)?|data:,)$/);
        }
      }
      const titles = elements.filter(({ tagName }) => tagName === "h3").map(textOf);
      expect(titles).toEqual(
        result.taskResults.map((each) => toSafeLine(clipName(each.task.id, 200))),
      );
    }),
    { numRuns: 200 },
  );
}, 60_000);

it("G12 Markdown has no link, image, HTML or mention, whatever a result says", () => {
  fc.assert(
    fc.property(hostile, (result) => {
      const markdown = toMarkdown(result, withVerdict(result));
      expect(markdown).not.toMatch(active);
      const document = parseFragment(marked.parse(markdown, { async: false }));
      const elements = elementsOf(document);
      expect(unknownIn(elements, markdownAllowed)).toEqual([]);
      expect(textOutsideCode(document)).not.toMatch(/[@`<>]|:\/\/|www[.]/);
      const rows = elements.filter(({ tagName }) => tagName === "tr");
      const widths = rows.map(({ childNodes }) => childNodes.filter(isElement).length);
      const facts = widths.filter((width) => width === 2).length;
      expect(widths).toEqual([
        5,
        5,
        5,
        5,
        ...Array(facts).fill(2),
        7,
        ...result.taskResults.map(() => 7),
      ]);
    }),
    { numRuns: 200 },
  );
}, 60_000);

it("G12 JSON gives back the errors, and annotations are one command a line, whatever a result says", () => {
  fc.assert(
    fc.property(hostile, (result) => {
      const json = toJson(result, withVerdict(result));
      expect(json).not.toMatch(active);
      expect(String(result)).not.toMatch(active);
      expect(renderVerdict(withVerdict(result).verdict)).not.toMatch(active);
      expect(JSON.parse(json)).toMatchObject({ env: result.header.env, warnings: result.warnings });
      for (const line of toGitHubAnnotations(result, withVerdict(result))) {
        expect(line).toMatch(/^::(error|warning|notice) title=[^:,]*::.*$/);
        expect(line).not.toMatch(unsafe);
        expect(line).not.toContain("\n");
      }
    }),
    { numRuns: 200 },
  );
}, 60_000);

const htmlAllowed: Readonly<Record<string, string>> = {
  html: "lang",
  head: "",
  meta: "charset http-equiv content name",
  link: "rel href",
  title: "",
  style: "",
  script: "",
  body: "",
  h1: "",
  h2: "class",
  h3: "",
  div: "class",
  table: "",
  thead: "",
  tbody: "",
  tr: "data-task data-position data-verdicts data-zone",
  th: "scope",
  td: "class",
  a: "class href title aria-label",
  p: "",
  ul: "",
  li: "",
  form: "class data-task-count hidden",
  label: "",
  input: "type name value checked",
  output: "id",
  section: "id data-task data-position data-verdicts data-zone",
  pre: "id",
  details: "data-verdict",
  summary: "",
  span: "class",
};
const markdownAllowed: Readonly<Record<string, string>> = Object.fromEntries(
  "h2 h3 p strong code ul li table thead tbody tr th td".split(" ").map((name) => [name, ""]),
);

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: Node): node is Element => "tagName" in node;

function elementsOf(node: Node): Element[] {
  const below = "childNodes" in node ? node.childNodes.flatMap(elementsOf) : [];
  return isElement(node) ? [node, ...below] : below;
}

function textOf(node: Node): string {
  if (node.nodeName === "#text") return (node as DefaultTreeAdapterTypes.TextNode).value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

function textOutsideCode(node: Node): string {
  if (node.nodeName === "code" || node.nodeName === "#text")
    return node.nodeName === "code" ? "" : textOf(node);
  return "childNodes" in node ? node.childNodes.map(textOutsideCode).join("") : "";
}

/** `element` or `element.attribute` that is not ours. */
function unknownIn(
  elements: readonly Element[],
  allowed: Readonly<Record<string, string>>,
): string[] {
  return elements.flatMap(({ tagName, attrs }) => {
    if (!Object.hasOwn(allowed, tagName)) return [tagName];
    const names = (allowed[tagName] ?? "").split(" ");
    return attrs.flatMap(({ name }) => (names.includes(name) ? [] : [`${tagName}.${name}`]));
  });
}

function messageOf(act: () => unknown): string {
  try {
    act();
    return "";
  } catch (thrown) {
    if (thrown instanceof RolloutsError) return thrown.message;
    throw thrown;
  }
}
