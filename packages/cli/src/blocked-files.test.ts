import { type ChildProcess, execFileSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openWorkshop, type Surroundings } from "./workshop.test-helper.ts";

let workshop: Awaited<ReturnType<typeof openWorkshop>>;
let pipe: string;
beforeAll(async () => {
  workshop = await openWorkshop();
  pipe = workshop.path("pipe");
  if (process.platform !== "win32") execFileSync("mkfifo", [pipe, `${pipe}.d.meta.json`]);
});
afterAll(() => workshop.close());

const started = new Set<ChildProcess>();
afterEach(() => {
  kill("SIGKILL");
  started.clear();
});

/** Runs a command that reads a pipe to which nobody writes. */
function run(
  timeoutMs: number,
  { onStderr, onStdout }: Pick<Surroundings, "onStderr" | "onStdout">,
) {
  return workshop.rollouts(["run", "blocked.env.ts", "--k", "2"], {
    env: { PIPE: pipe, TIMEOUT_MS: String(timeoutMs) },
    onStderr(text, child) {
      started.add(child);
      onStderr?.(text, child);
    },
    onStdout,
  });
}

function kill(signal: NodeJS.Signals): void {
  for (const child of started) child.kill(signal);
}

describe.skipIf(process.platform === "win32")(
  "a file operation that never ends",
  {
    timeout: 60_000,
  },
  () => {
    it("D17 holds up the end of a run, and a signal ends it", async () => {
      let timer: NodeJS.Timeout | undefined;
      const ended = await run(500, {
        onStdout() {
          timer ??= setInterval(kill, 50, "SIGTERM");
        },
      });
      clearInterval(timer);
      // The first ones may come before the process has stopped to listen.
      expect(["SIGTERM", "SIGINT"]).toContain(ended.signal);
      expect(ended.stdout).toContain("pass rate: 1.00 (1 of 2 planned attempts scored)");
    });

    it("D17 does not hold up a second signal", async () => {
      const sent = new Set<string>();
      const ended = await run(60_000, {
        onStderr(text, child) {
          for (const words of ["reads", "Once more ends at once"]) {
            if (!text.includes(words) || sent.has(words)) continue;
            sent.add(words);
            child.kill("SIGTERM");
          }
        },
      });
      expect(ended).toMatchObject({ signal: "SIGINT", stdout: "" });
    });

    it.each([
      ["calibrate", () => ["calibrate", "a.rollouts.jsonl", pipe, "half.env.ts"]],
      ["validate", () => ["validate", pipe]],
      ["trace", () => ["trace", `${pipe}.d`, "1"]],
    ])("%s does not begin one, and exits 2", async (_, words) => {
      const ended = await workshop.rollouts(words(), {
        onStderr: (_text, child) => started.add(child),
      });
      expect(ended).toMatchObject({ code: 2, stdout: "" });
      expect(ended.stderr).toContain("it is not a regular file");
    });
  },
);
