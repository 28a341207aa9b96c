// The work of an attempt itself, which the bare loop and the engine do alike: a prompt of 1.5 KB, a
// request, its reply read, a record of about 2 KB written out as JSON.
import { openSync, writeSync } from "node:fs";
import { devNull } from "node:os";

const line = "The quick brown fox jumps over the lazy dog, and the tool said that it was naïve.\n";
const headers = { "content-type": "application/json" };

/** Tasks of which every second one is answered right. */
export function makeTasks(count) {
  return Array.from({ length: count }, (_, index) => ({
    id: `task-${index}`,
    input: `Question ${index}. ${line.repeat(18)}`,
    expected: index % 2 === 0 ? "42" : "43",
  }));
}

/** What the model answers, whatever it is asked. */
export const replyJson = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "bench-model",
  choices: [{ index: 0, message: { role: "assistant", content: "42" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 380, completion_tokens: 1, total_tokens: 381 },
});

/** A function that asks the model: with global fetch, or without a network when there is no URL. */
export function makeAsk(url) {
  if (url === undefined) {
    return async (input) => {
      makeBody(input);
      return readReply(replyJson);
    };
  }
  return async (input, signal) => {
    const body = makeBody(input);
    const response = await fetch(url, { method: "POST", headers, body, signal });
    return readReply(await response.text());
  };
}

function makeBody(input) {
  return JSON.stringify({ model: "bench-model", messages: [{ role: "user", content: input }] });
}

function readReply(text) {
  const { choices, usage } = JSON.parse(text);
  return {
    text: choices[0].message.content,
    usage: { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens },
  };
}

/** Writes records as lines of JSON, 64 KB at a time, to where nothing is stored. */
export function makeOutput() {
  const file = openSync(devNull, "w");
  let chunk = "";
  const flush = () => {
    writeSync(file, chunk);
    chunk = "";
  };
  return {
    write(record) {
      chunk += `${JSON.stringify(record)}\n`;
      if (chunk.length > 65_536) flush();
    },
    flush,
  };
}
