import type { Check } from "./check.ts";

/** Node 20.19 is the first that loads what these packages are made of. */
const oldest = [20, 19] as const;

export function checkNode(version: string = process.versions.node): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isEnough = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
  return {
    name: "Node",
    state: isEnough ? "ok" : "problem",
    text: isEnough ? version : `${version} is too old: install ${oldest.join(".")} or newer`,
  };
}
