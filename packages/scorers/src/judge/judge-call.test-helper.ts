import type { CompletedRun, ModelRequest, ScoreContext, Task } from "@rollouts/core";

/** The prompt of a request to a judge. */
export function promptOf({ messages }: ModelRequest): string {
  return messages.map(({ content }) => String(content)).join("\n");
}

/** The marker of a call, which all its tags bear. */
export function markerOf(request: ModelRequest): string {
  return /<input-([0-9a-f]{32})>/.exec(promptOf(request))?.[1] ?? "";
}

/** What stands in one of the prompt's blocks. */
export function blockOf(request: ModelRequest, tag: string): string | undefined {
  const marker = markerOf(request);
  const [, inside] = promptOf(request).split(`<${tag}-${marker}>\n`);
  return inside?.split(`\n</${tag}-${marker}>`)[0]?.split("\n").slice(1).join("\n");
}

/** What a judge says: an object, or a text that stands for the whole answer. */
export type Say = (request: ModelRequest, callIndex: number) => object | string | Error;

/** The replies of a judge that gives what `say` gives, in the channel that it is asked to use. */
export function repliesOf(say: Say) {
  return (request: ModelRequest, callIndex: number) => {
    const said = say(request, callIndex);
    if (said instanceof Error) return said;
    if (typeof said === "string") return toReply(request, said);
    return toReply(request, JSON.stringify(said));
  };
}

/** Puts a text into the channel that the request asks for. */
export function toReply({ tools }: ModelRequest, answer: string) {
  const [tool] = tools ?? [];
  if (tool === undefined) return { text: answer };
  return { toolCalls: [{ name: tool.name, rawArguments: answer }] };
}

/** A completed run with this output. */
export function runOf(output: unknown): CompletedRun {
  return { status: "completed", output, text: null, messages: [], toolExecutions: [], served: [] };
}

export function contextOf(changes: Partial<ScoreContext> & Partial<Task> = {}): ScoreContext {
  const { input = "IN", expected, ...rest } = changes;
  return {
    task: { id: "t1", input, expected, metadata: {} },
    attemptIndex: 0,
    signal: new AbortController().signal,
    gate: (model) => model,
    ...rest,
  };
}
