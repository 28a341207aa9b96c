// What a model call costs through `@rollouts/provider-openai` beside the `openai` client with its own
// fetch, measured in the same run. Build the packages first (`npm run setup`).
import { alternate, toRow, withServer } from "./measure.mjs";

const size = { taskCount: 2500, k: 8, concurrency: 64 };
const maxRatio = 0.8;

const rounds = await withServer(
  (url) =>
    alternate({
      client: { program: "openai-client", url, ...size },
      calls: { program: "model-calls", url, ...size },
      rollouts: { program: "provider", url, ...size },
      durable: { program: "provider", url, ...size, hasFile: true },
    }),
  "provider-server",
);
const floor = ({ client }) => client.cpuMs / 1000;
const rows = [
  ["calls alone", ({ calls }) => calls],
  ["with the engine", ({ rollouts }) => rollouts],
  ["with the engine and a durable file", ({ durable }) => durable],
].map(([what, of]) =>
  toRow(rounds, { what, unit: "s CPU", value: (round) => of(round).cpuMs / 1000, floor, maxRatio }),
);
for (const { what, unit, measured, floor: client, ratio, target, isMet } of rows) {
  const shown = [measured, client, ratio].map((value) => value.toFixed(2));
  console.log(
    `${what}: ${shown[0]} ${unit}, openai client with p-limit ${shown[1]}, ratio ${shown[2]} (${target}): ${isMet ? "met" : "NOT met"}`,
  );
}
