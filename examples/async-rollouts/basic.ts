// Runs every task four times and prints the grid.
import { chosenModel } from "@examples/models";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const result = await runRollouts(environment, { k: 4, concurrency: 4, model: chosenModel() });

console.log(String(result));
for (const { id, passRate, interval } of result.summary().tasks) {
  console.log(id, "passes at a rate of", passRate, "with 95 % interval", interval);
}
