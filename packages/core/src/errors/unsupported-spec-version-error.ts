import { describeValue } from "../checks/describe-value.ts";
import { RolloutsError } from "./rollouts-error.ts";

/** A plug-in speaks another version of its contract than this package does. */
export class UnsupportedSpecVersionError extends RolloutsError<"unsupported_spec_version"> {
  readonly found: string;
  readonly supported: readonly string[];

  constructor(options: { plugin: string; found: unknown; supported: readonly string[] }) {
    const found = typeof options.found === "string" ? options.found : describeValue(options.found);
    super({
      code: "unsupported_spec_version",
      message: `${options.plugin} has specVersion ${found}; this version of @rollouts supports ${options.supported.join(", ")}. Install matching versions.`,
    });
    this.name = "UnsupportedSpecVersionError";
    this.found = found;
    this.supported = options.supported;
  }
}
