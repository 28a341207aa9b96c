import { RolloutsError } from "@rollouts/core";

const importAimock = () => import("@copilotkit/aimock");

/** Loads the mock server, an optional peer that the rest of this package does not need. */
export async function loadAimock(
  load: typeof importAimock = importAimock,
): ReturnType<typeof importAimock> {
  try {
    return await load();
  } catch (cause) {
    throw new RolloutsError({
      code: "missing_dependency",
      message:
        "startMockOpenAI needs the package @copilotkit/aimock, which could not be loaded. Install it: npm install @copilotkit/aimock",
      cause,
    });
  }
}
