import { consoleOutput } from "./console-output.ts";
import { main } from "./main.ts";
import { ownExit } from "./own-exit.ts";

const output = consoleOutput();
const end = ownExit(output.log);
const exitCode = await main(process.argv.slice(2), output, end);
await output.flushLog();
// Not `process.exitCode`: what an agent left open must not keep the command from ending.
end(exitCode);
