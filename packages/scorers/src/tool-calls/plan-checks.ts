import {
  canonicalJson,
  InvalidArgumentError,
  invalidArgument,
  type JsonObject,
} from "@rollouts/core";
import { isList } from "../is-list.ts";
import { describeCheck } from "./describe-failure.ts";
import {
  caller,
  type ExpectedToolCall,
  type ToolCallPattern,
  type ToolCallScorerOptions,
} from "./tool-call-options.ts";
import { matchesCheck, type ToolCheck } from "./tool-use.ts";

/** What a run is held to. */
export interface ToolCallPlan {
  /** In the order of `expected`, which only counts when `ordered`. */
  readonly checks: readonly ToolCheck[];
  readonly forbidden: readonly ToolCheck[];
  readonly ordered: boolean;
  readonly allowAdditional: boolean;
  readonly lenient: boolean;
}

/**
 * Turns the options, which are checked already, into checks.
 *
 * @throws InvalidArgumentError when there is nothing to check, or nothing that could pass.
 */
export function planChecks(options: ToolCallScorerOptions): ToolCallPlan {
  const { ordered = false, allowAdditional = true, lenient = false } = options;
  const checks = ordered ? planSequence(options) : planSet(options);
  if (checks.length > maxChecks) {
    throw invalidArgument("expected", `at most ${maxChecks} calls in all`, checks.length, {
      caller,
    });
  }
  const forbidden = (options.forbidden ?? []).map(toCheck);
  if (checks.length === 0 && forbidden.length === 0 && allowAdditional) {
    throw new InvalidArgumentError({
      argument: "expected",
      message: `${caller} has nothing to check: give expected, arguments or forbidden; for no calls at all, allowAdditional: false.`,
    });
  }
  refuseForbiddenExpectation(checks, forbidden, lenient);
  return { checks, forbidden, ordered, allowAdditional, lenient };
}

/** Matching takes time that grows faster than their number. */
const maxChecks = 100;

/** A bare name is one check however often it is given, and none where its arguments are given. */
function planSet({ expected = [], arguments: byName = {} }: ToolCallScorerOptions): ToolCheck[] {
  const names = new Set(expected.filter((call) => typeof call === "string"));
  const bare = [...names].filter((name) => !Object.hasOwn(byName, name));
  const patterns = expected.filter((call) => typeof call !== "string");
  const specified = Object.entries(byName).flatMap(([name, specs]) =>
    toList(specs).map((spec) => ({ name, arguments: spec })),
  );
  return [...bare, ...specified, ...patterns].flatMap(toChecks);
}

/** The first mention of a name takes the first of its arguments, the second the second. */
function planSequence({
  expected = [],
  arguments: byName = {},
}: ToolCallScorerOptions): ToolCheck[] {
  const left = new Map(Object.entries(byName).map(([name, specs]) => [name, [...toList(specs)]]));
  const checks = expected.flatMap((call) =>
    typeof call === "string"
      ? [toCheck({ name: call, arguments: left.get(call)?.shift() })]
      : toChecks(call),
  );
  for (const [name, specs] of left) {
    if (specs.length === 0) continue;
    throw new InvalidArgumentError({
      argument: "arguments",
      message: `${caller}: arguments has more for ${JSON.stringify(name)} than expected has mentions of it, so their place in the order is not known. Name the tool in expected once for each.`,
    });
  }
  return checks;
}

function toList(specs: JsonObject | readonly JsonObject[]): readonly JsonObject[] {
  return isList(specs) ? specs : [specs];
}

function toChecks(call: string | ExpectedToolCall): ToolCheck[] {
  const count = typeof call === "string" ? 1 : (call.count ?? 1);
  return Array.from({ length: count }, () => toCheck(call));
}

/** A copy, so that what the caller does to the arguments later changes no verdict. */
function toCheck(call: string | ToolCallPattern): ToolCheck {
  if (typeof call === "string") return { name: call, arguments: null };
  const { name, arguments: wanted = {} } = call;
  const copy: JsonObject = JSON.parse(canonicalJson(wanted));
  return { name, arguments: Object.keys(copy).length === 0 ? null : copy };
}

/** Such a scorer would fail every attempt, and look strict. */
function refuseForbiddenExpectation(
  checks: readonly ToolCheck[],
  forbidden: readonly ToolCheck[],
  lenient: boolean,
): void {
  for (const check of checks) {
    // The least that satisfies the check: whatever else is given, a ban on that much holds.
    const least = { name: check.name, status: "ok", arguments: check.arguments ?? {} } as const;
    const ban = forbidden.find((one) => matchesCheck(least, one, lenient));
    if (ban === undefined) continue;
    throw new InvalidArgumentError({
      argument: "forbidden",
      message: `${caller}: ${describeCheck(ban)} is forbidden, and ${describeCheck(check)} is wanted, so that no attempt can pass.`,
    });
  }
}
