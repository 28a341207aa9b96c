// Holds the programs on our pages to files that are compiled and tested. A block of TypeScript below
// `<!-- from path -->`, or `<!-- from path#region -->`, must equal that file, or what stands in it
// between `// #region region` and `// #endregion`, byte for byte. `--write` fills the blocks. Guides
// and READMEs have no other blocks of TypeScript. Pages given as arguments are checked in place of all.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { markdownPages, root } from "./markdown-pages.mjs";

const isWriting = process.argv.includes("--write");
const given = process.argv.slice(2).filter((argument) => argument !== "--write");
const pages = given.length > 0 ? given : [...markdownPages()];

const markerPattern = /^<!-- from .*$/gm;
const fencePattern = /^```(ts|typescript|tsx)\b/gm;
const guidePattern = /^(README\.md|docs\/[^/]+\.md|packages\/[^/]+\/README\.md)$/;
const blockPattern = /^(<!-- from (\S+?)(?:#([\w-]+))? -->\n+```ts\n)((?:(?!```).*\n)*)```$/gm;

/** The code that a block must hold, or what is wrong with its marker. */
function codeOf(path, region) {
  const file = resolve(root, path);
  if (!existsSync(file)) return { fault: `names ${path}, which is no file` };
  const source = readFileSync(file, "utf8");
  const code =
    region === undefined
      ? source
      : new RegExp(`^// #region ${region}\n([\\s\\S]*?)^// #endregion`, "m").exec(source)?.[1];
  if (code === undefined) return { fault: `names ${path}, which has no region ${region}` };
  if (/^```/m.test(code)) return { fault: `names ${path}, whose code would end the block` };
  return { code: code.endsWith("\n") ? code : `${code}\n` };
}

const faults = [];
let blockCount = 0;
for (const page of pages) {
  const text = readFileSync(page, "utf8");
  const name = relative(root, resolve(page));
  let pageBlockCount = 0;
  const filled = text.replace(blockPattern, (block, start, path, region, shown) => {
    pageBlockCount += 1;
    const { fault, code } = codeOf(path, region);
    if (fault !== undefined) faults.push(`${name}: a block ${fault}`);
    if (code === undefined || code === shown) return block;
    if (!isWriting) faults.push(`${name}: the block from ${path} is not what stands there`);
    return `${start}${code}\`\`\``;
  });
  if (pageBlockCount < (text.match(markerPattern) ?? []).length) {
    faults.push(`${name}: a marker "<!-- from ... -->" has no block of TypeScript below it`);
  }
  if (guidePattern.test(name) && pageBlockCount < (text.match(fencePattern) ?? []).length) {
    faults.push(`${name}: a block of TypeScript has no marker "<!-- from ... -->" above it`);
  }
  blockCount += pageBlockCount;
  if (isWriting && filled !== text) writeFileSync(page, filled);
}
if (blockCount === 0) faults.push("there is no block with a marker");

for (const fault of faults) console.error(fault);
console.log(`snippets: ${blockCount} blocks, ${faults.length} faults`);
if (faults.length > 0 && !isWriting)
  console.log("node scripts/check-snippets.mjs --write fills the blocks");
process.exitCode = faults.length === 0 ? 0 : 1;
