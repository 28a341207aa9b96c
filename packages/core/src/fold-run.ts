import type { AgentEvent, EndEvent } from "./agent.ts";
import type { AgentRun } from "./agent-run.ts";
import type { Message } from "./message.ts";
import type { Served, ToolSpec } from "./model.ts";
import type { ToolExecution } from "./tool.ts";
import { addUsage, type Usage } from "./usage.ts";

/**
 * What an agent has produced by the events so far.
 *
 * Without an `end` the run is `incomplete` and its text is what has arrived of the last answer;
 * after an `error` it stays `error`, whatever follows.
 */
export function foldRun<Output>(events: Iterable<AgentEvent<Output>>): AgentRun<Output> {
  const messages: Message[] = [];
  const toolExecutions: ToolExecution[] = [];
  const served: Served[] = [];
  let tools: readonly ToolSpec[] | undefined;
  let usage: Usage | undefined;
  let end: EndEvent<Output> | undefined;
  let failed = false;
  let partialText: string | null = null;
  let isBeingWritten = false;

  for (const event of events) {
    switch (event.type) {
      case "tools":
        tools = event.tools;
        break;
      case "text-delta":
        partialText = (isBeingWritten ? (partialText ?? "") : "") + event.text;
        isBeingWritten = true;
        break;
      case "message":
        messages.push(event.message);
        partialText = event.message.role === "assistant" ? event.message.content : null;
        isBeingWritten = false;
        break;
      case "tool-execution":
        toolExecutions.push(event.execution);
        break;
      case "usage":
        usage = usage === undefined ? event.usage : addUsage(usage, event.usage);
        if (event.served) served.push(event.served);
        break;
      case "error":
        failed = true;
        break;
      case "end":
        end ??= event;
        break;
    }
  }

  return {
    status: failed ? "error" : (end?.status ?? "incomplete"),
    ...(end?.output === undefined ? {} : { output: end.output }),
    text: end === undefined ? partialText : end.text,
    messages,
    ...(tools === undefined ? {} : { tools }),
    toolExecutions,
    // Empty when some model call reported nothing: the sum is then unknown.
    ...(usage === undefined || Object.keys(usage).length === 0 ? {} : { usage }),
    served,
    // Not a check for undefined: plain JavaScript may hand in null, as some model APIs do, or "".
    ...(typeof end?.outputError === "string" ? { outputError: end.outputError } : {}),
    ...(hasText(end?.refusal) ? { refusal: end.refusal } : {}),
  };
}

/** A refusal without a word is none: some model APIs give an empty text beside every answer. */
function hasText(refusal: string | undefined): refusal is string {
  return typeof refusal === "string" && refusal !== "";
}
