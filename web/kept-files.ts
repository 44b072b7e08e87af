import { type IDBPDatabase, openDB } from "idb";
import { filesOfDrafts } from "#web/session/saved-session.ts";

const store = "files";

/** The files chosen in a form before and not sent since; kept on this device until the user signs out. */
export const readKeptFiles = (key: string): Promise<readonly File[]> =>
  inTurn(async (database) => ((await database.get(store, key)) ?? []) as File[], []);

/** Keeps the files that are chosen now in place of those before. */
export const keepFiles = (key: string, files: readonly File[]): Promise<void> =>
  inTurn(async (database) => {
    if (files.length === 0) await database.delete(store, key);
    else await database.put(store, [...files], key);
  }, undefined);

let last: Promise<unknown> = Promise.resolve();

/**
 * Calls run one after another, so that the newest files are those that stay; the database is open only meanwhile, so that
 * signing out can delete it. Storage may be full or forbidden; the form works without it.
 */
function inTurn<Result>(
  run: (database: IDBPDatabase) => Promise<Result>,
  withoutStorage: Result,
): Promise<Result> {
  const result = last
    .then(async () => {
      const database = await openDB(filesOfDrafts, 1, {
        upgrade: (made) => void made.createObjectStore(store),
      });
      return run(database).finally(() => database.close());
    })
    .catch(() => withoutStorage);
  last = result;
  return result;
}
