import { clipLine } from "../text/clip-line.ts";
import type { JudgedProbe } from "./weigh-verdicts.ts";

const maxNamed = 3;
const maxId = 60;

/** Which answers the scorer takes for equal, for people to see whether they are. */
export function nameEqualAnswers(equal: readonly JudgedProbe[]): readonly string[] {
  const pairs = [...new Map(equal.map(toPair))].map(([, text]) => text);
  if (pairs.length === 0) return [];
  const restCount = pairs.length - maxNamed;
  const rest = restCount > 0 ? `, and of ${restCount} more pairs` : "";
  return [
    `The scorer takes the answers of two tasks for the same: of ${pairs.slice(0, maxNamed).join(", of ")}${rest}. That is not held against it; if they are not the same, it compares too little.`,
  ];
}

/** Two tasks, whichever of them the answer was tried on. */
function toPair({ probe: { task, reverse } }: JudgedProbe): [string, string] {
  const ids = [task.id, reverse?.task.id ?? ""].toSorted();
  const [one, other] = ids.map((id) => clipLine(id, maxId));
  return [JSON.stringify(ids), `${one} and ${other}`];
}
