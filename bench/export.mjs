// How long a training export takes, and how much memory, beside a floor: bare `JSON.stringify` and a
// stream. Each measurement runs in a process of its own; they take turns.
//
//   npm run setup && node bench/export.mjs
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { alternate } from "./measure.mjs";

const folder = await mkdtemp(join(tmpdir(), "bench-export-"));
const path = join(folder, "rows.jsonl");
const size = { taskCount: 1000, k: 100, path };
const small = { taskCount: 100, k: 100, path };

try {
  const rounds = await alternate({
    floor: { program: "export-floor", ...size },
    openai: { program: "export", profile: "openai", ...size },
    trl: { program: "export", profile: "trl", ...size },
    openaiSmall: { program: "export", profile: "openai", ...small },
  });
  const median = (value) => rounds.map(value).toSorted((a, b) => a - b)[1];
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}\n`);
  for (const name of ["floor", "openai", "trl"]) {
    const [cpu, wall, peak] = ["cpuMs", "wallMs", "rssMiB"].map((key) =>
      median((round) => round[name][key]),
    );
    const [ofCpu, ofWall] = ["cpuMs", "wallMs"].map((key) =>
      median((round) => round.floor[key] / round[name][key]),
    );
    console.log(
      [
        name.padEnd(7),
        `${(cpu / 100).toFixed(1)} us CPU a row`.padStart(20),
        `${(wall / 1000).toFixed(2)} s`.padStart(9),
        `${peak.toFixed(0)} MiB`.padStart(9),
        `  speed of the floor: ${ofCpu.toFixed(2)} x by CPU, ${ofWall.toFixed(2)} x by wall`,
      ].join(" "),
    );
  }
  const growth = median(({ openai, openaiSmall }) => openai.rssMiB - openaiSmall.rssMiB);
  console.log(`\nopenai, 100,000 rows against 10,000: ${growth.toFixed(0)} MiB more at the peak`);
} finally {
  await rm(folder, { recursive: true });
}
