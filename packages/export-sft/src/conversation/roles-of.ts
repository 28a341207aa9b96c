import type { SftProfile } from "../profiles/profile.ts";
import type { TrainingRole } from "./training-conversation.ts";

/** Roles that messages of a row may have: a tool speaks only where rows can show tool calls. */
export function rolesOf({ roles, tools }: Pick<SftProfile, "roles" | "tools">): TrainingRole[] {
  return roles.filter((role) => role !== "tool" || tools !== null);
}

/** True for a role that messages of a row may have. */
export function takesRole(
  { roles, tools }: Pick<SftProfile, "roles" | "tools">,
  role: TrainingRole,
): boolean {
  return roles.includes(role) && (role !== "tool" || tools !== null);
}
