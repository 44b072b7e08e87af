import { documentsPath } from "../../paths.ts";

const storageKey = "documents-list";

/**
 * Remembers the filters of the list for this tab, so that a document's back link returns to the same cards.
 */
export function rememberList(search: string): void {
  try {
    sessionStorage.setItem(storageKey, search);
  } catch {
    // Without storage the back link leads to the unfiltered list.
  }
}

/** Returns the URL of the list with its last filters. */
export function getLastListPath(): string {
  try {
    const query = new URLSearchParams(sessionStorage.getItem(storageKey) ?? "");
    query.delete("upload");
    return query.size === 0 ? documentsPath : `${documentsPath}?${query.toString()}`;
  } catch {
    return documentsPath;
  }
}
