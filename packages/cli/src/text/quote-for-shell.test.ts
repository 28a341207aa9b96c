import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { quoteForShell } from "./quote-for-shell.ts";

it("leaves plain words as they are", () => {
  expect(quoteForShell("runs/a-1.rollouts.jsonl", "linux")).toBe("runs/a-1.rollouts.jsonl");
});

it("gives a shell the words back, whatever is in them", () => {
  const word = fc.string({ unit: "binary-ascii" }).filter((text) => !text.includes("\0"));
  const words = ['my runs/it\'s "x" $HOME `id` \\ *.jsonl', ...fc.sample(word, 50)];
  const quoted = words.map((text) => quoteForShell(text, "linux")).join(" ");
  const said = execFileSync("bash", ["-c", `printf '%s\\0' ${quoted}`], { encoding: "utf8" });
  expect(said.split("\0").slice(0, -1)).toEqual(words);
});

it("quotes for the shell of Windows in its own way", () => {
  expect(quoteForShell('my "runs"', "win32")).toBe('"my ""runs"""');
});
