import type { JsonObject } from "@rollouts/core";
import type { StrictMode } from "../settings.ts";
import { toWireSchema } from "./strict-schema.ts";

/** Writes the schemas of one request. */
export interface SchemaWriter {
  /**
   * The schema and its mode as they are sent; `owner` names what it is of.
   *
   * @throws StrictSchemaFault when it must be strict and cannot be.
   */
  write(schema: JsonObject, owner: string): { schema: JsonObject; strict: boolean };
  /** What could not be strict, and why. */
  readonly warnings: readonly string[];
}

/** A schema that must be strict and cannot be. */
export class StrictSchemaFault extends Error {}

export function createSchemaWriter(mode: StrictMode): SchemaWriter {
  const warnings: string[] = [];
  return {
    warnings,
    write(schema, owner) {
      const { problem, ...wire } = toWireSchema(schema, mode);
      if (problem !== undefined) {
        const place = problem.path === "" ? "" : ` at ${problem.path}`;
        const what = `${owner} cannot be strict${place}: ${problem.reason}.`;
        if (mode === true) {
          throw new StrictSchemaFault(`${what} Change it, or set strict: "auto".`);
        }
        warnings.push(`${what} It was sent without strict mode.`);
      }
      return wire;
    },
  };
}
