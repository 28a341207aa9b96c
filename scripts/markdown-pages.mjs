// Which pages of this repository people read: every Markdown file but what was installed or built.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export function* markdownPages(folder = root) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith(".") || ["node_modules", "dist"].includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (path === join(root, "docs", "api")) continue;
    if (entry.isDirectory()) yield* markdownPages(path);
    else if (entry.name.endsWith(".md")) yield path;
  }
}
