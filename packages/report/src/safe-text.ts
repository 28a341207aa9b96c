import { toSafeLine } from "@rollouts/core";
import { toText } from "./json-text.ts";

/**
 * Lines as one text that is safe to print. Every printed report leaves through here, so what a model,
 * a tool or a file says cannot carry a terminal escape out, start a line of its own, or be taken for
 * a command by the log of a CI service.
 */
export function toSafeText(lines: readonly string[]): string {
  return lines.map(toSafeLine).join("\n");
}

/** A labelled text: on the label's line, or indented below it when the text has several lines. */
export function labelled(indent: string, label: string, value: unknown): string[] {
  const text = toText(value);
  const lines = text.split("\n");
  if (lines.length === 1) return [`${indent}${label}: ${text === "" ? "(empty)" : text}`];
  return [`${indent}${label}:`, ...lines.map((line) => `${indent}  ${line}`)];
}
