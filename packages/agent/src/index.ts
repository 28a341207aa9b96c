export type { AgentDefinition } from "./agent-definition.ts";
export { defineAgent } from "./define-agent.ts";
export { type RunAgentOptions, runAgent } from "./run-agent.ts";
export { type ToolDefinition, tool } from "./tool.ts";
