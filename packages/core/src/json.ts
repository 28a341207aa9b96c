/** A JSON object; members that are `undefined` count as absent. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** A value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
