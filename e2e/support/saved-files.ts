import type { Page } from "@playwright/test";
import { draftFilesDatabase } from "../../web/session/saved-session.ts";

/** Returns the names of the files that the browser has saved for drafts. */
export const findSavedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async (name) => {
    const toPromise = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await toPromise(indexedDB.open(name));
    const files = await toPromise<File[][]>(database.transaction("files").objectStore("files").getAll());
    database.close();
    return files.flat().map((file) => file.name);
  }, draftFilesDatabase);
