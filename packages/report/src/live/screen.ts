import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import type { OutputStream } from "./output-stream.ts";

/** A terminal that knows these shows all that stands between them at once. */
const beginUpdate = "\u001b[?2026h";
const endUpdate = "\u001b[?2026l";
const eraseToLineEnd = "\u001b[K";
const eraseBelow = "\u001b[J";

/** A part of a terminal, above the cursor, that is drawn again and again. */
export interface Screen {
  /** Puts lines in place of those drawn before. */
  draw(lines: readonly string[]): void;
  /** Takes away what was drawn, and puts a text in its place for good. */
  replace(text: string): void;
}

/**
 * Draws on a terminal. Lines are written over and not erased first, in one write, so nothing
 * flickers. The cursor is not hidden: a process that is killed would leave it so.
 */
export function createScreen(stream: OutputStream): Screen {
  let drawn: readonly string[] = [];

  function toTop(): string {
    const rowCount = drawn.reduce((sum, line) => sum + rowsOf(line, columnsOf(stream)), 0);
    return rowCount === 0 ? "\r" : `\r\u001b[${rowCount}A`;
  }

  function put(text: string): void {
    stream.write(`${beginUpdate}${toTop()}${text}${endUpdate}`);
  }

  return {
    draw(lines) {
      put(`${lines.map((line) => `${line}${eraseToLineEnd}\n`).join("")}${eraseBelow}`);
      drawn = lines;
    },
    replace(text) {
      put(`${eraseBelow}${text}`);
      drawn = [];
    },
  };
}

/** Terminals that become narrower wrap what stands there already. */
function rowsOf(line: string, columns: number): number {
  return Math.max(1, Math.ceil(stringWidth(stripVTControlCharacters(line)) / columns));
}

/** A terminal may not know its size, and some say 0. */
export function columnsOf({ columns }: OutputStream): number {
  return columns || 80;
}
