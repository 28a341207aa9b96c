import {
  type AttemptContext,
  invalidArgument,
  type Tool,
  type ToolSource,
  untilAborted,
} from "@rollouts/core";
import type { AgentPlan } from "./agent-plan.ts";
import { isToolSource, toFrozenTool } from "./check-tool.ts";
import { checkToolChoice } from "./check-tool-choice.ts";
import { allowedWrites } from "./features/feature.ts";
import { addFeatureTools, createToolRegister } from "./tool-register.ts";

type OpenSource = Awaited<ReturnType<ToolSource["open"]>>;

/** The tools of one run, in the order in which they are offered. */
export interface Toolbox {
  readonly tools: ReadonlyMap<string, Tool>;
  /** Closes every source. Throws what a source throws, after all had their turn. */
  close(): Promise<void>;
}

/**
 * Gathers the tools of one run, opening the sources among them one after another. When that fails,
 * those that are open are closed again.
 */
export async function openToolbox(plan: AgentPlan, context: AttemptContext): Promise<Toolbox> {
  const openSources: OpenSource[] = [];
  const register = createToolRegister();
  let tools: ReadonlyMap<string, Tool>;
  try {
    for (const [index, entry] of plan.tools.entries()) {
      const path = `${plan.toolsPath}[${index}]`;
      if (!isToolSource(entry)) {
        register.add(entry, path);
        continue;
      }
      const opened = await openSource(entry, context);
      openSources.push(opened);
      for (const [position, tool] of toolsOf(opened, path).entries()) {
        const toolPath = `${path}.tools[${position}]`;
        register.add(toFrozenTool(tool, toolPath), toolPath);
      }
    }
    addFeatureTools(register, plan.features);
    tools = withoutSealed(register.byName, plan, context);
  } catch (error) {
    // What went wrong first is what gets reported.
    await closeAll(openSources).catch(() => undefined);
    throw error;
  }
  return { tools, close: () => closeAll(openSources) };
}

/** The tools that this run may use. The tool choice may rely only on those that every run has. */
function withoutSealed(
  tools: ReadonlyMap<string, Tool>,
  { toolChoice, features }: AgentPlan,
  context: AttemptContext,
): ReadonlyMap<string, Tool> {
  const writing = new Set(features.flatMap(({ writes }) => writes?.tools ?? []));
  const allowed = new Set(
    features.flatMap((feature) => allowedWrites(feature, context).tools ?? []),
  );
  const entries = [...tools];
  const everywhere = entries.filter(([, tool]) => !writing.has(tool));
  checkToolChoice(
    toolChoice,
    everywhere.map(([name]) => name),
  );
  return new Map(entries.filter(([, tool]) => !writing.has(tool) || allowed.has(tool)));
}

async function openSource(source: ToolSource, context: AttemptContext): Promise<OpenSource> {
  const opening = (async () => source.open(context))();
  try {
    return await untilAborted(opening, context.signal);
  } catch (error) {
    // It may still open after the run has given up, and nobody else could close it then.
    opening.then((opened) => opened.close()).catch(() => undefined);
    throw error;
  }
}

function toolsOf(opened: OpenSource, path: string): readonly Tool[] {
  if (Array.isArray(opened.tools)) return opened.tools;
  throw invalidArgument(`what ${path}.open() gives as tools`, "a list of tools", opened.tools);
}

/** The last that was opened first, as one may rest on another. */
async function closeAll(openSources: readonly OpenSource[]): Promise<void> {
  const errors: unknown[] = [];
  for (const source of openSources.toReversed()) {
    try {
      await source.close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, "Several tool sources failed to close.");
}
