import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What OpenAI publishes and servers sent; set by the script that runs these tests. */
const folder = process.env.ROLLOUTS_CONFORMANCE ?? "";

/** The names of recorded replies of an API, by how they end. */
export function recordings(api: "responses" | "chat", ending: string): string[] {
  return readdirSync(join(folder, "recorded", api)).filter((name) => name.endsWith(ending));
}

/** One recording, as text. */
export function readRecording(api: "responses" | "chat", name: string): string {
  return readFileSync(join(folder, "recorded", api, name), "utf8");
}

/** What OpenAI publishes about its API, as text. */
export function readApiSchemas(): string {
  return readFileSync(join(folder, "openai/api-schemas.json"), "utf8");
}
