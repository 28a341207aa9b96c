import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { RolloutResult } from "@rollouts/core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  exampleResult,
  exampleRun,
  execution,
  failed,
  passed,
  timedOut,
} from "../__fixtures__/result.ts";
import { checkGates } from "../gates/check-gates.ts";
import { toHtml } from "./to-html.ts";

vi.setConfig({ testTimeout: 60_000 });

/** Where hostile text wants to be loaded from: it counts who comes. */
let visitCount = 0;
const server = createServer((_, response) => {
  visitCount += 1;
  response.end();
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const attack = [
  "<script>alert(1)</script>",
  `"><img src="${host}/a" onerror="alert(2)">`,
  `</pre></style></script><svg onload=alert(3)><script src='${host}/b'></script>`,
  `<meta http-equiv="refresh" content="0;url=${host}/c"><iframe src="${host}/d">`,
  `<style>@import '${host}/e'</style><a href='javascript:alert(4)'>x</a>`,
  "&lt;script&gt;alert(5)&lt;/script&gt; `{{7*7}}` \u001b[2J \u202e",
].join("\n");

const hostileRun = exampleRun({
  text: attack,
  refusal: attack,
  messages: [{ role: "assistant", content: attack, reasoning: attack }],
  toolExecutions: [execution({ name: attack, rawArguments: attack, result: attack })],
});
const plain = exampleResult(
  [
    { id: "easy", attempts: [passed, passed] },
    { id: "hard", attempts: [failed, failed] },
    { id: "mixed", attempts: [{ ...passed, run: exampleRun({ text: "the answer" }) }, failed] },
    { id: `down ${attack}`, input: attack, attempts: [timedOut, { ...timedOut, error: attack }] },
    {
      id: "hostile",
      attempts: [
        {
          score: { value: 0, passed: false, reason: attack, detail: [attack] },
          error: attack,
          errorType: attack,
          run: hostileRun,
          metrics: { [attack]: { score: null, unscored: { cause: "error", reason: attack } } },
        },
      ],
    },
  ],
  { planned: 2 },
);
const result = new RolloutResult({
  ...plain,
  header: { ...plain.header, env: attack },
  warnings: [attack],
});

let folder: string;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rollouts-browser-"));
  const verdict = checkGates(result, { minTaskRate: 1 });
  await writeFile(join(folder, "report.html"), toHtml(result, { verdict }));
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"],
  });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  server.close();
  await rm(folder, { recursive: true });
});

/** Opens the report as a user would, and keeps what a hostile text might bring about. */
async function open(options: BrowserContextOptions = {}) {
  const page = await (await browser.newContext(options)).newPage();
  const events: string[] = [];
  const url = pathToFileURL(join(folder, "report.html")).href;
  page.on("dialog", async (dialog) => {
    events.push(`dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url() !== url && request.url() !== "data:,")
      events.push(`request ${request.url()}`);
  });
  page.on("pageerror", (error) => events.push(`error ${error.message}`));
  page.on("console", (message) => events.push(`console ${message.text()}`));
  await page.goto(url);
  return { page, events };
}

const rowsOf = async (page: Page) =>
  (await page.locator("tbody tr[data-task]:visible th").allTextContents()).map((id) =>
    id.slice(0, 7),
  );
const visibleAttempts = (page: Page) => page.locator("details:visible").count();

it("G12 hostile text asks for nothing, runs nothing, and is there to read", async () => {
  const { page, events } = await open();
  for (const summary of await page.locator("summary").all()) await summary.click();
  await page.locator("pre:visible").last().waitFor();
  expect(await page.locator("pre").last().textContent()).toContain("<script>alert(1)</script>");
  expect(await page.locator("img, iframe, svg, object, embed, a[href^=javascript]").count()).toBe(
    0,
  );
  expect(await page.locator("h1").textContent()).toContain("<script>alert(1)</script>");
  await page.waitForLoadState("networkidle");
  expect(events).toEqual([]);
  expect(visitCount).toBe(0);
});

it("G12 a script that got in all the same would not run", async () => {
  const { page, events } = await open();
  await page.evaluate(`
    const script = document.createElement("script");
    script.textContent = "window.owned = true";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", "<img src='${host}/f' onerror='window.owned = true'>");
  `);
  // The policy refuses the picture after its request was announced; nobody may have come.
  await expect.poll(() => events.filter((event) => event.includes("img-src")).length).toBe(1);
  expect(visitCount).toBe(0);
  expect(await page.evaluate("window.owned")).toBeUndefined();
  expect(events.filter((event) => event.includes("script-src"))).not.toEqual([]);
});

it("filters by verdict, learning zone and task", async () => {
  const { page, events } = await open();
  expect(await rowsOf(page)).toEqual(["easy", "hard", "mixed", "down <s", "hostile"]);
  expect(await visibleAttempts(page)).toBe(9);

  await page.getByLabel("failed", { exact: true }).check();
  expect(await rowsOf(page)).toEqual(["hard", "mixed", "hostile"]);
  expect(await visibleAttempts(page)).toBe(4);
  expect(await page.locator("#found").textContent()).toBe("3 of 5 tasks");

  await page.getByLabel("learning zone only").check();
  expect(await rowsOf(page)).toEqual(["mixed"]);

  await page.getByLabel("all", { exact: true }).check();
  await page.getByLabel("learning zone only").uncheck();
  await page.getByLabel("task", { exact: true }).fill("HARD");
  expect(await rowsOf(page)).toEqual(["hard"]);
  await page.getByLabel("task", { exact: true }).press("Enter");
  expect(await rowsOf(page)).toEqual(["hard"]);
  expect(events).toEqual([]);
});

it("a sign of the grid leads to its attempt and opens it", async () => {
  const { page } = await open();
  await page.getByRole("link", { name: "attempt 0: passed" }).last().click();
  await page.getByText("assistant: 42").and(page.locator("#t2-a0")).waitFor();
  expect(await page.locator("details[open]").count()).toBe(1);
});

it("is as readable without JavaScript", async () => {
  const { page, events } = await open({ javaScriptEnabled: false });
  expect(await page.locator("form.filters").isVisible()).toBe(false);
  expect(await rowsOf(page)).toEqual(["easy", "hard", "mixed", "down <s", "hostile"]);
  expect(await visibleAttempts(page)).toBe(9);
  await page.locator("summary").nth(4).click();
  expect(await page.locator("#t2-a0").isVisible()).toBe(true);
  expect(await page.locator("#t2-a0").textContent()).toContain("the answer");
  expect(events).toEqual([]);
});
