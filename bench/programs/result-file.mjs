// One measurement of a result file; writes what it measured to standard output, as JSON.
import { open, stat } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { summarize } from "@rollouts/core";
import { openResultFile, readResultFile } from "@rollouts/result-file";

const line = "The quick brown fox jumps over the lazy dog, and the tool said that it was naïve.\n";
const text = line.repeat(18);
const k = 8;
const end = { status: "finished", stoppedEarly: null, durationMs: 1 };

const makeTasks = (count) =>
  Array.from({ length: count }, (_, index) => ({
    id: `task-${index}`,
    input: `Question ${index}`,
    expected: "42",
    metadata: {},
  }));

const makeHeader = () => ({
  env: "bench",
  k,
  seed: 1,
  envFingerprint: `envfp1:${"a".repeat(64)}`,
  policyFingerprint: `polfp1:${"b".repeat(64)}`,
  envParts: { scorer: "c".repeat(64) },
  policyParts: {},
  isolation: { store: "fresh", tools: "shared", process: "shared" },
  end: null,
});

function makeAttempt(number) {
  const passed = number % 3 !== 0;
  const usage = { inputTokens: 380 + (number % 7), outputTokens: 1, totalTokens: 381 };
  return {
    taskId: `task-${Math.floor(number / k)}`,
    attemptIndex: number % k,
    run: {
      status: "completed",
      output: passed ? "42" : "43",
      text: passed ? "42" : "43",
      messages: [
        { role: "user", content: `Question ${number}. ${text}` },
        { role: "assistant", content: passed ? "42" : "43" },
      ],
      toolExecutions: [],
      usage,
      served: [{ model: "bench-model" }],
    },
    score: { value: passed ? 1 : 0, passed },
    unscored: null,
    metrics: {},
    stopReason: "completed",
    error: null,
    errorType: null,
    durationMs: 12.25 + number,
    waitedMs: 0,
    toolCallLimitHit: false,
    tries: [{ error: null, errorType: null, durationMs: 12.25 + number, usage }],
  };
}

const works = {
  /** As fast as it goes, with so many attempts in flight. */
  async write({ path, attemptCount, inFlight }) {
    const sink = await openResultFile(path, { mode: "create" });
    await sink.append({
      type: "header",
      header: makeHeader(),
      tasks: makeTasks(Math.ceil(attemptCount / k)),
    });
    const headerBytes = (await stat(path)).size;
    let next = 0;
    const work = async () => {
      while (next < attemptCount) {
        await sink.append({ type: "attempt", attempt: makeAttempt(next++) });
      }
    };
    const clock = startClock();
    await Promise.all(Array.from({ length: inFlight }, work));
    const times = clock();
    await sink.append({ type: "end", end });
    await sink.close();
    const bytes = (await stat(path)).size - headerBytes;
    let recordBytes = 0;
    for (let number = 0; number < attemptCount; number++) {
      recordBytes += Buffer.byteLength(JSON.stringify(makeAttempt(number))) + 1;
    }
    return { ...times, bytes, ratio: bytes / recordBytes };
  },

  /** 2,000 attempts a second for five seconds, as a run would; without a path they go nowhere. */
  async pace({ path }) {
    const sink =
      path === undefined
        ? { append: async () => {}, close: async () => {} }
        : await openResultFile(path, { mode: "create" });
    await sink.append({ type: "header", header: makeHeader(), tasks: makeTasks(2500) });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const appends = [];
    for (let number = 0; number < 10_000; ) {
      for (let burst = 0; burst < 20; burst++) {
        appends.push(sink.append({ type: "attempt", attempt: makeAttempt(number++) }));
      }
      await setTimeout(10);
      // Not the first half second: compiling is not what is measured.
      if (number === 1000) delay.enable();
    }
    delay.disable();
    await Promise.all(appends);
    await sink.close();
    return { longestMs: delay.max / 1e6 };
  },

  async summary({ path }) {
    globalThis.gc();
    const before = process.memoryUsage();
    const clock = startClock();
    const source = await readResultFile(path);
    const { attemptCount, passRate } = await summarize(source);
    const times = clock();
    if (!(passRate > 0.6 && passRate < 0.7)) throw new Error(`the pass rate is ${passRate}`);
    globalThis.gc();
    const after = process.memoryUsage();
    return {
      ...times,
      bytes: (await stat(path)).size,
      indexBytes: (after.arrayBuffers - before.arrayBuffers) / attemptCount,
      heapBytes: (after.heapUsed - before.heapUsed) / attemptCount,
      peakMiB: process.resourceUsage().maxRSS / 1024,
    };
  },

  /** Finds newlines, parses the small lines, keeps the scores. */
  async floor({ path }) {
    const clock = startClock();
    const handle = await open(path);
    const chunk = Buffer.allocUnsafe(1 << 20);
    const transcript = Buffer.from('{"type":"transcript"');
    const scores = [];
    let rest = Buffer.alloc(0);
    let passedCount = 0;
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) break;
      const bytes =
        rest.length === 0
          ? chunk.subarray(0, bytesRead)
          : Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      let start = 0;
      for (let newline = bytes.indexOf(10); newline !== -1; newline = bytes.indexOf(10, start)) {
        if (transcript.compare(bytes, start, start + transcript.length) !== 0) {
          const line = JSON.parse(bytes.toString("utf8", start, newline));
          if (line.type === "attempt") {
            scores.push(line.score);
            if (line.score?.passed) passedCount += 1;
          }
        }
        start = newline + 1;
      }
      rest = Buffer.from(bytes.subarray(start));
    }
    await handle.close();
    const times = clock();
    if (passedCount === 0) throw new Error("nothing passed");
    return {
      ...times,
      bytes: (await stat(path)).size,
      peakMiB: process.resourceUsage().maxRSS / 1024,
    };
  },
};

/** Gives a function that says how much time has passed since, on the wall and of the processor. */
function startClock() {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: (user + system) / 1e6 };
  };
}

const { work, ...options } = JSON.parse(process.argv[2]);
console.log(JSON.stringify(await works[work](options)));
