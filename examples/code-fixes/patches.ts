import type { Check } from "./run-checks.ts";

export interface PatchTask {
  readonly id: string;
  /** What the module must do, one demand a line. */
  readonly demands: string;
  readonly patches: Readonly<Record<"A" | "B" | "C" | "D", string>>;
  /** One check for each demand. The best patch keeps all of them, the runner-up all but one. */
  readonly checks: readonly Check[];
  readonly expected: { readonly best: string; readonly runnerUp: string };
}

export const patchTasks: readonly PatchTask[] = [
  {
    id: "single-flight-cache",
    demands: `Callers at the same time share one load.
A load that failed is not kept.
A value that was loaded is kept.`,
    patches: {
      A: `const kept = new Map();
export async function get(key, load) {
  kept.set(key, await load(key));
  return kept.get(key);
}`,
      B: `const kept = new Map();
export function get(key, load) {
  if (!kept.has(key)) kept.set(key, load(key));
  return kept.get(key);
}`,
      C: `const kept = new Map();
export function get(key, load) {
  if (!kept.has(key)) {
    const value = load(key);
    kept.set(key, value);
    value.catch(() => kept.delete(key));
  }
  return kept.get(key);
}`,
      D: `export const get = (key, load) => load(key).catch(() => load(key));`,
    },
    checks: [
      {
        name: "shares",
        run: "{ let n = 0; const load = async () => ++n; return Promise.all([fix.get('a', load), fix.get('a', load)]); }",
        gives: [1, 1],
      },
      {
        name: "forgets failures",
        run: "fix.get('b', () => Promise.reject(1)).catch(() => fix.get('b', async () => 2))",
        gives: 2,
      },
      {
        name: "keeps values",
        run: "fix.get('c', async () => 1).then(() => fix.get('c', async () => 2))",
        gives: 1,
      },
    ],
    expected: { best: "C", runnerUp: "B" },
  },
  {
    id: "stream-timeout",
    demands: `The limit holds between any two chunks.
A chunk exactly at the limit is in time.
A long stream of prompt chunks is in time.`,
    patches: {
      A: "export const isLate = (times, limit) =>\n  times.some((time, n) => time - (times[n - 1] ?? 0) >= limit);",
      B: "export const isLate = (times, limit) =>\n  times.some((time, n) => time - (times[n - 1] ?? 0) > limit);",
      C: "export const isLate = (times, limit) => times.at(-1) >= limit;",
      D: "export const isLate = (times, limit) => times[0] >= limit;",
    },
    checks: [
      {
        name: "between any two",
        run: "[fix.isLate([1, 9], 5), fix.isLate([1, 2], 5)]",
        gives: [true, false],
      },
      { name: "exactly at the limit", run: "fix.isLate([5], 5)", gives: false },
      {
        name: "a long stream",
        run: "[fix.isLate([4, 8, 12], 5), fix.isLate([6], 5)]",
        gives: [false, true],
      },
    ],
    expected: { best: "B", runnerUp: "A" },
  },
  {
    id: "conditional-update",
    demands: `A change that names another version is refused.
A change raises the version.
A refused change leaves the record as it is.`,
    patches: {
      A: "export function update(record, version, value) {\n  if (version !== record.version) return false;\n  record.value = value;\n  record.version += 1;\n  return true;\n}",
      B: "export function update(record, version, value) {\n  if (version < record.version) return false;\n  record.value = value;\n  record.version += 1;\n  return true;\n}",
      C: "export function update(record, version, value) {\n  record.value = value;\n  if (version < record.version) return false;\n  record.version += 1;\n  return true;\n}",
      D: "export function update(record, version, value) {\n  record.value = value;\n  return true;\n}",
    },
    checks: [
      {
        name: "another version",
        run: "[1, 3].map((version) => fix.update({ version: 2 }, version, 'x'))",
        gives: [false, false],
      },
      {
        name: "raises",
        run: "{ const record = { version: 2 }; fix.update(record, 2, 'x'); return record; }",
        gives: { version: 3, value: "x" },
      },
      {
        name: "leaves",
        run: "{ const record = { version: 2, value: 'w' }; fix.update(record, 1, 'x'); return record; }",
        gives: { version: 2, value: "w" },
      },
    ],
    expected: { best: "A", runnerUp: "B" },
  },
  {
    id: "nested-exception-group",
    demands: `Every message inside a group is listed.
Groups may be nested at any depth.
An error that is no group is listed as well.`,
    patches: {
      A: "export const messages = (error) =>\n  (error.errors ?? [error]).flatMap((inner) => inner.errors ?? [inner]).map((inner) => inner.message);",
      B: "export const messages = (error) =>\n  error.errors ? error.errors.flatMap((inner) => messages(inner)) : [error.message];",
      C: "export const messages = (error) => [error.message];",
      D: "export const messages = (error) => error.errors.slice(1).map((inner) => inner.message);",
    },
    checks: [
      {
        name: "inside a group",
        run: "fix.messages(new AggregateError([Error('a'), Error('b')]))",
        gives: ["a", "b"],
      },
      {
        name: "any depth",
        run: "fix.messages(new AggregateError([new AggregateError([new AggregateError([Error('a')])])]))",
        gives: ["a"],
      },
      { name: "no group", run: "fix.messages(Error('a'))", gives: ["a"] },
    ],
    expected: { best: "B", runnerUp: "A" },
  },
  {
    id: "float-cache-key",
    demands: `Numbers that agree to 9 decimal places have one key.
Other numbers have keys of their own.
A tiny negative number has the key of 0.`,
    patches: {
      A: "export const key = (x) => String(x);",
      B: "export const key = (x) => x.toFixed(0);",
      C: "export const key = (x) => (Math.round(x * 1e9) / 1e9 + 0).toFixed(9);",
      D: "export const key = (x) => x.toFixed(9);",
    },
    checks: [
      { name: "near", run: "fix.key(0.1 + 0.2) === fix.key(0.3)", gives: true },
      { name: "apart", run: "fix.key(0.3) === fix.key(0.31)", gives: false },
      { name: "tiny negative", run: "fix.key(-1e-12) === fix.key(0)", gives: true },
    ],
    expected: { best: "C", runnerUp: "D" },
  },
];
