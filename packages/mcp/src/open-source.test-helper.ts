import { type AttemptContext, createAttemptContext, type ToolSource } from "@rollouts/core";

/** The tools of an opened source, to be called by name. */
export interface CallableSource {
  readonly names: readonly string[];
  call(name: string, input?: unknown, signal?: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens a source as an attempt does, or as `context` says. */
export async function openSource(
  source: ToolSource,
  context: AttemptContext = createAttemptContext(),
): Promise<CallableSource> {
  const { tools, close } = await source.open(context);
  const byName = new Map(tools.map((tool) => [tool.spec.name, tool]));
  return {
    names: [...byName.keys()],
    async call(name, input = {}, signal = context.signal) {
      return byName.get(name)?.execute(input, createAttemptContext({ signal }));
    },
    close,
  };
}
