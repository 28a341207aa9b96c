import { glyphs } from "../verdict-glyph.ts";

const colours = new Map([
  [glyphs.passed, 32],
  [glyphs.failed, 31],
  [glyphs.unscored, 33],
]);

/** Colours the signs in a part of a line, and leaves the rest: an id may hold the same signs. */
export function paintGlyphs(line: string, start: number, length: number): string {
  const painted = line.slice(start, start + length).replace(/(.)\1*/gu, (run, sign: string) => {
    const colour = colours.get(sign);
    return colour === undefined ? run : `\u001b[${colour}m${run}\u001b[39m`;
  });
  return `${line.slice(0, start)}${painted}${line.slice(start + length)}`;
}
