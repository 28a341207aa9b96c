import { stat } from "node:fs/promises";

/** Whether there is something under that name; what cannot be looked at is left to who opens it. */
export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
