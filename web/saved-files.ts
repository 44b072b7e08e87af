import { type IDBPDatabase, openDB } from "idb";
import { draftFilesDatabase } from "#web/session/saved-session.ts";

const store = "files";

/**
 * Returns the files that were selected in a form but not sent. They stay on this device until the user signs
 * out.
 */
export const readSavedFiles = (key: string): Promise<readonly File[]> =>
  runInOrder(async (database) => ((await database.get(store, key)) ?? []) as File[], []);

/** Replaces the saved files with these. */
export const saveFiles = (key: string, files: readonly File[]): Promise<void> =>
  runInOrder(async (database) => {
    if (files.length === 0) await database.delete(store, key);
    else await database.put(store, [...files], key);
  }, undefined);

let lastCall: Promise<unknown> = Promise.resolve();

/**
 * Runs calls one after another, so that the newest files are saved last. The database is open only during a
 * call, so that signing out can delete it. Storage can be full or blocked. The form works without it.
 */
function runInOrder<Result>(
  run: (database: IDBPDatabase) => Promise<Result>,
  fallback: Result,
): Promise<Result> {
  const result = lastCall
    .then(async () => {
      const database = await openDB(draftFilesDatabase, 1, {
        upgrade: (upgraded) => void upgraded.createObjectStore(store),
      });
      return run(database).finally(() => database.close());
    })
    .catch(() => fallback);
  lastCall = result;
  return result;
}
