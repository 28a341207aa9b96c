import type {
  AssistantMessage,
  AttemptResult,
  ContentPart,
  Message,
  ResolvedTask,
  TaskInput,
} from "@rollouts/core";
import type { SftProfile } from "../profiles/profile.ts";
import { isBlank } from "./blank.ts";
import { takesRole } from "./roles-of.ts";
import type { TrainingConversation, TrainingMessage } from "./training-conversation.ts";

type TextRules = Pick<SftProfile, "roles" | "tools" | "unfit">;

/**
 * What an attempt teaches: its messages up to the last one of the model, without those of an earlier
 * conversation. For a profile with `unfit: "leave-out"` only the text of its roles.
 *
 * `null` when there is nothing to learn from: no score, the last assistant message has neither text
 * nor tool calls, or no user message says anything.
 */
export function toConversation(
  { run, score, taskId, attemptIndex }: AttemptResult,
  task: Pick<ResolvedTask, "input">,
  profile: TextRules,
): TrainingConversation | null {
  if (run === null || score === null) return null;
  const current = toTrainingMessages(run.messages, task.input);
  const end = current.findLastIndex(({ role }) => role === "assistant");
  const upToEnd = current.slice(0, end + 1);
  const messages =
    profile.unfit === "leave-out"
      ? upToEnd.flatMap((message) => toTextTurn(message, profile))
      : upToEnd;
  const last = messages.at(-1);
  const isWhole = last?.role === "assistant" && last.index === current[end]?.index;
  if (!isWhole || !saysSomething(last)) return null;
  if (!messages.some((one) => one.role === "user" && saysSomething(one))) return null;
  return {
    messages: [...messages.slice(0, -1), { ...last, trained: true }],
    tools: run.tools ?? null,
    provenance: { taskId, attemptIndex, score: score.value },
  };
}

function toTrainingMessages(messages: readonly Message[], input: TaskInput): TrainingMessage[] {
  const given = givenAnswers(input);
  const toolNames = new Map<string, string>();
  const turns: TrainingMessage[] = [];
  let passedOver = 0;
  for (const [index, message] of messages.entries()) {
    if (isFromHistory(message)) continue;
    switch (message.role) {
      case "assistant": {
        for (const { id, name } of message.toolCalls ?? []) toolNames.set(id, name);
        // In their order, but perhaps not in one piece: an agent may put examples before them.
        const at = given.length === 0 ? -1 : given.indexOf(sayingOf(message), passedOver);
        if (at !== -1) passedOver = at + 1;
        turns.push(toAssistantTurn(message, index, at === -1));
        break;
      }
      case "tool": {
        const { content, toolCallId } = message;
        const toolName = toolNames.get(toolCallId) ?? "";
        turns.push({ role: "tool", content, toolCallId, toolName, index });
        break;
      }
      // Also a role that a plug-in made up; the rules of the profile tell what becomes of it.
      default:
        turns.push({ role: message.role, content: message.content, index } as TrainingMessage);
    }
  }
  return turns;
}

function toAssistantTurn(
  { content, reasoning, toolCalls = [] }: AssistantMessage,
  index: number,
  trained: boolean,
): TrainingMessage {
  return {
    role: "assistant",
    content,
    toolCalls,
    ...(reasoning === undefined ? {} : { reasoning }),
    trained,
    index,
  };
}

/** What the task's input already had the model say, which is no answer to learn. */
function givenAnswers(input: TaskInput): string[] {
  if (typeof input === "string") return [];
  return input.flatMap((message) =>
    message.role === "assistant" && !isFromHistory(message) ? [sayingOf(message)] : [],
  );
}

/** Equal for messages that say the same, whatever ids their calls have. */
function sayingOf({ content, toolCalls = [] }: AssistantMessage): string {
  // What is no text may come from a file that nobody checked, nested as deep as it likes.
  const text = typeof content === "string" ? content : null;
  return JSON.stringify([text, toolCalls.map(({ name, rawArguments }) => [name, rawArguments])]);
}

function toTextTurn(message: TrainingMessage, profile: TextRules): readonly TrainingMessage[] {
  const { role, content } = message;
  if (!takesRole(profile, role) || typeof content !== "string" || isBlank(content)) return [];
  return [message.role === "assistant" ? { ...message, toolCalls: [] } : message];
}

/** True for a message with text, images or tool calls. */
function saysSomething(message: TrainingMessage): boolean {
  if (message.role === "assistant" && message.toolCalls.length > 0) return true;
  const content: unknown = message.content;
  if (typeof content === "string") return !isBlank(content);
  const isSomething = (part: ContentPart) =>
    part?.type !== "text" || typeof part.text !== "string" || !isBlank(part.text);
  return Array.isArray(content) && content.some(isSomething);
}

function isFromHistory(message: Message): boolean {
  return "fromHistory" in message && message.fromHistory === true;
}
