import { type AttemptResult, formatNumber } from "@rollouts/core";
import { answerOf } from "../attempt-block.ts";
import { attemptFacts, reasonOf } from "../attempt-facts.ts";
import { clip } from "../clip.ts";
import type { GateCheck } from "../gates/gate-verdict.ts";
import { verdictOf } from "../verdict-glyph.ts";
import { type Attributes, toSeconds, toXmlAttributes } from "./xml-element.ts";
import { toXmlText } from "./xml-text.ts";

/** One `testcase`, and what it counts as. */
export interface JUnitCase {
  readonly kind: "passed" | "failure" | "error" | "skipped";
  readonly durationMs: number;
  readonly lines: readonly string[];
}

const kindOfVerdict = { passed: "passed", failed: "failure", unscored: "error" } as const;
const kindOfOutcome = {
  passed: "passed",
  failed: "failure",
  "not enough evidence": "error",
} as const;

/** An attempt that ran. */
export function attemptCase(attempt: AttemptResult, head: Attributes): JUnitCase {
  const { score, unscored, error, errorType, durationMs, run } = attempt;
  const reason = reasonOf(attempt, error);
  const errorLabel = errorType === null ? "error" : `error (${clip(errorType, 100)})`;
  const answer = run === null ? "(no run captured)" : clip(answerOf(run), 2000) || "(none)";
  return toCase({
    kind: kindOfVerdict[verdictOf(attempt)],
    durationMs,
    head,
    type: unscored?.cause ?? "failed",
    message: clip(error ?? reason ?? `value=${formatNumber(score?.value ?? 0, 2)}`, 300),
    body: [
      attemptFacts(attempt),
      ...(error ? [`${errorLabel}: ${clip(error, 2000)}`] : []),
      ...(reason ? [`reason: ${clip(reason, 2000)}`] : []),
      `answer: ${answer}`,
    ],
  });
}

/** The planned attempts of a task that never started; `end` says how the run came short, if it did. */
export function missingCase(head: Attributes, count: number, end: string | null): JUnitCase {
  const attempts = count === 1 ? "1 attempt" : `${count} attempts`;
  const message = `${attempts} never ran${end === null ? "" : ` (${end})`}`;
  return toCase({ kind: "skipped", durationMs: 0, head, message, body: [] });
}

/** A check of the gates. */
export function gateCase({ name, outcome, reason }: GateCheck): JUnitCase {
  return toCase({
    kind: kindOfOutcome[outcome],
    durationMs: 0,
    head: { classname: "gates", name },
    type: outcome,
    message: clip(reason, 700),
    body: [],
  });
}

function toCase(facts: {
  readonly kind: JUnitCase["kind"];
  readonly durationMs: number;
  readonly head: Attributes;
  readonly type?: string | undefined;
  readonly message: string;
  readonly body: readonly string[];
}): JUnitCase {
  const { kind, durationMs, head, type, message, body } = facts;
  const start = `    <testcase${toXmlAttributes({ ...head, time: toSeconds(durationMs) })}`;
  if (kind === "passed") return { kind, durationMs, lines: [`${start}/>`] };
  const tag = `<${kind}${toXmlAttributes({ message, type })}`;
  const text = body.map(toXmlText).join("\n");
  const inner = text === "" ? `${tag}/>` : `${tag}>${text}</${kind}>`;
  return { kind, durationMs, lines: [`${start}>`, `      ${inner}`, "    </testcase>"] };
}
