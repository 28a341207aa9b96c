import fc from "fast-check";
import { expect, test } from "vitest";
import { createTextReader } from "./text-reader.ts";

test("however the bytes are cut, the text is the same, without a byte order mark", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.array(fc.nat(5)),
      fc.boolean(),
      (text, cuts, hasMark) => {
        const whole = text.replace(/^\uFEFF/, "");
        const reader = createTextReader();
        let rest = Buffer.from(hasMark ? `\uFEFF${whole}` : whole);
        let read = "";
        for (const cut of cuts) {
          read += reader.read(rest.subarray(0, cut));
          rest = rest.subarray(cut);
        }
        expect(read + reader.read(rest)).toBe(whole);
      },
    ),
  );
});

test("bytes that are no UTF-8 do not stop it", () => {
  expect(createTextReader().read(Uint8Array.of(0x61, 0xff, 0x62))).toBe("a\uFFFDb");
});
