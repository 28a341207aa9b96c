// Preloaded: kills the process at the n-th write or sync of a file handle, half way through a write.
import { open } from "node:fs/promises";
import { devNull } from "node:os";

const killAt = Number(process.env.KILL_AT);
const handle = await open(devNull, "r+");
const prototype = Object.getPrototypeOf(handle);
await handle.close();

const { write, datasync } = prototype;
const kill = () => process.kill(process.pid, "SIGKILL");
let count = 0;

prototype.write = async function (bytes, start, length, position) {
  count += 1;
  if (count !== killAt) return await write.call(this, bytes, start, length, position);
  await write.call(this, bytes, start, Math.ceil(length / 2), position);
  kill();
};
prototype.datasync = async function () {
  count += 1;
  if (count === killAt) kill();
  return await datasync.call(this);
};
