import fc from "fast-check";
import { expect, it } from "vitest";
import { worstExitCode } from "./exit-code.ts";

it("of several exit codes 130 counts before 5, 2, 4, 3, 1 and 0", () => {
  const order = [130, 5, 2, 4, 3, 1, 0];
  const codes = fc.array(fc.constantFrom(...order), { minLength: 1 });
  fc.assert(
    fc.property(codes, (given) => {
      expect(worstExitCode(given)).toBe(order.find((code) => given.includes(code)));
    }),
  );
});
