import { canonicalJson, describeThrown, type Message, type TaskInput } from "@rollouts/core";
import { agentBroken } from "../contract/broken.ts";
import type { ContractCase } from "../contract/contract-case.ts";
import { findChange, takeSnapshot } from "../contract/snapshot.ts";
import { findEventFault } from "./find-event-fault.ts";
import { refuseFailures } from "./leaks.ts";
import { newMarker } from "./marker.ts";
import { turns } from "./pace.ts";
import { makeAgent, runAttempt, type Subject } from "./subject.ts";

/** What an agent must be and do, one attempt at a time. */
export function conductCases(subject: Subject): readonly ContractCase[] {
  return [
    { name: "specVersion is v1", run: () => checkSpecVersion(subject) },
    { name: "identity() is plain JSON and stays the same", run: () => checkIdentity(subject) },
    {
      name: "run gives well-formed events and one end, the last",
      run: () => checkEvents(subject),
    },
    {
      name: "a run changes neither the agent nor its input",
      run: () => checkUnchanged(subject),
    },
    {
      name: "the agent holds no connection that attempts would share",
      run: () => checkConnections(subject),
    },
    { name: "an attempt writes to no store but its own", run: () => checkStores(subject) },
  ];
}

async function checkSpecVersion(subject: Subject): Promise<void> {
  await makeAgent(subject);
}

async function checkIdentity(subject: Subject): Promise<void> {
  const agent = await makeAgent(subject);
  const identify = async (of = agent) => {
    try {
      return canonicalJson(await of.identity());
    } catch (thrown) {
      throw agentBroken(`identity() is no plain JSON: ${describeThrown(thrown)}`, thrown);
    }
  };
  const first = await identify();
  if ((await identify()) !== first) throw changedIdentity("a second call");
  if ((await identify(await makeAgent(subject))) !== first) {
    throw changedIdentity("the next agent of the factory");
  }
  await runAttempt(subject, { taskId: "identity", agent });
  if ((await identify()) !== first) throw changedIdentity("the same agent after a run");
}

function changedIdentity(where: string): Error {
  return agentBroken(
    `identity() gives something else for ${where}, so no two results could be compared. Leave out what changes, such as times and counters.`,
  );
}

async function checkEvents(subject: Subject): Promise<void> {
  const attempt = await runAttempt(subject, { taskId: "events" });
  const { events } = attempt;
  for (const [index, event] of events.entries()) {
    const fault = findEventFault(event);
    if (fault !== null) throw agentBroken(`Event ${index} breaks the contract: ${fault}.`);
  }
  refuseFailures([attempt]);
  const endCount = events.filter(({ type }) => type === "end").length;
  if (endCount !== 1) throw agentBroken(`The run gave ${endCount} end events instead of one.`);
  const last = events.at(-1)?.type;
  if (last !== "end") throw agentBroken(`After its end event the run gave a ${last} event.`);
}

async function checkUnchanged(subject: Subject): Promise<void> {
  const watched = await makeAgent(subject);
  const isShared = typeof subject.agent !== "function";
  // The agent's model may count its calls.
  const look = () => takeSnapshot(watched, "agent", ["model"]);
  const before = look();
  const input = toMessages(subject.input(newMarker()));
  const inputBefore = takeSnapshot(input, "input");
  // An agent that takes texts only may fail, but not change what it was given.
  await runAttempt(subject, { taskId: "unchanged", input });
  const inputChange = findChange(inputBefore, takeSnapshot(input, "input"));
  if (inputChange !== null) {
    throw agentBroken(`The run changed its input: ${inputChange}. Copy what you change.`);
  }
  refuseFailures([await runAttempt(subject, { taskId: "unchanged", attemptIndex: 1 })]);
  const change = findChange(before, look());
  if (change === null) return;
  throw agentBroken(
    isShared
      ? `The run changed its agent, which all attempts share: ${change}. Keep what changes in the AttemptContext, or pass a factory.`
      : `The run of one agent changed another agent of the factory: ${change}. Let the factory make everything anew.`,
  );
}

/** Not frozen, and not the caller's own. */
function toMessages(input: TaskInput): Message[] {
  return typeof input === "string"
    ? [{ role: "user", content: input }]
    : structuredClone(input as Message[]);
}

async function checkConnections(subject: Subject): Promise<void> {
  const agent = await makeAgent(subject);
  // It may open them only when it needs them.
  await runAttempt(subject, { taskId: "connections", agent });
  const connections = connectionsOf(agent);
  if (connections.length === 0) return;
  const next = connectionsOf(await makeAgent(subject));
  const sharedCount = next.filter((connection) => connections.includes(connection)).length;
  if (sharedCount === 0) return;
  throw agentBroken(
    `Attempts would share ${sharedCount} live connection(s). Pass a factory that opens its own.`,
  );
}

function connectionsOf(agent: { connections?(): readonly object[] }): readonly object[] {
  const connections: unknown = agent.connections?.() ?? [];
  if (Array.isArray(connections) && connections.every((item) => Object(item) === item)) {
    return connections;
  }
  throw agentBroken("connections() must give a list of objects.");
}

async function checkStores(subject: Subject): Promise<void> {
  const attempts = [0, 1].map((attemptIndex) => ({ taskId: "stores", attemptIndex }));
  for (const plan of attempts) refuseFailures([await runAttempt(subject, plan)]);
  // Work that was left behind gets a chance to show itself.
  await turns(5);
  const written = subject.attempts.find(({ store }) => store.lateKeys.length > 0);
  if (written === undefined) return;
  throw agentBroken(
    `The store of attempt ${written.label} was written to after that attempt had ended, ${written.store.lateKeys.length} time(s). Use the store of the context that run was given, and await what you write.`,
  );
}
