import type { Task } from "@rollouts/core";
import type { Check } from "./run-checks.ts";

/** A report and a module with one fault in two places; some checks look at the second. */
export const tasks: readonly Task<readonly Check[]>[] = [
  {
    id: "float-cache-key",
    input: `What is stored under 0.1 + 0.2 is not found under 0.3. Keys are the same when they agree to 9 decimal places.

export function createCache() {
  const entries = new Map();
  return {
    set: (key, value) => entries.set(key, value).size,
    get: (key) => entries.get(key),
  };
}`,
    expected: [
      {
        name: "finds the entry of a near key",
        run: "{ const cache = fix.createCache(); cache.set(0.1 + 0.2, 'a'); return cache.get(0.3); }",
        gives: "a",
      },
      {
        name: "keeps distant keys apart",
        run: "{ const cache = fix.createCache(); return [0.3, 0.1 + 0.2, 0.31].map((key) => cache.set(key, 1)); }",
        gives: [1, 1, 2],
      },
    ],
  },
  {
    id: "conditional-update",
    input: `A change that names a version of the future goes through. Only the current version may be changed.

export function createRecords() {
  const records = new Map();
  const current = (id) => records.get(id)?.version ?? 0;
  return {
    put(id, value, version) {
      if (version < current(id)) return false;
      records.set(id, { value, version: version + 1 });
      return true;
    },
    remove(id, version) {
      if (version < current(id)) return false;
      return records.delete(id);
    },
  };
}`,
    expected: [
      {
        name: "puts the current version only",
        run: "{ const records = fix.createRecords(); return [0, 2, 0, 1].map((version) => records.put('a', 'x', version)); }",
        gives: [true, false, false, true],
      },
      {
        name: "removes the current version only",
        run: "{ const records = fix.createRecords(); records.put('a', 'x', 0); return [2, 0, 1].map((version) => records.remove('a', version)); }",
        gives: [false, false, true],
      },
    ],
  },
  {
    id: "canonical-caseless-key",
    input: `"STRASSE" does not find "straße", nor does an é of one character find one of two. Neither case nor composition counts.

export function createNames() {
  const names = new Set();
  return {
    add: (name) => names.add(name.toLowerCase()).size,
    has: (name) => names.has(name.toLowerCase()),
  };
}`,
    expected: [
      {
        name: "adds one name once",
        run: "{ const names = fix.createNames(); return ['straße', 'STRASSE', '\\u00e9', 'E\\u0301', 'f'].map(names.add); }",
        gives: [1, 1, 2, 2, 3],
      },
      {
        name: "finds a name in another spelling",
        run: "{ const names = fix.createNames(); names.add('straße'); return ['STRASSE', 'strase'].map(names.has); }",
        gives: [true, false],
      },
    ],
  },
  {
    id: "dst-fold-timeline",
    input: `When the clocks go back, 01:30 comes twice, 3600 seconds apart. Both are taken for one, since the offset is cut off.

export function inOrder(times) {
  return [...times].sort((a, b) => Date.parse(a.slice(0, 19)) - Date.parse(b.slice(0, 19)));
}
export function secondsBetween(a, b) {
  return (Date.parse(b.slice(0, 19)) - Date.parse(a.slice(0, 19))) / 1000;
}`,
    expected: [
      {
        name: "orders both",
        run: "fix.inOrder(['2025-11-02T01:30:00-05:00', '2025-11-02T01:30:00-04:00'])",
        gives: ["2025-11-02T01:30:00-04:00", "2025-11-02T01:30:00-05:00"],
      },
      {
        name: "tells them 3600 seconds apart",
        run: "fix.secondsBetween('2025-11-02T01:30:00-04:00', '2025-11-02T01:30:00-05:00')",
        gives: 3600,
      },
    ],
  },
  {
    id: "single-flight-cache",
    input: `Two callers at the same time make two loads: a load is shared only when it is over. A running load is to be shared.

export function singleFlight(load) {
  const loads = new Map();
  return {
    async get(key) {
      if (!loads.has(key)) loads.set(key, await load(key));
      return loads.get(key);
    },
    async refresh(key) {
      loads.set(key, await load(key));
      return loads.get(key);
    },
  };
}`,
    expected: [
      {
        name: "two at once share a load",
        run: "{ let loads = 0; const { get } = fix.singleFlight(async () => ++loads); return Promise.all([get('a'), get('a')]); }",
        gives: [1, 1],
      },
      {
        name: "who comes during a refresh shares it",
        run: "{ let loads = 0; const { get, refresh } = fix.singleFlight(async () => ++loads); return Promise.all([refresh('a'), get('a')]); }",
        gives: [1, 1],
      },
    ],
  },
];
