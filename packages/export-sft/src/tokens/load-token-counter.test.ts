import { afterEach, describe, expect, it, vi } from "vitest";
import { loadTokenCounter } from "./load-token-counter.ts";
import { splitLongRuns } from "./split-long-runs.ts";

describe("counting tokens", () => {
  it("is exact for common text", async () => {
    const count = await loadTokenCounter();
    expect(count("")).toBe(0);
    expect(count("hello world")).toBe(2);
    expect(count("The quick brown fox jumps over the lazy dog.")).toBe(10);
  });

  it("B12 takes the text of special tokens for text", async () => {
    const count = await loadTokenCounter();
    expect(count("<|endoftext|>")).toBeGreaterThan(1);
    expect(count("a<|im_start|>b<|endoftext|>c")).toBeGreaterThan(6);
  });

  it.each(["a", " ", "\n", "é", "!", "😀", "ab"])(
    "does not hang on a megabyte of %j",
    async (piece) => {
      const count = await loadTokenCounter();
      const startedAt = performance.now();
      expect(count(piece.repeat(1_000_000 / piece.length))).toBeGreaterThan(1_000);
      // In one piece it would take many minutes.
      expect(performance.now() - startedAt).toBeLessThan(30_000);
    },
    60_000,
  );
});

describe("without gpt-tokenizer", () => {
  afterEach(() => {
    vi.doUnmock("gpt-tokenizer/encoding/o200k_base");
  });

  it("says what to install", async () => {
    vi.doMock("gpt-tokenizer/encoding/o200k_base", () => {
      throw new Error("Cannot find package");
    });
    await expect(loadTokenCounter()).rejects.toMatchObject({
      code: "missing_dependency",
      message: "countTokens needs the package gpt-tokenizer: npm install gpt-tokenizer.",
    });
  });
});

describe("splitting long runs", () => {
  it("leaves text without them whole", () => {
    const text = `${" word".repeat(10_000)}${" ".repeat(1024)}${"x".repeat(1023)}`;
    expect([...splitLongRuns(text)]).toEqual([text]);
    expect([...splitLongRuns("")]).toEqual([]);
  });

  it("loses nothing", () => {
    const text = `before ${"x".repeat(3000)} between ${" ".repeat(2000)}after`;
    const pieces = [...splitLongRuns(text)];
    expect(pieces.join("")).toBe(text);
    expect(pieces.length).toBe(8);
  });

  it("does not cut a character in two", () => {
    const text = `x${"😀".repeat(2000)}`;
    const pieces = [...splitLongRuns(text)];
    expect(pieces.join("")).toBe(text);
    for (const piece of pieces) expect(piece).not.toMatch(/\p{Surrogate}/u);
  });
});
