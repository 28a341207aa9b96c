import { isPlainObject } from "@rollouts/core";

type Detail = Record<string, unknown>;

/** Puts streamed `reasoning_details` together, which a server wants back as they were. */
export interface ReasoningDetails {
  /** Takes those of a delta; true when there were any. */
  add(details: unknown): boolean;
  whole(): readonly Detail[];
}

/** Members that arrive in pieces. */
const texts = ["text", "summary", "data"];

/** A piece continues the last detail when it has the same index and type. */
export function createReasoningDetails(): ReasoningDetails {
  const whole: Detail[] = [];

  function addOne(detail: Detail): void {
    const last = whole.at(-1);
    if (last === undefined || last.type !== detail.type || last.index !== detail.index) {
      whole.push(detail);
      return;
    }
    const news = Object.entries(detail).filter(([, value]) => value !== null);
    const joined = news.map(([name, value]) => [name, join(name, last[name], value)]);
    whole[whole.length - 1] = { ...last, ...Object.fromEntries(joined) };
  }

  return {
    add(details) {
      if (!Array.isArray(details)) return false;
      const present = details.filter(isPlainObject);
      for (const detail of present) addOne(detail);
      return present.length > 0;
    },
    whole: () => whole,
  };
}

function join(name: string, before: unknown, value: unknown): unknown {
  const isText = texts.includes(name) && typeof before === "string" && typeof value === "string";
  return isText ? before + value : value;
}
