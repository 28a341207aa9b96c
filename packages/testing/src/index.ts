export type { RunRollouts } from "./agent-contract/real-run-case.ts";
export { type AgentContractOptions, agentContract } from "./agent-contract.ts";
export type { ContractCase } from "./contract-case.ts";
export type { MockRequest } from "./mock-desk.ts";
export { type ScriptedModel, type ScriptedModelOptions, scriptedModel } from "./scripted-model.ts";
export type {
  PartialReply,
  ReplyFunction,
  ScriptedReply,
  ScriptedToolCall,
} from "./scripted-reply.ts";
export { type SlipCalculatorOptions, slipCalculator } from "./slip-calculator.ts";
export {
  type MockOpenAI,
  type StartMockOpenAIOptions,
  startMockOpenAI,
} from "./start-mock-openai.ts";
