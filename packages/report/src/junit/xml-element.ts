import type { Fact } from "../result-facts.ts";
import { toXmlText } from "./xml-text.ts";

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** ` name="value"` for each that is not undefined. */
export function toXmlAttributes(values: Attributes): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${toXmlText(String(value))}"`))
    .join("");
}

/** The lines of a `properties` element; none when there is nothing in it. */
export function propertyLines(indent: string, facts: readonly Fact[]): string[] {
  if (facts.length === 0) return [];
  return [
    `${indent}<properties>`,
    ...facts.map(([name, value]) => `${indent}  <property${toXmlAttributes({ name, value })}/>`),
    `${indent}</properties>`,
  ];
}

/** `1500` as `1.500`. */
export function toSeconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}
