import { InvalidArgumentError } from "commander";
import type { MetadataFilter } from "../selection/metadata-filter.ts";
import type { Shard } from "../selection/shard.ts";

/** Reads a whole number. */
export function wholeNumber(minimum: number, maximum?: number): (text: string) => number {
  const range = maximum === undefined ? `>= ${minimum}` : `from ${minimum} to ${maximum}`;
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    const isInRange = value >= minimum && value <= (maximum ?? Number.MAX_SAFE_INTEGER);
    if (isInRange) return value;
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };
}

/** Reads a share: a decimal number from 0 to 1. */
export function share(text: string): number {
  const value = decimal(text);
  if (value <= 1) return value;
  throw new InvalidArgumentError("It must be a number from 0 to 1, such as 0.8.");
}

/** Reads an amount of money. */
export function dollars(text: string): number {
  const value = decimal(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("It must be a number over 0, such as 2.50.");
}

function decimal(text: string): number {
  return /^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

/** Reads `2/3`. */
export function shard(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError("It must be such as 2/3, for the second of three parts.");
}

/** Reads `key=value`, for an option that may be given several times. */
export function filters(
  text: string,
  before: readonly MetadataFilter[] | undefined,
): readonly MetadataFilter[] {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (key === undefined || value === undefined) {
    throw new InvalidArgumentError("It must be such as difficulty=hard.");
  }
  return [...(before ?? []), { key, value }];
}

/** Collects the values of an option that may be given several times. */
export function several(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

/** The same, for an option with a few choices. */
export function severalOf<Choice extends string>(choices: readonly Choice[]) {
  return (text: string, before: readonly Choice[] | undefined): readonly Choice[] => {
    const choice = choices.find((each) => each === text);
    if (choice !== undefined) return [...(before ?? []), choice];
    throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}.`);
  };
}
