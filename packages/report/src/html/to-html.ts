import { createHash } from "node:crypto";
import { checkResult, type RolloutResult } from "@rollouts/core";
import { clipName } from "../clip.ts";
import { checkFileOptions, type FileReportOptions } from "../file-options.ts";
import type { GateOutcome, GateVerdict } from "../gates/gate-verdict.ts";
import { formatGateValue } from "../gates/render-verdict.ts";
import { resultFacts } from "../result-facts.ts";
import { createShowLines, toHtmlText } from "./html-text.ts";
import { pageScript } from "./page-script.ts";
import { pageStyle } from "./page-style.ts";
import { taskRow, taskSection } from "./task-html.ts";

/**
 * Writes a result as one HTML file: the verdict of the gates if there is one, the numbers, the grid,
 * and every attempt with its transcript. It loads nothing, runs nothing but its own filters, and can
 * be read without JavaScript. Ends with a newline.
 *
 * Foreign text is escaped, and a Content-Security-Policy allows only the style and the script that
 * this package wrote, by their hashes. The text of an attempt is clipped at 100,000 characters, and
 * that of all attempts together at 50 million.
 *
 * @throws InvalidArgumentError for a value that is no result and for options that it does not know.
 * UnsupportedSpecVersionError for a result of another contract.
 */
export function toHtml(result: RolloutResult, options: FileReportOptions = {}): string {
  checkResult(result);
  checkFileOptions(options, "toHtml");
  const name = toHtmlText(clipName(result.header.env, 200));
  return `${[
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${contentPolicy()}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<link rel="icon" href="data:,">', // else a browser asks the server for one
    `<title>${name}</title>`,
    `<style>${pageStyle}</style>\n</head>\n<body>`,
    `<h1>${name}</h1>`,
    ...(options.verdict === undefined ? [] : gateSection(options.verdict)),
    ...factSection(result),
    ...gridSection(result),
    ...attemptSection(result),
    `<script>${pageScript}</script>`,
    "</body>\n</html>",
  ].join("\n")}\n`;
}

function contentPolicy(): string {
  return [
    "default-src 'none'",
    "img-src data:",
    `style-src ${hashOf(pageStyle)}`,
    `script-src ${hashOf(pageScript)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const classOf: Readonly<Record<GateOutcome, string>> = {
  passed: "passed",
  failed: "failed",
  "not enough evidence": "evidence",
};

function gateSection({ outcome, checks }: GateVerdict): string[] {
  const rows = checks.map(({ name, wanted, found, outcome: each, reason }) => {
    const values = [formatGateValue(wanted, name), formatGateValue(found, name)];
    const outcomeCell = `<td class="${classOf[each]}">${each}</td>`;
    return `<tr><th scope="row">${name}</th><td>${values.join("</td><td>")}</td>${outcomeCell}<td>${toHtmlText(clipName(reason, 700))}</td></tr>`;
  });
  return [
    `<h2 class="${classOf[outcome]}">Gates: ${outcome}</h2>`,
    ...table(["gate", "wanted", "found", "outcome", "reason"], rows),
  ];
}

function factSection(result: RolloutResult): string[] {
  const rows = resultFacts(result).map(
    ([label, value]) => `<tr><th scope="row">${label}</th><td>${toHtmlText(value)}</td></tr>`,
  );
  const warnings = result.warnings.map(
    (warning) => `<li>${toHtmlText(clipName(warning, 500))}</li>`,
  );
  return [
    `<table><tbody>\n${rows.join("\n")}\n</tbody></table>`,
    ...(warnings.length === 0 ? [] : [`<h2>Warnings</h2>\n<ul>${warnings.join("\n")}</ul>`]),
  ];
}

function gridSection({ taskResults }: RolloutResult): string[] {
  const choices = ["all", "passed", "failed", "unscored"].map((verdict) => {
    const checked = verdict === "all" ? " checked" : "";
    return `<label><input type="radio" name="verdict" value="${verdict}"${checked}> ${verdict}</label>`;
  });
  const titles = ["task", "attempts", "passed / scored", "pass rate", "95 % interval (Wilson)"];
  return [
    "<h2>Tasks</h2>",
    "<p>█ passed, ░ failed, ▲ unscored: no verdict</p>",
    `<form class="filters" data-task-count="${taskResults.length}" hidden>`,
    ...choices,
    '<label><input type="checkbox" name="zone"> learning zone only</label>',
    '<label>task <input type="search" name="words"></label>',
    '<output id="found"></output>\n</form>',
    ...table([...titles, "unscored", ""], taskResults.map(taskRow)),
  ];
}

function attemptSection({ taskResults }: RolloutResult): string[] {
  const showLines = createShowLines();
  return [
    "<h2>Attempts</h2>",
    ...taskResults.map((taskResult, position) => taskSection(taskResult, position, showLines)),
  ];
}

function table(titles: readonly string[], rows: readonly string[]): string[] {
  const head = titles.map((title) => `<th scope="col">${title}</th>`).join("");
  return [
    `<div class="scroll"><table><thead><tr>${head}</tr></thead>`,
    `<tbody>\n${rows.join("\n")}\n</tbody></table></div>`,
  ];
}
