import { model as fixtureModel } from "./provider.ts";

export { default } from "./asks-a-model.env.ts";

/** The environment's own reading of `--model`. */
export function model(name: string) {
  return fixtureModel(name.replace("the ", ""));
}
