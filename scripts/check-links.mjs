// Follows every link on our pages that leads to a file or a heading of this repository. Pages given as
// arguments are checked in place of all.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { markdownPages, root } from "./markdown-pages.mjs";

const pages = process.argv.length > 2 ? process.argv.slice(2) : [...markdownPages()];

const linkPattern = /\]\(\s*<?([^\s)>]+)|^\[[^\]]+\]:\s*(\S+)/gm;

/** A page without its code, in which nothing is a link or a heading. */
function proseOf(page) {
  const text = readFileSync(page, "utf8").replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, "");
  return { text, links: text.replaceAll(/(`+)[^`][\s\S]*?\1/g, "code") };
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page) {
  const counts = new Map();
  return [...proseOf(page).text.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading]) => {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "").replaceAll(" ", "-");
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

function faultOf(page, link) {
  const [path, anchor] = decodeURI(link).split("#");
  let file = path === "" ? page : join(dirname(page), path);
  if (path.startsWith("/") || !existsSync(file)) return "leads nowhere";
  if (anchor === undefined) return undefined;
  if (statSync(file).isDirectory()) file = join(file, "README.md");
  if (!file.endsWith(".md") || !existsSync(file)) return "has an anchor, but leads to no page";
  return anchorsOf(file).includes(anchor) ? undefined : "leads to a heading that is not there";
}

const faults = [];
let linkCount = 0;
for (const page of pages) {
  for (const [, inline, reference] of proseOf(page).links.matchAll(linkPattern)) {
    const link = inline ?? reference;
    if (/^[a-z][a-z+.-]*:/i.test(link)) continue;
    linkCount += 1;
    const fault = faultOf(page, link);
    if (fault !== undefined) faults.push(`${relative(root, resolve(page))}: ${link} ${fault}`);
  }
}

for (const fault of faults) console.error(fault);
console.log(`links: ${linkCount} within the repository, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
