export type { RunRollouts } from "./agent-contract/real-run-case.ts";
export { type AgentContractOptions, agentContract } from "./agent-contract.ts";
export type { ContractCase } from "./contract/contract-case.ts";
export { type ExporterContractOptions, exporterContract } from "./exporter-contract.ts";
export type { FaultBytes, FaultHead, FaultStep } from "./fault-server/fault-step.ts";
export type { FaultRequest } from "./fault-server/request-reader.ts";
export type { MockRequest } from "./mock-desk.ts";
export type { FailingModel } from "./model-contract/model-subject.ts";
export { type ModelContractOptions, modelContract } from "./model-contract.ts";
export type {
  ContractAnswer,
  ScorerContractOptions,
} from "./scorer-contract/scorer-contract-options.ts";
export { scorerContract } from "./scorer-contract.ts";
export { type ScriptedModel, type ScriptedModelOptions, scriptedModel } from "./scripted-model.ts";
export type {
  PartialReply,
  ReplyFunction,
  ScriptedReply,
  ScriptedToolCall,
} from "./scripted-reply.ts";
export type { SinkContractOptions } from "./sink-contract/sink-subject.ts";
export { sinkContract } from "./sink-contract.ts";
export { type SlipCalculatorOptions, slipCalculator } from "./slip-calculator.ts";
export { type FaultScript, type FaultServer, startFaultServer } from "./start-fault-server.ts";
export {
  type MockOpenAI,
  type StartMockOpenAIOptions,
  startMockOpenAI,
} from "./start-mock-openai.ts";
