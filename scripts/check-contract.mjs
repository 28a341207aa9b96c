// Holds docs/contract.md to the tests: every row names test files with a test title that carries the
// row's id, or says after a dash why it has none. A page given as argument is checked instead.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { root } from "./markdown-pages.mjs";

const page = process.argv[2] ?? resolve(root, "docs/contract.md");

const rowPattern = /^\|\s*([A-Z]+\d+)\s*\|(.*)\|([^|]*)\|\s*$/;
/** What stands in quotes right after `it(`, or after the table of an `it.each`. */
const titlePattern = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;
const titlesByFile = new Map();

function titlesOf(file) {
  if (!titlesByFile.has(file)) {
    const source = readFileSync(resolve(root, file), "utf8");
    const titles = [...source.matchAll(titlePattern)].map(([, , title]) => title);
    titlesByFile.set(file, titles.join("\n"));
  }
  return titlesByFile.get(file);
}

function* faultsOf(id, rule, tests) {
  if (rule.trim() === "") yield "has no rule";
  if (/^\s*-\s+\S/.test(tests)) return;
  const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file]) => file);
  if (files.length === 0) yield "has neither a test nor, after a dash, a reason for having none";
  for (const file of files) {
    if (!/^(packages|examples)\/.+\.test\.ts$/.test(file) || !existsSync(resolve(root, file))) {
      yield `names ${file}, which is no test file`;
    } else if (!new RegExp(`\\b${id}\\b`).test(titlesOf(file))) {
      yield `names ${file}, where no test title carries ${id}`;
    }
  }
}

const faults = [];
const seen = new Set();
for (const [index, line] of readFileSync(page, "utf8").split("\n").entries()) {
  const at = `${page}:${index + 1}`;
  const row = rowPattern.exec(line);
  if (row === null) {
    if (/^\|\s*[A-Z]+\d/.test(line)) faults.push(`${at}: this row cannot be read: ${line}`);
    continue;
  }
  const [, id, rule, tests] = row;
  if (seen.has(id)) faults.push(`${at}: ${id} stands here a second time`);
  seen.add(id);
  for (const fault of faultsOf(id, rule, tests)) faults.push(`${at}: ${id} ${fault}`);
}
if (seen.size === 0) faults.push(`${page}: there is no row`);

for (const fault of faults) console.error(fault);
console.log(`contract: ${seen.size} rows, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
