import { join, parse } from "node:path";

/** `rows.jsonl` gives `rows.validation.jsonl`. */
export function validationPathOf(path: string): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}.validation${ext}`);
}
