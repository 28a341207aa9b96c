import { expect, it } from "vitest";
import { chains, recurrence } from "./computations.ts";

it.each(Object.entries(chains))("the expected value of chain %s is right", (_, task) => {
  const [a = 0n, b = 0n, multiplier = 0n, modulus = 0n] =
    task.input.match(/\d+/g)?.map(BigInt) ?? [];
  const product = a * b;
  const digitSum = [...String(product)].reduce((sum, digit) => sum + BigInt(digit), 0n);

  expect(BigInt(task.expected)).toBe(digitSum * multiplier - (product % modulus));
});

it.each([8, 9, 10] as const)("the expected value after %d rounds is right", (rounds) => {
  let value = 271828n;
  for (let round = 1n; round <= rounds; round += 1n)
    value = (value * value + 97n * round + 31n) % 10000019n;

  expect(BigInt(recurrence(rounds).expected)).toBe(value);
});
