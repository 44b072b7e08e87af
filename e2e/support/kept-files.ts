import type { Page } from "@playwright/test";

/** The names of the files that the browser keeps for drafts. */
export const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const asked = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await asked(indexedDB.open("files-of-drafts"));
    const files = await asked<File[][]>(database.transaction("files").objectStore("files").getAll());
    database.close();
    return files.flat().map(({ name }) => name);
  });
