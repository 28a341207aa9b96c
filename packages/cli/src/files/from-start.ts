import { isAbsolute, sep } from "node:path";

const startFolder = process.cwd();

/**
 * A path as it was meant when it was typed: the user's code may have gone to another folder since. Not joined
 * to it, which would take `..` after a link for a matter of names.
 */
export function fromStart(path: string): string {
  return isAbsolute(path) ? path : `${startFolder}${sep}${path}`;
}
