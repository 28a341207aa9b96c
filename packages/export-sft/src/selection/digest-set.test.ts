import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { DigestSet } from "./digest-set.ts";

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

it("remembers what was added, and nothing else, also beyond its first size", () => {
  const set = new DigestSet();
  for (let index = 0; index < 20_000; index++) {
    const digest = digestOf(`${index}`);
    expect(set.has(digest)).toBe(false);
    set.add(digest);
    set.add(digest);
  }
  for (let index = 0; index < 20_000; index++) expect(set.has(digestOf(`${index}`))).toBe(true);
  for (let index = 0; index < 1_000; index++) expect(set.has(digestOf(`x${index}`))).toBe(false);
});

it("tells digests apart that fall into one place", () => {
  const set = new DigestSet();
  const digests = [1, 2, 3].map(
    (last) => `${"0".repeat(7)}1${"0".repeat(23)}${last}${"0".repeat(32)}`,
  );
  for (const digest of digests.slice(0, 2)) set.add(digest);
  expect(digests.map((digest) => set.has(digest))).toEqual([true, true, false]);
});
