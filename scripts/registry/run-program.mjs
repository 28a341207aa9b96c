import { execFile } from "node:child_process";
import { promisify } from "node:util";

// What `npm run` and `npx` tell their children of themselves must not reach the clients started here.
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^p?npm_/.test(name)),
);

/** Runs a program to its end and gives its standard output. @throws with all it printed. */
export async function runProgram(program, args, { cwd, env = {} }) {
  const options = { cwd, env: { ...inherited, ...env }, maxBuffer: 64 * 1024 * 1024 };
  try {
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch ({ code, stdout = "", stderr = "" }) {
    const command = [program, ...args].join(" ");
    throw new Error(`${command} failed in ${cwd} (${code}):\n${stdout}${stderr}`);
  }
}
