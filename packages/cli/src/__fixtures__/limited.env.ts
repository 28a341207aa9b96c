import { defineEnvironment, functionAgent } from "@rollouts/core";
import { model } from "./provider.ts";

/** One call at a time, whatever the concurrency. */
export const limits = { inFlight: 1 };

const right = model("right");
let inFlightCount = 0;
let most = 0;

/** Passes where no two calls were in flight at once. */
export default defineEnvironment({
  name: "limited",
  agent: functionAgent({
    model: {
      ...right,
      async generate(request) {
        inFlightCount += 1;
        most = Math.max(most, inFlightCount);
        await new Promise((resolve) => setImmediate(resolve));
        inFlightCount -= 1;
        return right.generate(request);
      },
    },
    async run(_input, context) {
      const { message } = await context.model.generate({ messages: [], signal: context.signal });
      return { text: message.content };
    },
  }),
  tasks: [{ input: "a" }],
  scorer: () => most === 1,
});
