import { z } from "zod";

/** A tool with a memory, which is what must not outlive an attempt. */
export interface Notepad {
  /** Adds a note, and says all that is on the pad. */
  add(text: string): string;
}

export function createNotepad(): Notepad {
  const notes: string[] = [];
  return {
    add(text) {
      notes.push(text);
      return `On the pad: ${notes.join(", ")}`;
    },
  };
}

/** The tool as each framework is told of it. */
export const noteTool = {
  name: "add_note",
  description: "Adds a note to the pad, and says all that is on it.",
  parameters: z.object({ text: z.string().describe("The note") }),
};

export const instructions =
  "Note each thing with the tool. Then answer only with the number of notes on the pad.";

/** What shapes the answers, apart from the model: for the fingerprint. Raise the version with it. */
export const identity = { tool: noteTool.description, instructions, version: 1 };
