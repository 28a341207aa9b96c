import { main } from "./main.ts";
import { consoleOutput } from "./process/console-output.ts";
import { ownExit } from "./process/own-exit.ts";

const output = consoleOutput();
const exit = ownExit(output.log);
const exitCode = await main(process.argv.slice(2), output, exit);
await output.flushLog();
// Not `process.exitCode`: what an agent left open must not keep the command from ending.
exit.end(exitCode);
