import { readFile } from "node:fs/promises";

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** The conversations of a training file, as a trainer takes them: one list of messages per row. */
export async function loadConversations(path: string): Promise<Message[][]> {
  const lines = (await readFile(path, "utf8")).split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line).messages);
}
