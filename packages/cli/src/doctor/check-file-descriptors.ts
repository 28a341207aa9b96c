import type { Check } from "./check.ts";

/** What Node itself, modules and result files have open. */
const baseCount = 64;
/** An attempt may have a few connections, and a tool server with three pipes. */
const perAttempt = 8;

/**
 * Whether so many attempts may have their files and connections open at one time.
 *
 * @param limit the soft limit of the process; `null` when it has none or it cannot be told.
 */
export function checkFileDescriptors(
  concurrency: number,
  limit: number | null = softLimit(),
): Check {
  const name = "file descriptors";
  const needed = baseCount + perAttempt * concurrency;
  if (limit === null) return { name, state: "ok", text: "no limit is known" };
  if (limit >= needed) return { name, state: "ok", text: `${limit} may be open` };
  return {
    name,
    state: "warning",
    text: `${limit} may be open, and ${concurrency} attempts at once may need ${needed}: ulimit -n ${needed}`,
  };
}

/** Node tells it in its diagnostic report; Windows has none. */
function softLimit(): number | null {
  const { userLimits } = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : null;
}
