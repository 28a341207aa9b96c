import { describeValue, type Json, RolloutsError, type Store } from "@rollouts/core";

/** What is kept under a key. */
export interface StoredForm<Value extends Json> {
  /** Completes "not ...". */
  readonly name: string;
  fits(value: Json): value is Value;
}

/**
 * The value under a key, or `undefined`.
 *
 * @throws RolloutsError of code `unreadable_store` for a value that something else has put there.
 */
export async function readStored<Value extends Json>(
  store: Store,
  key: string,
  form: StoredForm<Value>,
): Promise<Value | undefined> {
  // Some databases give null for nothing.
  const value = (await store.get(key)) ?? undefined;
  if (value === undefined || form.fits(value)) return value;
  throw new RolloutsError({
    code: "unreadable_store",
    message: `The store holds ${describeValue(value)} under ${describeValue(key)}, not ${form.name}. Repair or delete it.`,
  });
}

const updatesByStore = new WeakMap<Store, Promise<void>>();

/**
 * Puts a changed value under a key. Changes to a store wait for one another, so that runs that end at
 * the same time lose nothing; other processes are not waited for.
 */
export function updateStored<Value extends Json>(
  store: Store,
  key: string,
  form: StoredForm<Value>,
  change: (value: Value | undefined) => Value,
): Promise<void> {
  const earlier = updatesByStore.get(store) ?? Promise.resolve();
  const update = earlier.then(async () => {
    await store.set(key, change(await readStored(store, key, form)));
  });
  updatesByStore.set(
    store,
    update.catch(() => undefined),
  );
  return update;
}
