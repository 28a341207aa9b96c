// What the engine costs beside floors that are measured in the same run. The numbers say what is
// met; nothing fails because of them.
//
//   npm run bench          all goals, about 5 minutes
//   npm run bench -- 1 8   some of them
import { cpus } from "node:os";
import { goals } from "./goals.mjs";

const asked = process.argv.slice(2);
const unknown = asked.find((goal) => !(goal in goals));
if (unknown !== undefined) {
  console.error(`There is no goal ${unknown}; there are ${Object.keys(goals).join(", ")}.`);
  process.exit(2);
}

const number = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const print = (...[goal, what, measured, unit, floor, ratio, target, met]) =>
  console.log(
    [
      goal.padEnd(4),
      what.padEnd(38),
      measured.padStart(9),
      unit.padEnd(15),
      floor.padStart(9),
      ratio.padStart(9),
      `  ${target.padEnd(12)}`,
      met,
    ].join(" "),
  );

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}\n`);
print("goal", "", "measured", "", "floor", "ratio", "target", "met");
for (const [goal, measure] of Object.entries(goals)) {
  if (asked.length > 0 && !asked.includes(goal)) continue;
  for (const { what, unit, measured, floor, ratio, target, isMet } of await measure()) {
    const [shownFloor, shownRatio] = [floor, ratio].map((value) =>
      value === undefined ? "" : number.format(value),
    );
    const met = isMet ? "yes" : "NO";
    print(goal, what, number.format(measured), unit, shownFloor, shownRatio, target, met);
  }
}
