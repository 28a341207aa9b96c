import { format, parse } from "node:path";

/** `rows.jsonl` gives `rows.validation.jsonl`. */
export function validationPathOf(path: string): string {
  const { root, dir, name, ext } = parse(path);
  return format({ root, dir, name: `${name}.validation`, ext });
}
