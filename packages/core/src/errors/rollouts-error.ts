import type { Advice } from "./advice.ts";
import { describeThrown, errorTypeOf, memberOf } from "./thrown.ts";

const brand = Symbol.for("@rollouts/error");

/** What every error of these packages is made from. */
export interface RolloutsErrorOptions<Code extends string = string> {
  readonly code: Code;
  /** What happened, with the value, and what to do, unless `advice` says that. */
  readonly message: string;
  /** What to do; it becomes the end of the message. */
  readonly advice?: Advice | undefined;
  readonly cause?: unknown;
}

/** An error as plain data. */
export interface ErrorRecord {
  readonly name: string;
  readonly message: string;
  /** Only on errors of these packages. */
  readonly code?: string | undefined;
  readonly cause?: ErrorRecord | undefined;
}

/** Base class of every error that these packages throw on purpose. */
export class RolloutsError<Code extends string = string> extends Error {
  /** Why it failed. Stable across releases; the message is not. */
  readonly code: Code;
  /** The message without `advice`. */
  declare readonly problem: string;
  /** What to do, apart from what happened, where a tool may say that better. */
  declare readonly advice: Advice | undefined;

  constructor({ code, message: problem, advice, cause }: RolloutsErrorOptions<Code>) {
    const message = advice === undefined ? problem : `${problem} ${advice.text}`;
    super(message, cause === undefined ? undefined : { cause });
    // Spelled out by each class, since bundlers rename classes.
    this.name = "RolloutsError";
    this.code = code;
    Object.defineProperty(this, brand, { value: true });
    // Hidden, since whoever prints the error has the message.
    Object.defineProperty(this, "problem", { value: problem });
    Object.defineProperty(this, "advice", { value: advice });
  }

  /** Name, code, message, cause and the plain fields of the class. */
  toJSON(): ErrorRecord {
    const fields = Object.entries(this).filter(([, value]) => isPlainField(value));
    return { ...Object.fromEntries(fields), ...toErrorRecord(this) };
  }
}

/** Whatever else was hung on an error, such as a request, may hold secrets. */
function isPlainField(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === "string");
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

/** True for an error made by any copy of these packages. */
export function isRolloutsError(error: unknown): error is RolloutsError {
  try {
    return typeof error === "object" && error !== null && Object.hasOwn(error, brand);
  } catch {
    return false; // a proxy that throws
  }
}

const maxCauses = 5;

/** Turns anything that was thrown into plain data; causes are followed five deep. */
export function toErrorRecord(thrown: unknown): ErrorRecord {
  return recordOf(thrown, 0);
}

function recordOf(thrown: unknown, depth: number): ErrorRecord {
  const code = isRolloutsError(thrown) ? memberOf(thrown, "code") : undefined;
  const cause = depth < maxCauses ? memberOf(thrown, "cause") : undefined;
  return {
    name: errorTypeOf(thrown) ?? "Error",
    ...(typeof code === "string" ? { code } : {}),
    message: describeThrown(thrown),
    ...(cause === undefined ? {} : { cause: recordOf(cause, depth + 1) }),
  };
}
