import {
  checkModel,
  invalidArgument,
  type Message,
  type Model,
  refuseUnknownKeys,
} from "@rollouts/core";
import type { ContractCase } from "./contract/contract-case.ts";
import { failureCases } from "./model-contract/failure-cases.ts";
import { modelIdentityCases } from "./model-contract/identity-cases.ts";
import { modelAbortCases } from "./model-contract/model-abort-cases.ts";
import type { FailingModel, Subject } from "./model-contract/model-subject.ts";
import { replyCases } from "./model-contract/reply-cases.ts";
import { samplingCases } from "./model-contract/sampling-cases.ts";

/** What `modelContract` takes. */
export interface ModelContractOptions {
  /** The model. It must answer every call, in any order. Either this or `makeModel`. */
  readonly model?: Model | undefined;
  /** Makes the model anew for each case. */
  readonly makeModel?: (() => Model | Promise<Model>) | undefined;
  /**
   * What the model is asked, a prompt or a conversation.
   *
   * @defaultValue a short question
   */
  readonly input?: string | readonly Message[] | undefined;
  /**
   * The same model, made so that it never gets an answer, for the check of an abort. Without it that
   * check passes a model that answers first.
   */
  readonly waiting?: Model | undefined;
  /** The same model, made so that its calls fail, each with the class that the error must have. */
  readonly failing?: readonly FailingModel[] | undefined;
}

const optionKeys = ["model", "makeModel", "input", "waiting", "failing"];

/**
 * Checks that a model keeps the contract of `Model`, as a list of cases for any test runner; the guide
 * on testing lists them. `startFaultServer` makes servers for `waiting` and `failing`.
 *
 * A case rejects with a `RolloutsError` of code `model_contract` when the contract is broken. They make
 * about 25 calls, some at once. A model that does not stop when it is aborted costs 2 seconds.
 *
 * @throws InvalidArgumentError for options that cannot be used.
 */
export function modelContract(options: ModelContractOptions): readonly ContractCase[] {
  refuseUnknownKeys(options, optionKeys, "modelContract");
  const { model, makeModel, input = "What is 17 times 23?", waiting, failing = [] } = options;
  if ((model === undefined) === (makeModel === undefined)) {
    throw invalidArgument("modelContract", "given either model or makeModel", options);
  }
  if (model !== undefined) checkModel(model, "model");
  if (makeModel !== undefined && typeof makeModel !== "function") {
    throw invalidArgument("makeModel", "a function that makes a model", makeModel);
  }
  if (waiting !== undefined) checkModel(waiting, "waiting");
  if (!Array.isArray(failing)) throw invalidArgument("failing", "a list", failing);
  for (const [index, entry] of failing.entries())
    checkModel(entry?.model, `failing[${index}].model`);
  const subject: Subject = {
    async makeModel() {
      const made = model ?? (await makeModel?.());
      checkModel(made, "makeModel()");
      return made;
    },
    messages: toMessages(input),
    waiting,
    failing,
  };
  return [
    ...modelIdentityCases(subject),
    ...replyCases(subject),
    ...samplingCases(subject),
    ...modelAbortCases(subject),
    ...failureCases(subject),
  ];
}

function toMessages(input: ModelContractOptions["input"]): readonly Message[] {
  if (typeof input === "string") return [{ role: "user", content: input }];
  if (Array.isArray(input) && input.length > 0) return input;
  throw invalidArgument("input", "a prompt or messages", input);
}
