export {
  type FunctionScorerOptions as CodeScorerOptions,
  functionScorer as codeScorer,
} from "@rollouts/core";
