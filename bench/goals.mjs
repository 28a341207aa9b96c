// What is measured, and what is aimed at. Each goal gives rows of the table.
import { alternate, sideBySide, toRow, withServer } from "./measure.mjs";

const loop = (size) => ({ program: "loop", ...size });
const rollouts = (size) => ({ program: "rollouts", ...size });
const empty = { program: "empty" };

const single = { taskCount: 1, k: 1, concurrency: 1 };
const small = { taskCount: 200, k: 8, concurrency: 64 };
const large = { taskCount: 2500, k: 8, concurrency: 64 };

const countOf = ({ taskCount, k }) => taskCount * k;

/** CPU time an attempt in microseconds, without what the start of a process takes. */
const cpuPerAttempt = (run, start, size) => ((run.cpuMs - start.cpuMs) * 1000) / countOf(size);

async function engineAlone() {
  const rounds = await alternate({
    loop: loop(large),
    loopStart: loop(single),
    ours: rollouts(large),
    oursStart: rollouts(single),
  });
  return [
    toRow(rounds, {
      what: "engine alone, 2500 x 8",
      unit: "us CPU/attempt",
      value: ({ ours, oursStart }) => cpuPerAttempt(ours, oursStart, large),
      floor: ({ loop, loopStart }) => cpuPerAttempt(loop, loopStart, large),
      maxRatio: 2.5,
    }),
  ];
}

const withFetch = () =>
  withServer(async (url) => {
    const size = { ...large, url: `${url}/0` };
    const rounds = await alternate({ loop: loop(size), ours: rollouts(size) });
    return [
      toRow(rounds, {
        what: "whole process with fetch, 2500 x 8",
        unit: "s CPU",
        value: ({ ours }) => ours.cpuMs / 1000,
        floor: ({ loop }) => loop.cpuMs / 1000,
        maxRatio: 1.1,
      }),
    ];
  });

const wallTime = () =>
  withServer(async (url) => {
    const sizes = [
      // At C = 8 a process is busy about 3 % of its time.
      { taskCount: 100, concurrency: 8, maxRatio: 1.005, measure: sideBySide },
      { taskCount: 200, concurrency: 64, maxRatio: 1.01, measure: alternate },
      { taskCount: 200, concurrency: 512, maxRatio: 1.1, measure: alternate },
      { taskCount: 2500, concurrency: 512, maxRatio: 1.04, measure: alternate },
    ];
    const rows = [];
    for (const { taskCount, concurrency, maxRatio, measure } of sizes) {
      const size = { taskCount, k: 8, concurrency, url: `${url}/200` };
      const rounds = await measure({ loop: loop(size), ours: rollouts(size) });
      rows.push(
        toRow(rounds, {
          what: `200 ms a reply, C = ${concurrency}, ${taskCount} x 8`,
          unit: "s wall",
          value: ({ ours }) => ours.wallMs / 1000,
          floor: ({ loop }) => loop.wallMs / 1000,
          maxRatio,
        }),
      );
    }
    return rows;
  });

const inFlight = () =>
  withServer(async (url) => {
    const rows = [];
    for (const concurrency of [8, 64, 512]) {
      const size = { taskCount: concurrency, k: 4, concurrency, url: `${url}/200` };
      await alternate({ ours: rollouts(size) }, 1);
      const most = Number(await (await fetch(`${url}/most`)).text());
      rows.push(
        toRow([most], {
          what: `most in flight, C = ${concurrency}`,
          unit: "requests",
          value: (count) => count,
          exactly: concurrency,
        }),
      );
    }
    return rows;
  });

async function memoryGrowth() {
  const rounds = await alternate({
    loopSmall: loop({ ...small, isStreamed: true }),
    loopLarge: loop({ ...large, isStreamed: true }),
    oursSmall: rollouts({ ...small, isStreamed: true, hasFile: true }),
    oursLarge: rollouts({ ...large, isStreamed: true, hasFile: true }),
  });
  const growth = (more, less) =>
    ((more.rssMiB - less.rssMiB) * 10_000) / (countOf(large) - countOf(small));
  return [
    toRow(rounds, {
      what: "memory per 10,000 attempts, with a file",
      unit: "MiB",
      value: ({ oursLarge, oursSmall }) => growth(oursLarge, oursSmall),
      floor: ({ loopLarge, loopSmall }) => growth(loopLarge, loopSmall),
      max: 30,
    }),
  ];
}

/** What it costs a run to make every attempt safe in a file; the floor is the same run without. */
const withFile = () =>
  withServer(async (url) => {
    const [waiting, asking] = [{ waitMs: 30 }, { url: `${url}/0` }].map((how) => ({
      ...large,
      ...how,
      isStreamed: true,
    }));
    const rounds = await alternate({
      waiting: rollouts(waiting),
      waitingSafe: rollouts({ ...waiting, hasFile: true }),
      asking: rollouts(asking),
      askingSafe: rollouts({ ...asking, hasFile: true }),
    });
    return [
      toRow(rounds, {
        what: "with a file, each answer after 30 ms",
        unit: "s wall",
        value: ({ waitingSafe }) => waitingSafe.wallMs / 1000,
        floor: ({ waiting }) => waiting.wallMs / 1000,
        maxRatio: 1.15,
      }),
      toRow(rounds, {
        what: "its longest block of the event loop",
        unit: "ms",
        value: ({ waitingSafe }) => waitingSafe.longestBlockMs,
        floor: ({ waiting }) => waiting.longestBlockMs,
        max: 10,
      }),
      toRow(rounds, {
        what: "with a file, whole process with fetch",
        unit: "s CPU",
        value: ({ askingSafe }) => askingSafe.cpuMs / 1000,
        floor: ({ asking }) => asking.cpuMs / 1000,
        maxRatio: 1.15,
      }),
    ];
  });

async function linear() {
  const streamed = { concurrency: 64, isStreamed: true };
  const million = { ...streamed, taskCount: 2500, k: 400 };
  const thousands = { ...streamed, taskCount: 2500, k: 8 };
  const oneTask = { ...streamed, taskCount: 1, k: 100_000 };
  const oneAttempt = { ...streamed, taskCount: 100_000, k: 1 };
  const start = rollouts({ ...single, isStreamed: true });
  const [[{ ours: atMillion }], rounds] = [
    // Once: it is long enough to be its own average.
    await alternate({ ours: rollouts(million) }, 1),
    await alternate({
      empty,
      start,
      ours: rollouts(thousands),
      oneTask: rollouts(oneTask),
      oneAttempt: rollouts(oneAttempt),
    }),
  ];
  return [
    toRow(rounds, {
      what: "1,000,000 attempts against 20,000",
      unit: "us CPU/attempt",
      value: (round) => cpuPerAttempt(atMillion, round.start, million),
      floor: (round) => cpuPerAttempt(round.ours, round.start, thousands),
      maxRatio: 1.1,
    }),
    toRow(rounds, {
      what: "its peak over an empty Node",
      unit: "MiB",
      value: (round) => atMillion.rssMiB - round.empty.rssMiB,
      max: 150,
    }),
    toRow(rounds, {
      what: "1 x 100,000 against 100,000 x 1",
      unit: "us CPU/attempt",
      value: (round) => cpuPerAttempt(round.oneTask, round.start, oneTask),
      floor: (round) => cpuPerAttempt(round.oneAttempt, round.start, oneAttempt),
      maxRatio: 1.1,
    }),
  ];
}

async function startUp() {
  const rounds = await alternate({ empty, ours: rollouts(single) }, 15);
  return [
    toRow(rounds, {
      what: "import and one attempt",
      unit: "ms wall",
      value: ({ ours }) => ours.processMs,
      floor: ({ empty }) => empty.processMs,
      maxRatio: 2,
    }),
    toRow(rounds, {
      what: "its peak over an empty Node",
      unit: "MiB",
      value: ({ ours, empty }) => ours.rssMiB - empty.rssMiB,
      max: 15,
    }),
  ];
}

export const goals = {
  1: engineAlone,
  2: withFetch,
  4: wallTime,
  5: inFlight,
  6: memoryGrowth,
  7: linear,
  8: startUp,
  file: withFile,
};
