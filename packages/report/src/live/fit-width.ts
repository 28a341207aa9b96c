import stringWidth from "string-width";

const segmenter = new Intl.Segmenter();

/** As much of a safe text as fits into so many columns of a terminal, `…` where it was cut. */
export function fitWidth(text: string, columns: number): string {
  if (columns <= 0) return "";
  if (text.length <= columns && stringWidth(text) <= columns) return text;
  let width = 0;
  let whole = "";
  let head = "";
  for (const { segment } of segmenter.segment(text)) {
    width += stringWidth(segment);
    if (width > columns) return `${head}…`;
    whole += segment;
    if (width <= columns - 1) head = whole;
  }
  return whole;
}

/** Spaces at the end, up to so many columns. */
export function padWidth(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - stringWidth(text)));
}
